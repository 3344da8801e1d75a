import { parseDType, type Selection } from '../../generators/cases.ts';
import { parseId } from '../../generators/check-id.ts';
import { choicesInWords } from '../../generators/nearest.ts';
import { type Suite, suites } from '../../generators/proposal.ts';
import { findSubject } from '../../generators/subjects.ts';
import { choicesMeant } from '../../oracles/acceptance/admitted.ts';
import { findPolicy, type Observation, policies } from '../../oracles/acceptance/policy.ts';
import { reducedTiers, satisfies, type Tier, tiers } from '../../oracles/acceptance/tier.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import { newestOpset, opsetRange, versionAt } from '../../oracles/operators.ts';
import type { Requirements } from '../harness/judge.ts';

/**
 * A selection from what the user typed.
 * @throws BadInput for an opset, a dtype or a suite that does not exist
 */
export function parseSelection(args: {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly seed: number;
  readonly suite?: string;
}): Selection {
  return {
    seed: args.seed,
    ids: args.ids,
    opsets: [...new Set(args.opset.flatMap(parseOpsets))].sort((a, b) => a - b),
    dtypes: [...new Set(args.dtype.flatMap((list) => list.split(',')).map(parseDType))],
    ...(args.suite !== undefined && { suite: parseSuite(args.suite) }),
  };
}

function parseSuite(text: string): Suite {
  const suite = suites.find((known) => known === text);
  if (!suite) throw new BadInput(`--suite ${text}: there is no such suite; ${choicesInWords(text, suites)}`);
  return suite;
}

/** `13`, `13,18` or a range `13-18`. */
function parseOpsets(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, from, to = from] = /^(\d+)(?:(?:-|\.\.|…)(\d+))?$/.exec(part.trim()) ?? [];
    if (from === undefined) throw new BadInput(`--opset takes numbers and ranges such as 13 or 13-18, not '${part}'`);
    const [first, last] = [Number(from), Number(to)];
    for (const opset of [first, last]) {
      if (opset < 1 || opset > newestOpset) {
        throw new BadInput(`opset ${opset} does not exist: ONNX opsets are 1 to ${newestOpset}`);
      }
    }
    if (last < first) throw new BadInput(`--opset ${part} is empty; the lower opset comes first: ${last}-${first}`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** What answers have to reach, as it is typed. */
export interface RequirementArguments {
  readonly require: string;
  readonly allow: string | undefined;
  readonly policy: readonly string[];
}

/**
 * `--require`, `--allow` and `--policy`.
 * @throws BadInput for a tier, a policy or a choice that does not exist
 */
export function parseRequirements({ require, allow, policy }: RequirementArguments): Requirements {
  return { requireTier: parseTier(require, allow), policies: parsePolicies(policy) };
}

/** The tier that answers have to reach: a looser one than `native` is named by what is allowed. */
function parseTier(required: string, allowed: string | undefined): Tier {
  const strict = tiers.filter((tier) => satisfies(tier, 'native'));
  const tier = strict.find((known) => known === required);
  if (!tier) throw new BadInput(`--require ${required}: there is no such tier; ${choicesInWords(required, strict)}`);
  if (allowed === undefined) return tier;
  const reduced = reducedTiers.find((known) => known === allowed);
  if (!reduced) throw new BadInput(`--allow ${allowed}: it can be ${reducedTiers.join(' or ')}`);
  if (tier !== 'native')
    throw new BadInput(`--allow ${reduced} is looser than --require ${tier}; leave one of them out`);
  return reduced;
}

/**
 * `--policy`, which may be repeated: of several choices of one policy any will do.
 * @throws BadInput for a policy or a choice that does not exist
 */
function parsePolicies(texts: readonly string[]): readonly Observation[] {
  return texts.flatMap((text) => {
    const [, name, choice] = /^([^=]*)=(.*)$/s.exec(text.trim()) ?? [];
    if (name === undefined || choice === undefined) {
      const policy = findPolicy(text.trim());
      const example = policy ? `${text.trim()}=${Object.keys(policy.choices)[0]}` : 'integer-overflow=wrap';
      throw new BadInput(`--policy takes a policy and a choice, such as ${example}, not '${text}'`);
    }
    const policy = findPolicy(name);
    if (!policy) {
      throw new BadInput(
        `--policy ${text}: there is no policy '${name}'; ${choicesInWords(name, Object.keys(policies))}`,
      );
    }
    const choices = Object.keys(policy.choices);
    const chosen = choicesMeant(name, choice);
    if (chosen.length > 0) return chosen.map((one) => ({ policy: name, choice: one }));
    throw new BadInput(`--policy ${text}: ${name} has no choice '${choice}'; ${choicesInWords(choice, choices)}`);
  });
}

/**
 * What to say when a selection of known operators, opsets and dtypes holds no case.
 * @throws BadInput where an id names a version that is in force at none of the opsets
 */
export function nothingSelected(args: {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
}): string {
  const [asked] = args.opset.flatMap(parseOpsets);
  for (const id of asked === undefined ? [] : args.ids) {
    const [name = '', since] = parseId(id).path.split('/');
    const operator = findSubject(name);
    const oldest = operator?.versions[0]?.since ?? 0;
    if (args.opset.flatMap(parseOpsets).every((opset) => opset < oldest))
      throw new BadInput(`${name} is an operator since opset ${oldest}`);
    const version = operator?.versions.find((each) => String(each.since) === since);
    if (!operator || !version) continue;
    const { first, last } = opsetRange(operator, version);
    if (args.opset.flatMap(parseOpsets).some((opset) => first <= opset && opset <= last)) continue;
    const uses = versionAt(operator, asked!).since;
    throw new BadInput(`${name}-${since} is in force at opsets ${first} to ${last}; opset ${asked} uses ${uses}`);
  }
  const wanted = [...args.ids, ...args.opset.map((opset) => `opset ${opset}`), ...args.dtype].join(', ');
  return `no case is left of ${wanted}; 'onnx-conformance list' shows what there is`;
}

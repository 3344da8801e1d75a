import { formatChoices } from '../../generators/did-you-mean.ts';
import { checkIds, parseDType, type Selection } from '../../generators/suite/cases.ts';
import { parseId } from '../../generators/suite/check-id.ts';
import { findSubject } from '../../generators/suite/subjects.ts';
import { findPolicy, type Observation, policies } from '../../oracles/judge/policy.ts';
import { choicesNamed } from '../../oracles/judge/possible-choices.ts';
import { firstOpset, newestOpset, opsetRange, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Requirements } from '../run/trial/judge.ts';
import type { requirementOptions, SelectionArguments } from './groups.ts';
import type { OptionValues } from './option.ts';

/**
 * Returns the selection from its options.
 * @throws BadInput for an opset or a dtype that does not exist, and for an id that can never match
 */
export function parseSelection({
  ids,
  opset,
  dtype,
  suite,
  seed,
}: SelectionArguments & { readonly seed: number }): Selection {
  checkIds({ ids, seed });
  return {
    seed,
    ids,
    opsets: [...new Set(opset.flatMap(parseOpsets))].sort((a, b) => a - b),
    dtypes: [...new Set(dtype.flatMap((list) => list.split(',')).map(parseDType))],
    ...(suite !== undefined && { suite }),
  };
}

/** Parses opsets: `13`, `13,18` or a range `13-18`. */
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

/** The arguments for requirements on answers. */
export type RequirementArguments = OptionValues<typeof requirementOptions>;

/**
 * Parses `--require`, `--allow` and `--policy`.
 * @throws BadInput for an unknown policy or choice, and if the allowed tier is looser than the required one
 */
export function parseRequirements({ require, allow, policy }: RequirementArguments): Requirements {
  if (allow !== undefined && require !== 'native') {
    throw new BadInput(`--allow ${allow} is looser than --require ${require}; leave one of them out`);
  }
  return { requireTier: allow ?? require, policies: parsePolicies(policy) };
}

/**
 * Parses `--policy`, which may be repeated: if a policy has several choices, any of them passes.
 * @throws BadInput for an unknown policy or choice
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
      throw new BadInput(`--policy ${text}: unknown policy '${name}'; ${formatChoices(name, Object.keys(policies))}`);
    }
    const choices = Object.keys(policy.choices);
    const chosen = choicesNamed(name, choice);
    if (chosen.length > 0) return chosen.map((one) => ({ policy: name, choice: one }));
    throw new BadInput(`--policy ${text}: ${name} has no choice '${choice}'; ${formatChoices(choice, choices)}`);
  });
}

/**
 * Returns the message for a selection of known operators, opsets and dtypes without a case.
 * @throws BadInput if an id names a version that is in force at none of the opsets
 */
export function nothingSelected(args: SelectionArguments): string {
  const [asked] = args.opset.flatMap(parseOpsets);
  for (const id of asked === undefined ? [] : args.ids) {
    const [name = '', since] = parseId(id).path.split('/');
    const operator = findSubject(name);
    const oldest = operator ? firstOpset(operator.versions[0]!) : 0;
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

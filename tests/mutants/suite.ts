import { type Case, callOf, select } from '../../generators/cases.ts';
import { compare } from '../../oracles/acceptance/comparator.ts';
import { looser, type Tier } from '../../oracles/acceptance/tier.ts';
import type { ExpectedOutput } from '../../oracles/operator.ts';
import { type Implementation, Refusal } from './stages.ts';

/** An implementation under test. */
export interface Candidate {
  readonly name: string;
  readonly implementation: Implementation;
  /** judged on the cases of these operators only; all if absent */
  readonly operators?: readonly string[];
}

/** What the suite says of one implementation. */
export interface Finding {
  /** cases judged */
  cases: number;
  /** cases in which an answer was not accepted */
  complaints: number;
  /** id and message of the first of them */
  first?: { readonly id: string; readonly message: string };
  /** worst tier of the accepted answers */
  tier: Tier;
}

/** Every case of a seed. */
export function* casesOf(seed: number): Iterable<Case> {
  const { cells, cases } = select({ seed, ids: [], opsets: [], dtypes: [] });
  for (const cell of cells) yield* cases(cell);
}

/**
 * Runs the whole suite of a seed on all candidates, case by case, so that each case is generated and expected once.
 * With `untilCaught` a candidate leaves at its first complaint.
 */
export function judgeAll(
  seed: number,
  candidates: readonly Candidate[],
  { untilCaught = false } = {},
): ReadonlyMap<string, Finding> {
  const findings = new Map<string, Finding>(
    candidates.map(({ name }) => [name, { cases: 0, complaints: 0, tier: 'exact' }]),
  );
  if (findings.size !== candidates.length) throw new Error('two candidates have the same name');
  let running = candidates;
  for (const example of casesOf(seed)) {
    if (running.length === 0) break;
    const operator = example.cell.operator.name;
    let expected: readonly ExpectedOutput[] | undefined;
    for (const { name, implementation, operators } of running) {
      if (operators && !operators.includes(operator)) continue;
      expected ??= example.cell.operator.expect(example.cell.version, callOf(example.proposal));
      const finding = findings.get(name)!;
      finding.cases++;
      const { message, tier } = judge(example, expected, implementation);
      if (tier) finding.tier = looser(finding.tier, tier);
      if (message === undefined) continue;
      finding.complaints++;
      finding.first ??= { id: example.id, message };
    }
    if (untilCaught) running = running.filter(({ name }) => findings.get(name)!.complaints === 0);
  }
  return findings;
}

/** The complaint about an answer, if there is one. */
function judge(
  example: Case,
  expected: readonly ExpectedOutput[],
  implementation: Implementation,
): { readonly message?: string; readonly tier?: Tier } {
  try {
    const { accepted, message, tier } = compare(expected, implementation(example));
    return { ...(!accepted && { message: message! }), ...(tier && { tier }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return example.proposal.rejectable ? {} : { message: error.message };
  }
}

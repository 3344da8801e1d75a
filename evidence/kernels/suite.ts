import type { Case } from '../../generators/suite/cases.ts';
import { looserTier, type Tier } from '../../oracles/judge/tier.ts';
import { operators } from '../../oracles/operators.ts';
import { describeUndeclared } from '../../src/backends/capabilities.ts';
import { sizeOf } from '../../src/run/trial/description.ts';
import { modelNeeds } from '../../src/run/trial/model-needs.ts';
import { quickFirst, type StandardCase } from '../quick-first.ts';
import { Choices } from './choices.ts';
import type { Candidate } from './implementation.ts';
import { judgeOf } from './verdicts.ts';

/** A case in which an answer was not accepted. */
export interface Kill {
  readonly id: string;
  /** of all its inputs together: what it costs to judge */
  readonly elements: number;
}

/** The suite's verdict on one implementation. */
export interface Finding {
  /** cases judged */
  cases: number;
  /** cases in which an answer was not accepted */
  complaints: number;
  /** those of them that the quick suite has */
  quick: number;
  /** id and message of the first of them */
  first?: { readonly id: string; readonly message: string };
  /** the first of these cases */
  readonly kills: Kill[];
  /** worst tier of the accepted answers */
  tier: Tier;
}

export type Findings = ReadonlyMap<string, Finding>;

/** Which cases of an operator are run. */
export interface Sample {
  /** only cases with these ids */
  readonly ids?: ReadonlySet<string>;
  /** of these only cases of so many elements or fewer */
  readonly upTo?: number;
  /** only those of quick */
  readonly isQuick?: boolean;
}

/** The cases of a sample, those of quick first; all of an operator if it does not restrict them. */
export function* casesOf(operator: string, seed: number, { ids, upTo, isQuick }: Sample = {}): Iterable<StandardCase> {
  const names = ids && new Set([...ids].map((id) => id.slice(0, id.lastIndexOf('/'))));
  for (const one of quickFirst(operator, seed, names && (({ name }) => names.has(name)))) {
    if (isQuick && !one.isQuick) return;
    if (ids && !ids.has(one.example.id)) continue;
    if (upTo === undefined || elementsOf(one.example) <= upTo) yield one;
  }
}

const elementsOf = ({ proposal }: Case): number => sizeOf(proposal.inputs.map(({ value, held = value }) => held));

/** How many are kept of the cases that kill an implementation. */
const kept = 50;

/**
 * Runs the cases of an operator on all candidates, case by case, so that each case is generated and expected once.
 * A candidate leaves when `enough` complaints were found: as quick's cases come first, it is known by then whether quick has one.
 */
export function judgeOperator(
  operator: string,
  seed: number,
  candidates: readonly Candidate[],
  { enough = Number.POSITIVE_INFINITY, ...sample }: Sample & { readonly enough?: number } = {},
): Findings {
  const concerned = candidates.filter(({ operators: own }) => !own || own.includes(operator));
  const findings = unjudged(concerned);
  let running = concerned.map(({ name, start, dtypes, ids }) => ({
    finding: findings.get(name)!,
    isTried: (example: Case) =>
      (!ids || ids.has(example.id)) &&
      describeUndeclared(dtypes ? { dtypes } : {}, () => modelNeeds(example)) === undefined,
    implementation: start(),
    choices: new Choices(),
  }));
  if (running.length === 0) return findings;
  for (const { example, isQuick } of casesOf(operator, seed, { ...idsOf(concerned), ...sample })) {
    const tried = running.filter(({ isTried }) => isTried(example));
    const judge = tried.length > 0 ? judgeOf(example) : undefined;
    if (!judge) continue;
    for (const { finding, implementation, choices } of tried) {
      const { message: complaint, tier, observations } = judge(implementation);
      const message = complaint ?? choices.add(example, observations);
      finding.cases++;
      if (tier) finding.tier = looserTier(finding.tier, tier);
      if (message === undefined) continue;
      finding.complaints++;
      if (isQuick) finding.quick++;
      finding.first ??= { id: example.id, message };
      if (finding.kills.length < kept) finding.kills.push({ id: example.id, elements: elementsOf(example) });
    }
    running = running.filter(({ finding }) => finding.complaints < enough);
    if (running.length === 0) break;
  }
  return findings;
}

/** The cases that somebody is tried on, where nobody is tried on all. */
function idsOf(candidates: readonly Candidate[]): Pick<Sample, 'ids'> {
  const own = candidates.flatMap(({ ids }) => ids ?? []);
  return own.length === candidates.length ? { ids: new Set(own.flatMap((ids) => [...ids])) } : {};
}

/** The same for every operator in turn, each by processes of its own. */
export function judgeAll(
  seed: number,
  candidates: readonly Candidate[],
  { enough = Number.POSITIVE_INFINITY, ...sample }: Sample & { readonly enough?: number } = {},
): Findings {
  const findings = unjudged(candidates);
  for (const { name } of operators) {
    const running = candidates.filter((candidate) => findings.get(candidate.name)!.complaints < enough);
    add(findings, judgeOperator(name, seed, running, { enough, ...sample }));
  }
  return findings;
}

/** Findings of nothing yet. */
export function unjudged(candidates: readonly Pick<Candidate, 'name'>[]): Map<string, Finding> {
  const findings = new Map<string, Finding>(
    candidates.map(({ name }) => [name, { cases: 0, complaints: 0, quick: 0, kills: [], tier: 'exact' }]),
  );
  if (findings.size !== candidates.length) throw new Error('two candidates have the same name');
  return findings;
}

/** Adds what another part of the suite says. */
export function add(findings: ReadonlyMap<string, Finding>, part: Findings): void {
  for (const [name, { cases, complaints, quick, first, kills, tier }] of part) {
    const finding = findings.get(name)!;
    finding.cases += cases;
    finding.complaints += complaints;
    finding.quick += quick;
    if (first) finding.first ??= first;
    finding.kills.push(...kills);
    finding.tier = looserTier(finding.tier, tier);
  }
}

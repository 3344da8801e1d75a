import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Program } from '../../generators/fuzz/program.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { tensorsIn } from '../../oracles/numerics/value.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { counts } from '../../reports/schema/case-result.ts';
import { count, list, number } from '../../reports/schema/fields.ts';
import { type OutcomeCounts, outcomes } from '../../reports/schema.ts';
import { type FuzzFinding, readFinding, type StoredFinding, storeFinding } from './finding.ts';

/** A batch of some hundred programs, determined by these numbers and the selection. */
export interface BatchRef {
  readonly seed: number;
  readonly batch: number;
  /** the number of its first programs to run; all if absent */
  readonly programs?: number;
}

/** Returns the first backend whose runtime has another version, if any: "onnxruntime-node is 1.31.0, and was 1.30.0". */
export function otherVersion(
  { versions: before }: Pick<BatchResult, 'versions'>,
  now: BatchResult['versions'],
): string | undefined {
  const [name] = Object.keys(now).filter((one) => before[one] !== undefined && before[one] !== now[one]);
  return name === undefined ? undefined : `${name} is ${now[name]}, and was ${before[name]}`;
}

/** How often each class of programs was drawn: `operator Add`, `dtype float16`, `rank 0`. */
export type Coverage = Readonly<Record<string, number>>;

/** Seconds of a run by the clock, by who took them: the parts add up to the total. */
export interface FuzzSeconds {
  /** waiting for answers while idle */
  readonly runtime: number;
  /** searching for causes of failures and for smaller programs */
  readonly investigation: number;
  /** computing accepted answers and judging, without investigation */
  readonly oracle: number;
  /** drawing programs */
  readonly generation: number;
  readonly total: number;
}

/** The result of one or several batches. */
export interface BatchResult {
  /** the complete batches, in ascending order */
  readonly batches: readonly number[];
  readonly programs: number;
  /** the versions of the runtimes, by name of the backend */
  readonly versions: Readonly<Record<string, string>>;
  /** the numbers of outcomes, by name of the backend */
  readonly outcomes: Readonly<Record<string, OutcomeCounts>>;
  readonly coverage: Coverage;
  /** one per backend and id, by id */
  readonly findings: readonly FuzzFinding[];
  /** the numbers of answers that differ between backends and are all accepted, by policy or `rounding` */
  readonly open: Readonly<Record<string, number>>;
  /** errors of the oracle, each with the first program that it did not judge */
  readonly faults: Readonly<Record<string, string>>;
  readonly seconds: FuzzSeconds;
}

/** A result in the form of JSON. */
export type StoredBatchResult = Omit<BatchResult, 'findings'> & { readonly findings: readonly StoredFinding[] };

export const storeResult = (result: BatchResult): StoredBatchResult => ({
  ...result,
  findings: result.findings.map(storeFinding),
});

const counted = v.record(v.string(), count());
const storedResult = v.object({
  batches: list(count(), ''),
  programs: count(),
  versions: v.record(v.string(), v.string()),
  outcomes: v.record(v.string(), counts),
  coverage: counted,
  findings: v.array(v.unknown()),
  open: counted,
  faults: v.record(v.string(), v.string()),
  seconds: v.object({
    runtime: number(),
    investigation: number(),
    oracle: number(),
    generation: number(),
    total: number(),
  }),
});

/**
 * Reads a result from JSON that others may have written.
 * @param batch the expected batch; any if absent
 * @throws BadInput if it is not a result, is of another batch, or has a finding of a backend that was not asked
 */
export function readResult(stored: unknown, batch?: number): BatchResult {
  const checked = v.safeParse(storedResult, stored, { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    throw new BadInput(`no result of the fuzzer: at ${v.getDotPath(issue) ?? 'the whole'}, ${issue.message}`);
  }
  const { findings: written, ...own } = checked.output;
  if (batch !== undefined && !isDeepStrictEqual(own.batches, [batch])) {
    throw new BadInput(
      `a result of ${own.batches.length === 0 ? 'no whole batch' : `batch ${own.batches.join(', ')}`}`,
    );
  }
  const findings = written.map((finding) => readFinding(finding));
  const stranger = findings.find(({ backend }) => !Object.hasOwn(own.outcomes, backend.name));
  if (stranger) throw new BadInput(`finding ${stranger.id} is of ${stranger.backend.name}, which was not asked`);
  return { ...own, findings };
}

export const noResult: BatchResult = {
  batches: [],
  programs: 0,
  versions: {},
  outcomes: {},
  coverage: {},
  findings: [],
  open: {},
  faults: {},
  seconds: { runtime: 0, investigation: 0, oracle: 0, generation: 0, total: 0 },
};

/** Merges two results, in any order. A batch must not be in both. */
export function mergeResults(a: BatchResult, b: BatchResult): BatchResult {
  return {
    batches: [...a.batches, ...b.batches].sort((x, y) => x - y),
    programs: a.programs + b.programs,
    versions: { ...a.versions, ...b.versions },
    outcomes: merged(
      a.outcomes,
      b.outcomes,
      (one, other) =>
        Object.fromEntries(outcomes.map((name) => [name, one[name] + other[name]])) as unknown as OutcomeCounts,
    ),
    coverage: merged(a.coverage, b.coverage, plus),
    findings: mergeFindings([...a.findings, ...b.findings]),
    open: merged(a.open, b.open, plus),
    faults: merged(a.faults, b.faults, (one, other) => (one < other ? one : other)),
    seconds: merged({ ...a.seconds }, { ...b.seconds }, plus) as unknown as FuzzSeconds,
  };
}

const plus = (a: number, b: number) => a + b;

function merged<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  both: (a: T, b: T) => T,
): Record<string, T> {
  const all: Record<string, T> = { ...a };
  for (const [key, value] of Object.entries(b)) all[key] = key in all ? both(all[key]!, value) : value;
  return all;
}

/** Merges findings to one per backend and id, sorted by id. */
export function mergeFindings(findings: readonly FuzzFinding[]): FuzzFinding[] {
  const all = new Map<string, FuzzFinding>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const known = all.get(key);
    all.set(key, known ? mergeTwo(known, finding) : finding);
  }
  return [...all.values()].sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
}

/** Returns the key that findings of one cause share. */
export const keyOf = ({ backend, id }: Pick<FuzzFinding, 'backend' | 'id'>): string => `${id} ${backend.name}`;

/** Merges two findings of one cause. The one with the smaller program is kept. */
export function mergeTwo(a: FuzzFinding, b: FuzzFinding): FuzzFinding {
  const [first] = isSmaller(b, a) ? [b] : [a];
  return {
    ...first!,
    count: a.count + b.count,
    always: a.always.filter((name) => b.always.includes(name)),
  };
}

/** A total order of findings: reproduced ones first, then fewer nodes, runs, empty tensors and elements, then drawn earlier. */
function isSmaller(a: FuzzFinding, b: FuzzFinding): boolean {
  const [x, y] = [weightOf(a), weightOf(b)];
  const at = x.findIndex((value, i) => value !== y[i]);
  return at >= 0 && x[at]! < y[at]!;
}

const sizesOf = ({ graph, runs }: Program): readonly number[] => {
  const given = runs.flatMap((run) => [...run.values()].flatMap((value) => tensorsIn(value)));
  const tensors = [...graph.initializers.values(), ...given];
  const counts = tensors.map(({ dims }) => elementCount(dims));
  return [counts.filter((count) => count === 0).length, counts.reduce((sum, count) => sum + count, 0)];
};

const weightOf = ({ reproduced, program, drawn }: FuzzFinding): readonly number[] => [
  ['shrunk', 'drawn', 'not-reproducible'].indexOf(reproduced),
  program.graph.nodes.length,
  program.runs.length,
  ...sizesOf(program),
  drawn.seed,
  drawn.batch,
  drawn.index,
];

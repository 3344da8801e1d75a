import * as v from 'valibot';
import { problemKinds } from '../oracles/acceptance/comparator.ts';
import { faultNames } from '../oracles/acceptance/fault.ts';
import { tiers } from '../oracles/acceptance/tier.ts';
import { levels } from '../oracles/level.ts';
import { dtypes } from '../oracles/numerics/dtype.ts';
import {
  type Accuracy,
  type BrokenRule,
  type Capabilities,
  type CaseResult,
  type Cell,
  type DataUse,
  type ElementFailure,
  type Explanation,
  type Facts,
  type FailedClause,
  type Finding,
  type IllegalCell,
  type IllegalModels,
  type IllegalResult,
  illegalOutcomes,
  type Launch,
  type MatrixCell,
  type NodeCell,
  type NotRejected,
  type Observation,
  type ObservedPolicy,
  type OpsetSpan,
  outcomes,
  type Place,
  type Report,
  type RunOptions,
  type SecondLook,
  type Unsupported,
} from './schema.ts';

/**
 * The schema as data, to check what is read and written. The compiler holds each shape against its interface: a missing
 * or an extra key does not compile. The order of keys here is the order in the file.
 */
type Keys<T> = { readonly [K in keyof T]-?: v.GenericSchema<unknown, Exclude<T[K], undefined>> };

const text = v.string();
const number = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const dtype = v.picklist(dtypes);
const tier = v.picklist(tiers);
const problem = v.picklist(problemKinds);
const level = v.picklist(levels);

/** A record has no declared order of keys, so it gets the alphabet's. */
export function sorted<V>(record: { [key: string]: V }): { [key: string]: V } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
const countByName = v.pipe(v.record(text, count), v.transform(sorted));

function optionalEach<K extends string, S extends v.GenericSchema>(keys: readonly K[], schema: S) {
  const entries = keys.map((key) => [key, v.exactOptional(schema)]);
  return v.object(Object.fromEntries(entries) as Record<K, v.ExactOptionalSchema<S, undefined>>);
}

const counts = v.object(Object.fromEntries(outcomes.map((outcome) => [outcome, count])) as OutcomeShape);
type OutcomeShape = Record<(typeof outcomes)[number], typeof count>;

const failure = v.object({
  output: count,
  index: v.array(count),
  got: text,
  exact: text,
  allowed: text,
  fault: v.exactOptional(v.picklist(faultNames)),
} satisfies Keys<ElementFailure>);

const observation = v.object({
  policy: text,
  choice: text,
  among: v.exactOptional(v.pipe(v.array(text), v.minLength(2))),
} satisfies Keys<Observation>);

const facts = v.object({
  words: v.array(text),
  measures: v.pipe(v.record(text, number), v.transform(sorted)),
} satisfies Keys<Facts>);

const explanation = v.object({ id: text, text } satisfies Keys<Explanation>);

/** One line of results.jsonl. */
export const caseResult = v.object({
  id: text,
  operator: text,
  version: count,
  dtype,
  clause: text,
  level,
  opset: count,
  dataClass: text,
  outcome: v.picklist(outcomes),
  problem: v.exactOptional(problem),
  breaks: v.exactOptional(level),
  tier: v.exactOptional(tier),
  errorOverBound: v.exactOptional(number),
  vacuous: v.exactOptional(count),
  message: v.exactOptional(text),
  failure: v.exactOptional(failure),
  younger: v.exactOptional(text),
  explanations: v.exactOptional(v.array(explanation)),
  alone: v.exactOptional(v.picklist(['right', 'wrong'])),
  atFault: v.exactOptional(v.object({ operator: text, version: count, dtype } satisfies Keys<NodeCell>)),
  observations: v.exactOptional(v.array(observation)),
  inputs: v.exactOptional(text),
  summary: text,
  facts: v.exactOptional(facts),
  size: count,
} satisfies Keys<CaseResult>);

const illegalCounts = v.object(Object.fromEntries(illegalOutcomes.map((outcome) => [outcome, count])) as IllegalShape);
type IllegalShape = Record<(typeof illegalOutcomes)[number], typeof count>;

/** One line of illegal.jsonl. */
export const illegalResult = v.object({
  id: text,
  operator: text,
  version: count,
  dtype,
  rule: text,
  opset: count,
  outcome: v.picklist(illegalOutcomes),
  message: v.exactOptional(text),
  summary: text,
  size: count,
} satisfies Keys<IllegalResult>);

const backend = v.pipe(
  v.objectWithRest({ name: text, version: text }, text),
  v.transform(({ name, version, ...rest }) => ({ name, version, ...sorted(rest) })),
);

const capabilities = v.object({
  opsets: v.exactOptional(v.union([v.tuple([count, count]), v.tuple([count])])),
  dtypes: v.exactOptional(v.array(dtype)),
} satisfies Keys<Capabilities>);

const texts = v.pipe(v.record(text, text), v.transform(sorted));
const launch = v.object({
  backend: text,
  options: v.exactOptional(texts),
  env: v.exactOptional(texts),
  cwd: v.exactOptional(text),
  config: v.exactOptional(text),
  timeout: number,
  startTimeout: number,
  memoryLimit: v.exactOptional(count),
} satisfies Keys<Launch>);

const options = v.object({
  seed: number,
  ids: v.array(text),
  opsets: v.array(count),
  dtypes: v.array(dtype),
  requireTier: tier,
  suite: v.exactOptional(v.literal('full')),
  policies: v.exactOptional(v.array(observation)),
  gateIllegal: v.exactOptional(v.boolean()),
  vectors: v.exactOptional(text),
} satisfies Keys<RunOptions>);

const matrixCell = v.object({
  operator: text,
  version: count,
  firstOpset: count,
  lastOpset: count,
  counts,
  byDType: optionalEach(dtypes, counts),
  byOpset: v.record(text, counts),
} satisfies Keys<MatrixCell>);

const cell = v.object({
  operator: text,
  version: count,
  dtype,
  clause: text,
  level,
  cases: count,
  counts,
} satisfies Keys<Cell>);

const failedClause = v.object({
  operator: text,
  version: count,
  clause: text,
  level,
  text,
  source: text,
  dtypes: v.array(dtype),
  failed: count,
  findings: v.array(count),
  cases: count,
  smallest: caseResult,
  replay: text,
} satisfies Keys<FailedClause>);

const place = v.object({ operator: text, version: count, dtypes: v.array(dtype), cases: count } satisfies Keys<Place>);

const pattern = {
  message: v.exactOptional(text),
  cases: count,
  of: count,
  where: v.array(place),
  opsets: v.array(v.object({ first: count, last: count } satisfies Keys<OpsetSpan>)),
};

const finding = v.object({
  id: text,
  explanation: v.exactOptional(explanation),
  outcome: v.picklist(['fail', 'error', 'crash', 'timeout']),
  problem: v.exactOptional(problem),
  ...pattern,
  common: v.optional(v.array(text), []),
  always: v.optional(v.array(text), []),
  clauses: v.array(text),
  level,
  smallest: caseResult,
  other: v.exactOptional(caseResult),
  again: v.exactOptional(
    v.object({ outcome: v.picklist(outcomes), stderr: v.exactOptional(text) } satisfies Keys<SecondLook>),
  ),
  replay: text,
} satisfies Keys<Finding>);

const unsupported = v.object({
  ...pattern,
  common: v.optional(v.array(text), []),
  example: text,
} satisfies Keys<Unsupported>);

const policy = v.object({
  policy: text,
  operator: text,
  dtype,
  choices: countByName,
  versions: v.pipe(v.record(text, v.array(count)), v.transform(sorted)),
  contradictions: v.exactOptional(count),
} satisfies Keys<ObservedPolicy>);

const accuracy = v.object({
  operator: text,
  dtype,
  worstTier: v.exactOptional(tier),
  worstErrorOverBound: number,
  worstCase: v.exactOptional(text),
  tiers: optionalEach(tiers, count),
  failed: count,
  vacuousElements: count,
} satisfies Keys<Accuracy>);

const data = v.object({
  operator: text,
  dtype,
  classes: countByName,
  missing: v.exactOptional(v.array(text)),
} satisfies Keys<DataUse>);

const notRejected = v.object({
  outcome: v.picklist(['accepted', 'crash', 'timeout', 'undecided']),
  cases: count,
  where: v.array(place),
  smallest: illegalResult,
  replay: text,
} satisfies Keys<NotRejected>);

const illegal = v.object({
  planned: count,
  totals: illegalCounts,
  rules: v.array(
    v.object({ rule: text, text, counts: illegalCounts, notRejected: v.array(notRejected) } satisfies Keys<BrokenRule>),
  ),
  cells: v.array(
    v.object({
      operator: text,
      version: count,
      dtype,
      rule: text,
      cases: count,
      counts: illegalCounts,
    } satisfies Keys<IllegalCell>),
  ),
} satisfies Keys<IllegalModels>);

/** The whole of report.json. */
export const report = v.object({
  schemaVersion: v.literal(1),
  tool: v.object({ name: text, version: text }),
  backend,
  capabilities: v.exactOptional(capabilities),
  launch: v.exactOptional(launch),
  options,
  complete: v.boolean(),
  planned: count,
  totals: counts,
  matrix: v.array(matrixCell),
  cells: v.array(cell),
  findings: v.array(finding),
  failedClauses: v.array(failedClause),
  unsupported: v.array(unsupported),
  policies: v.array(policy),
  accuracy: v.array(accuracy),
  data: v.array(data),
  illegal: v.exactOptional(illegal),
  incidents: v.object({ count, first: v.array(text) }),
  notKnown: v.exactOptional(v.object({ count, operators: countByName })),
  // reports of earlier releases have none
  problems: v.optional(v.array(text), []),
  times: v.object({ started: text, seconds: number, oracleSeconds: number, workers: v.exactOptional(count) }),
} satisfies Keys<Report>);

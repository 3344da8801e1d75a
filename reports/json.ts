import * as v from 'valibot';
import { BadInput } from '../oracles/bad-input.ts';
import { withFiniteError } from './finite.ts';
import type { CaseResult, ElementFailure, Explanation, Facts, IllegalResult, Observation, Report } from './schema.ts';
import * as shape from './shape.ts';

/** report.json: two spaces, the schema's order of keys, a newline at the end. Equal reports give equal bytes. */
export function writeReport(report: Report): string {
  return `${JSON.stringify(v.parse(shape.report, report), null, 2)}\n`;
}

/**
 * Reads report.json. `name` is what an error message calls it. Keys that the schema does not have are dropped.
 * @throws BadInput if it is no JSON, of another schema version, or not a report
 */
export function parseReport(text: string, name = 'report.json'): Report {
  const data = parseJson(text, name);
  const version = (data as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (version !== undefined && version !== 1) {
    throw new BadInput(
      `${name} has schemaVersion ${JSON.stringify(version)}, this release reads 1: use the release that wrote it`,
    );
  }
  return check(shape.report, data, name, 'report');
}

/**
 * One line of results.jsonl, its newline included. There are tens of thousands of them, so they are not held against the
 * schema: the compiler sees to the keys, and the tests to their order.
 * @throws Error for a number that JSON does not have
 */
export function writeResult(given: CaseResult): string {
  const result = withFiniteError(given);
  const { version, opset, vacuous = 0, size, failure, observations, atFault, facts } = result;
  if (!Number.isFinite(version + opset + vacuous + size)) throw new Error(`${result.id}: a count is not finite`);
  // an absent value is left out by JSON.stringify
  const line: Keys<CaseResult> = {
    id: result.id,
    operator: result.operator,
    version,
    dtype: result.dtype,
    clause: result.clause,
    level: result.level,
    opset,
    dataClass: result.dataClass,
    outcome: result.outcome,
    problem: result.problem,
    breaks: result.breaks,
    tier: result.tier,
    errorOverBound: result.errorOverBound,
    vacuous: result.vacuous,
    message: result.message,
    failure: failure && ordered(failure),
    younger: result.younger,
    explanations: result.explanations?.map(({ id, text }): Keys<Explanation> => ({ id, text })),
    alone: result.alone,
    atFault: atFault && { operator: atFault.operator, version: atFault.version, dtype: atFault.dtype },
    observations: observations?.map(({ policy, choice, among }): Keys<Observation> => ({ policy, choice, among })),
    inputs: result.inputs,
    summary: result.summary,
    facts: facts && ({ words: facts.words, measures: shape.sorted(facts.measures) } satisfies Keys<Facts>),
    size,
  };
  return `${JSON.stringify(line)}\n`;
}

/** One line of illegal.jsonl, its newline included. */
export function writeIllegalResult(result: IllegalResult): string {
  return `${JSON.stringify(v.parse(shape.illegalResult, result))}\n`;
}

type Keys<T> = { readonly [K in keyof T]-?: unknown };

function ordered({ output, index, got, exact, allowed, fault }: ElementFailure): Keys<ElementFailure> {
  return { output, index, got, exact, allowed, fault };
}

/**
 * Reads one line of results.jsonl. `name` says which, for the error message: "results.jsonl line 12".
 * @throws BadInput if it is not a result; the last line of a run that was killed may be cut short
 */
export function parseResult(line: string, name = 'result'): CaseResult {
  return check(shape.caseResult, parseJson(line, name), name, 'result');
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadInput(`${name} is not JSON: ${oneLine((error as Error).message)}`);
  }
}

function check<T>(schema: v.GenericSchema<unknown, T>, data: unknown, name: string, kind: string): T {
  const checked = v.safeParse(schema, data, { abortEarly: true });
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const path = v.getDotPath(issue) ?? 'the whole';
  throw new BadInput(`${name} is not a ${kind}: at ${path}, ${oneLine(issue.message)}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

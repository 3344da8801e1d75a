import * as v from 'valibot';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { CaseResult, Report, RunState } from '../schema.ts';
import { caseResult, outcomesOf } from './case-result.ts';
import { sorted } from './fields.ts';
import { withFiniteError } from './finite.ts';
import * as schema from './report.ts';

/** report.json: two spaces, the schema's order of keys, a newline at the end. Equal reports give equal bytes. */
export function writeReport(report: Report): string {
  return `${JSON.stringify(v.parse(schema.report, report), null, 2)}\n`;
}

/**
 * Reads report.json. `name` is what an error message calls it. Keys that the schema does not have are dropped.
 * @throws BadInput if it is no JSON, of another schema version, or not a report
 */
export function parseReport(text: string, name = 'report.json'): Report {
  return checkReport(parseJson(text, name), name);
}

/** The same of what was read as JSON already. @throws BadInput if it is of another schema version, or not a report */
export const checkReport = (data: unknown, name: string): Report =>
  check(schema.report, ofThisVersion(data, name), name, 'report');

/** run.json, as {@link writeReport} writes. */
export function writeRunState(state: RunState): string {
  return `${JSON.stringify(v.parse(schema.runState, state), null, 2)}\n`;
}

/**
 * Reads run.json.
 * @throws BadInput if it is no JSON, of another schema version, or not the state of a run
 */
export function parseRunState(text: string, name = 'run.json'): RunState {
  return check(schema.runState, ofThisVersion(parseJson(text, name), name), name, 'run');
}

/** The same, unless it says that it is of another version of the schema. */
function ofThisVersion(data: unknown, name: string): unknown {
  const version = (data as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (version === undefined || version === schema.schemaVersion) return data;
  const [theirs, ours] = [JSON.stringify(version), schema.schemaVersion];
  throw new BadInput(
    `${name} has schemaVersion ${theirs}, this release reads ${ours}: run it again, or use the release that wrote it`,
  );
}

const inOrder = ordering(caseResult);

/**
 * One line of results.jsonl, its newline included. There are tens of thousands of them, so they are not held against the
 * schema: they take from it the order of their keys.
 * @throws Error for a number that JSON does not have
 */
export function writeResult(given: CaseResult): string {
  const result = withFiniteError(given);
  const { version, opset, vacuous = 0, size } = result;
  if (!Number.isFinite(version + opset + vacuous + size)) throw new Error(`${result.id}: a count is not finite`);
  return `${JSON.stringify(inOrder(result))}\n`;
}

/** What orders keys: an object by its entries, a record by the alphabet. */
interface OrderedSchema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, OrderedSchema>>;
  readonly item?: OrderedSchema;
  readonly wrapped?: OrderedSchema;
}

/** Puts the keys of what a schema describes in its order, and leaves out what it does not have. */
function ordering({ type, entries, item, wrapped }: OrderedSchema): (value: unknown) => unknown {
  if (wrapped) return ordering(wrapped);
  if (type === 'record') return (value) => sorted(value as Record<string, unknown>);
  if (item) {
    const each = ordering(item);
    return (value) => (value as readonly unknown[]).map(each);
  }
  if (!entries) return (value) => value;
  const fields = Object.entries(entries).map(([key, field]) => ({ key, inOrder: ordering(field) }));
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>;
    const own: Record<string, unknown> = {};
    for (const { key, inOrder } of fields) if (given[key] !== undefined) own[key] = inOrder(given[key]);
    return own;
  };
}

/**
 * Reads one line of results.jsonl. `name` says which, for the error message: "results.jsonl line 12".
 * @throws BadInput if it is not a result; the last line of a run that was killed may be cut short
 */
export function parseResult(line: string, name = 'result'): CaseResult {
  const result = check(caseResult, parseJson(line, name), name, 'result');
  if (outcomesOf(result).includes(result.outcome)) return result;
  const kind = result.isInvalid ? 'an invalid model' : 'a valid case';
  throw new BadInput(`${name} is not a result: ${result.outcome} is not an outcome of ${kind}`);
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
  const problem =
    issue.expected !== null && issue.received === 'undefined' ? 'nothing is there' : oneLine(issue.message);
  throw new BadInput(`${name} is not a ${kind}: at ${path}, ${problem}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

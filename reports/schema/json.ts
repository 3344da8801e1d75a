import * as v from 'valibot';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { CaseResult, Report, RunState } from '../schema.ts';
import { caseResult, outcomesOf } from './case-result.ts';
import { sorted } from './fields.ts';
import { withFiniteError } from './finite.ts';
import * as schema from './report.ts';

/** Returns report.json: two spaces, the schema's order of keys, a newline at the end. Equal reports give equal bytes. */
export function writeReport(report: Report): string {
  return `${JSON.stringify(v.parse(schema.report, report), null, 2)}\n`;
}

/**
 * Parses report.json. Keys that the schema does not have are dropped.
 * @param name the name of the file in error messages
 * @throws BadInput if it is not JSON, has another schema version, or is not a report
 */
export function parseReport(text: string, name = 'report.json'): Report {
  return checkReport(parseJson(text, name), name);
}

/** Validates parsed JSON as a report. @throws BadInput if it has another schema version, or is not a report */
export const checkReport = (data: unknown, name: string): Report =>
  check(schema.report, ofThisVersion(data, name), name, 'report');

/** Returns run.json, in the form of {@link writeReport}. */
export function writeRunState(state: RunState): string {
  return `${JSON.stringify(v.parse(schema.runState, state), null, 2)}\n`;
}

/**
 * Reads run.json.
 * @throws BadInput if it is not JSON, has another schema version, or is not the state of a run
 */
export function parseRunState(text: string, name = 'run.json'): RunState {
  return check(schema.runState, ofThisVersion(parseJson(text, name), name), name, 'run');
}

/** Returns data of this schema version. @throws BadInput if they have another version */
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
 * Returns one line of results.jsonl, including its newline. There are tens of thousands of lines, so they are not validated
 * against the schema; only their keys are in its order.
 * @throws Error for a number that JSON cannot hold
 */
export function writeResult(given: CaseResult): string {
  const result = withFiniteError(given);
  const { version, opset, vacuous = 0, size } = result;
  if (!Number.isFinite(version + opset + vacuous + size)) throw new Error(`${result.id}: a count is not finite`);
  return `${JSON.stringify(inOrder(result))}\n`;
}

/** The parts of a schema that order keys: an object by its entries, a record alphabetically. */
interface OrderedSchema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, OrderedSchema>>;
  readonly item?: OrderedSchema;
  readonly wrapped?: OrderedSchema;
}

/** Returns a function that sorts the keys of a value in the order of a schema, and drops unknown keys. */
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
 * Parses one line of results.jsonl.
 * @param name the line in error messages: "results.jsonl line 12"
 * @throws BadInput if it is not a result; the last line of a killed run may be incomplete
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

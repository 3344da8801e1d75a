import * as v from 'valibot';
import { caseResult, invalidOutcomeMeanings, outcomeMeanings, problemMeanings } from './case-result.ts';
import { expectations } from './expectations.ts';
import { failedClause, finding, unsupported } from './findings.ts';
import { accuracy, cell, dataUse, matrixCell, observedPolicy, rejections, report, runState } from './report.ts';

/** The parts of any schema of valibot. */
interface SchemaPart extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, SchemaPart>>;
  readonly item?: SchemaPart;
  readonly items?: readonly SchemaPart[];
  readonly literal?: unknown;
  readonly options?: readonly SchemaPart[];
  readonly pipe?: readonly SchemaPart[];
  readonly value?: SchemaPart;
  readonly wrapped?: SchemaPart;
}

const schemas: Readonly<Record<string, v.GenericSchema>> = {
  caseResult,
  report,
  runState,
  matrix: matrixCell,
  cells: cell,
  findings: finding,
  unsupported,
  failedClauses: failedClause,
  policies: observedPolicy,
  accuracy,
  data: dataUse,
  invalid: rejections,
  expectations,
};
/** Objects with a table of their own, or already part of one. */
const shown = new Set(Object.values(schemas).map((schema) => (schema as SchemaPart).entries));

/** The tables of docs/report-schema.md by name: every field of every file, and the meanings of values. */
export const tables: Readonly<Record<string, string>> = {
  outcomes: meaningsOf('outcome', outcomeMeanings),
  problems: meaningsOf('problem', problemMeanings),
  invalidOutcomes: meaningsOf('outcome', invalidOutcomeMeanings),
  ...Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      table(['field', 'type', 'meaning'], fieldsOf(schema as SchemaPart)),
    ]),
  ),
};

/**
 * Returns a page with its tables regenerated, each between `<!-- made: NAME -->` and `<!-- end -->`.
 * @throws Error for an unknown name of a table
 */
export function withTables(page: string): string {
  return page.replace(/(<!-- made: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, start: string, name: string, end) => {
    if (tables[name] === undefined) throw new Error(`there is no table ${name}`);
    return `${start}${tables[name]}\n${end}`;
  });
}

function meaningsOf(what: string, meanings: Readonly<Record<string, string>>): string {
  return table(
    [what, 'meaning'],
    Object.entries(meanings).map(([name, meaning]) => [`\`${name}\``, meaning]),
  );
}

/** Returns a row for each field. The fields of an object follow it at its first occurrence. */
function fieldsOf({ entries = {} }: SchemaPart, path = ''): string[][] {
  return Object.entries(entries).flatMap(([name, field]) => {
    const part = field.wrapped ?? field;
    const isOptional = field.type === 'exact_optional';
    const type = `${typeOf(part)}${isOptional ? ', optional' : ''}`;
    const inner = part.item ?? part;
    const row = [`\`${path}${name}\``, type, v.getDescription(part) ?? ''];
    if (inner.type !== 'object' || shown.has(inner.entries) || v.getTitle(inner) !== undefined) return [row];
    shown.add(inner.entries);
    return [row, ...fieldsOf(inner, `${path}${name}${part.item ? '[]' : ''}.`)];
  });
}

/** Names the type of a field: "integer", "strings", "list", "object of integers". */
function typeOf(part: SchemaPart): string {
  switch (part.type) {
    case 'picklist':
      return 'string';
    case 'number':
      return isInteger(part) ? 'integer' : 'number';
    case 'literal':
      return `\`${JSON.stringify(part.literal)}\``;
    case 'union':
      return typeOf(part.options![0]!);
    case 'tuple':
      return several(part.items![0]!);
    case 'array':
      return several(part.item!);
    case 'record':
      return `object of ${several(part.value!)}`;
    case 'object_with_rest':
      return 'object of strings';
    default:
      return v.getTitle(part) ?? part.type;
  }
}

/** Names several values of a type: "strings"; several objects are a list. */
function several(part: SchemaPart): string {
  if (part.type === 'array') return 'lists';
  if (part.type !== 'object') return `${typeOf(part)}s`;
  return v.getTitle(part) ?? 'list';
}

function isInteger({ type, pipe = [] }: SchemaPart): boolean {
  return type === 'integer' || pipe.some(isInteger);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

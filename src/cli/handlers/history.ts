import wrapAnsi from 'wrap-ansi';
import { opsetRange } from '../../../oracles/operators.ts';
import type { Clause, Operator, OperatorVersion } from '../../../oracles/spec/operator.ts';
import { releaseOf } from '../../../oracles/spec/releases.ts';
import { formatSource, spanOf } from '../../../oracles/spec/source.ts';
import { columnsOf } from '../terminal.ts';
import { indented } from './format-topic.ts';

/** Prints the release of ONNX that added each of some clauses of an operator version, and the earlier texts. */
export function printHistory(operator: Operator, version: OperatorVersion, clauses: readonly Clause[]): void {
  const { first, last } = opsetRange(operator, version);
  const came = releaseOf(first);
  const changed = clauses.filter(({ source }) => source.before);
  const rest = clauses.filter(({ source }) => !source.before);
  const old = rest.filter(({ source }) => source.since);
  const others = rest.filter(({ source }) => !source.since);
  const lines = [
    `${operator.name}-${version.since}${version.opset ? '' : ` came with ONNX ${came}, and`} is in force at opsets ${first} to ${last}.`,
    ...changed.flatMap((clause) => ['', ...timeline(clause)]),
    ...section(`As old as the version, in ONNX since ${came}`, [old.map(({ id }) => id).join(', ')]),
    ...section(
      'No sentence of ONNX',
      others.map(({ id, source }) => `${id}: ${formatSource(source)}`),
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Returns a clause and its earlier texts, the newest first, with the releases in a separate column. */
function timeline({ id, text, source: { place, since, before = [] } }: Clause): string[] {
  const rows = [
    [`since ${since}`, `${text} (${place})`] as const,
    ...before.toReversed().map((reading) => [spanOf(reading), reading.wording] as const),
  ];
  const column = Math.max(...rows.map(([when]) => when.length)) + 2;
  const width = Math.min(columnsOf(process.stdout), 100) - 4 - column;
  const shown = rows.flatMap(([when, said]) =>
    wrapAnsi(said, width)
      .split('\n')
      .map((line, i) => `    ${(i === 0 ? when : '').padEnd(column)}${line}`),
  );
  return [id, ...shown];
}

function section(title: string, texts: readonly string[]): string[] {
  const shown = texts.filter((text) => text !== '');
  return shown.length > 0 ? ['', title, ...shown.flatMap(indented)] : [];
}

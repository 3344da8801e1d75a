import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as functions from '../../oracles/arithmetic/functions.ts';
import { operators } from '../../oracles/operators.ts';

const text = readFileSync(new URL('../../docs/proofs.md', import.meta.url), 'utf8');

type Named = readonly [name: string, accuracy: functions.PublishedAccuracy];

const elementary = Object.values(functions)
  .filter((value): value is functions.ElementaryFunction => typeof value === 'object' && 'inDoubles' in value)
  .map((f): Named => [f.name, f])
  .sort(([a], [b]) => (a < b ? -1 : 1));
const published = operators.flatMap(({ name, accuracy }): Named[] => (accuracy ? [[name, accuracy]] : []));
const all: readonly Named[] = [
  ...elementary,
  ['pow', functions.powerAccuracy],
  ['rsqrt', functions.rsqrtAccuracy],
  ...published,
];

/** What stands behind the names in a row of the table. */
function cells({ ulps, ulps16, ofOne, perLogarithm, dtypes, source }: functions.PublishedAccuracy): string {
  const least = ofOne ? `; ${ofOne} of 1 up to 32 bits` : '';
  const more = perLogarithm ? `, ${perLogarithm} more for each unit of the logarithm` : '';
  return `${ulps}${least}${more} | ${ulps16}${least}${more} | ${dtypes?.join(', ') ?? 'all'} | ${source} |`;
}

test('the page has every published accuracy that is admitted, with its source', () => {
  const kinds = [...new Set(all.map(([, accuracy]) => cells(accuracy)))];
  const rows = kinds.map((kind) => {
    const names = all.filter(([, accuracy]) => cells(accuracy) === kind).map(([name]) => `\`${name}\``);
    return `| ${names.join(', ')} | ${kind}`;
  });
  const [, table = ''] = text.split('## Published accuracies');
  const shown = table.split('\n## ')[0]!.split('\n');
  expect(shown.filter((line) => line.startsWith('| `'))).toEqual(rows);
});

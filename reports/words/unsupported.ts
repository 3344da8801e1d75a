import { judged, sumCounts } from '../schema/counts.ts';
import type { OutcomeCounts, Report } from '../schema.ts';
import { groupBy } from '../tally/grouping.ts';
import { opsetsInWords, spans } from '../tally/opsets.ts';
import { inList, plural } from './plural.ts';

/** How many dtypes are named, and how much of a message is told. */
const maxDTypes = 3;
const maxMessage = 60;

/**
 * Why cases were declined, in a line: opsets and dtypes of which none was judged, and what the backend says most of the others:
 * "60 cases are not supported: opsets 1–6; bfloat16; else mostly 'no kernel for Foo'". Empty if there are none.
 */
export function unsupportedSummary({ unsupported, totals, matrix }: Report): string {
  if (totals.unsupported === 0) return '';
  const byOpset = matrix.flatMap((cell) => Object.entries(cell.byOpset));
  const opsets = judged(totals) > 0 ? without(byOpset).map(Number) : [];
  const dtypes = judged(totals) > 0 ? without(matrix.flatMap(({ byDType }) => Object.entries(byDType))) : [];
  const tried = byOpset.map(([opset]) => Number(opset));
  // what was not asked is told by what is declared
  const most = unsupported.find(
    ({ message, where }) =>
      message &&
      !message.startsWith('not asked: ') &&
      where.some((place) => place.dtypes.some((dtype) => !dtypes.includes(dtype))),
  );
  const told = [
    ...(opsets.length > 0 ? [opsetsInWords(spans(opsets, tried))] : []),
    ...(dtypes.length > 0 ? [dtypesInWords(dtypes)] : []),
    ...(most ? [`${opsets.length + dtypes.length > 0 ? 'else ' : ''}mostly '${shortened(most.message!)}'`] : []),
  ];
  const verb = totals.unsupported === 1 ? 'is' : 'are';
  return `${plural(totals.unsupported, 'case')} ${verb} not supported${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
}

/** The keys under which nothing was judged. */
function without(entries: readonly (readonly [string, OutcomeCounts])[]): string[] {
  return [...groupBy(entries, ([key]) => key)]
    .filter(([, own]) => judged(sumCounts(own.map(([, counts]) => counts))) === 0)
    .map(([key]) => key);
}

function dtypesInWords(dtypes: readonly string[]): string {
  const hidden = dtypes.length - maxDTypes;
  return hidden > 1 ? `${dtypes.slice(0, maxDTypes).join(', ')} and ${hidden} more dtypes` : inList(dtypes);
}

const shortened = (text: string): string => (text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text);

import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import type { Accuracy, Report } from '../schema.ts';
import { groupBy } from '../tally/grouping.ts';
import { compareErrors, errorsInWords } from '../words/errors.ts';
import { accuracyFigure, tiersInWords } from '../words/phrases.ts';
import { plural } from '../words/plural.ts';
import { accumulatorInWords } from '../words/sixteen-bits.ts';
import { vacuousElements, vacuousInWords, vacuousScope, vacuousTitle } from '../words/vacuous.ts';
import { grid, hangingIndent } from './layout.ts';
import { errorTitle, type Page, title } from './page.ts';

/** Worst tier and worst error per operator and dtype; dtypes without any error take one line together. */
export function accuracySection(report: Report, page: Page): string[] {
  const { accuracy } = report;
  if (accuracy.length === 0) return [];
  const { columns, colors } = page;
  const { perfect, imperfect } = byPerfection(accuracy);
  const rows = [...groupBy(accuracy, ({ operator }) => operator)].map(([operator, own]) => [
    operator,
    ...imperfect.map((dtype) =>
      figure(
        own.find((entry) => entry.dtype === dtype),
        page,
      ),
    ),
  ]);
  const head = ['', ...imperfect].map(colors.dim);
  return [
    ...title('Accuracy', 'worst tier reached, worst error / proven bound, ✗ wrong cases', page),
    ...(imperfect.length > 0 ? grid([head, ...rows], columns) : []),
    ...perfectLines(accuracy, perfect, page),
    ...tierLines(accuracy, page),
    ...accumulatorLines(report, page),
    ...errorLines(report, page),
  ];
}

/** How far functions are from the exact values. */
function errorLines({ accuracy }: Report, page: Page): string[] {
  const rows = compareErrors([accuracy]);
  if (rows.length === 0) return [];
  const present = dtypes.filter((dtype) => rows.some((row) => row.dtype === dtype));
  const cells = [...groupBy(rows, ({ operator }) => operator)].map(([operator, own]) => [
    operator,
    ...present.map((dtype) =>
      own
        .filter((row) => row.dtype === dtype)
        .map((row) => errorsInWords(row, 0))
        .join(''),
    ),
  ]);
  return [
    '',
    ...errorTitle('Accuracy of functions', page),
    ...grid([['', ...present].map(page.colors.dim), ...cells], page.columns),
  ];
}

/** Dtypes without any error in any operator, and the others. */
function byPerfection(accuracy: readonly Accuracy[]): { perfect: DType[]; imperfect: DType[] } {
  const present = dtypes.filter((dtype) => accuracy.some((entry) => entry.dtype === dtype));
  const isPerfect = (entry: Accuracy) => entry.worstTier === 'exact' && entry.worstErrorOverBound === 0;
  const perfect = present.filter((dtype) => accuracy.every((entry) => entry.dtype !== dtype || isPerfect(entry)));
  return { perfect, imperfect: present.filter((dtype) => !perfect.includes(dtype)) };
}

function perfectLines(accuracy: readonly Accuracy[], perfect: readonly DType[], { columns }: Page): string[] {
  const fails = (dtype: DType) => accuracy.some((entry) => entry.dtype === dtype && entry.failed > 0);
  const throughout = perfect.filter((dtype) => !fails(dtype));
  const apart = perfect.filter(fails);
  return [
    ...(throughout.length > 0 ? hangingIndent('  ', `exact throughout: ${throughout.join(', ')}`, columns) : []),
    ...(apart.length > 0 ? hangingIndent('  ', `exact apart from failed cases: ${apart.join(', ')}`, columns) : []),
  ];
}

function figure(entry: Accuracy | undefined, { colors }: Page): string {
  const parts = entry ? accuracyFigure(entry) : [];
  return parts.map((part) => (part.endsWith('✗)') ? colors.red(part) : part)).join(' ');
}

/** Beside the worst, how most cases did. */
function tierLines(accuracy: readonly Accuracy[], { columns }: Page): string[] {
  const counts = accuracy.map((entry) => entry.tiers);
  const total = counts.flatMap((byTier) => Object.values(byTier)).reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  return hangingIndent('  ', `${plural(total, 'case')} by worst tier: ${tiersInWords(counts)}`, columns);
}

function accumulatorLines(report: Report, { columns }: Page): string[] {
  const told = accumulatorInWords(report);
  return told === undefined ? [] : hangingIndent('  ', told, columns);
}

/** What stands whatever it is, by operator and clause. */
export function vacuousSection(report: Report, page: Page): string[] {
  const told = vacuousInWords(report);
  if (told === undefined) return [];
  const where = vacuousElements(report).map(vacuousScope).join(', ');
  return [...title(vacuousTitle, told, page), ...hangingIndent('  ', page.colors.yellow(where), page.columns)];
}

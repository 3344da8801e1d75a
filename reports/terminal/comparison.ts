import picocolors from 'picocolors';
import { broken, judged } from '../schema/counts.ts';
import { opsetRange } from '../tally/opsets.ts';
import { boundsLegend } from '../words/bounds.ts';
import { behavioursOf, figureInWords, figureLegend, placesInWords, shared } from '../words/compared.ts';
import type { ComparedPolicy } from '../words/compared-policies.ts';
import { type ComparedOperator, type Comparison, standingOf } from '../words/comparison.ts';
import { errorsInWords } from '../words/errors.ts';
import { accuracyFigure } from '../words/phrases.ts';
import { plural } from '../words/plural.ts';
import { share } from '../words/share.ts';
import { symptomOf } from '../words/symptom.ts';
import { grid, hangingIndent, sanitize } from './layout.ts';
import { errorTitle, type Page, title } from './page.ts';

export interface ComparisonOptions {
  /** width to fill */
  readonly columns?: number;
  readonly color?: boolean;
  /** also what all runtimes do alike, operators that none breaks, and operators by opset */
  readonly full?: boolean;
}

/** How many operators are told unless all are to be. */
const maxOperators = 16;

/** A comparison for a person at a terminal: each runtime has a letter, which the first lines explain. */
export function renderComparison(compared: Comparison, options: ComparisonOptions = {}): string {
  const colors = picocolors.createColors(options.color ?? false);
  const page = { columns: Math.max(options.columns ?? 80, 40), colors };
  const { full = false } = options;
  const sections = [
    runtimesSection(compared, page),
    policySection(compared, page, full),
    findingSection(compared, page),
    errorSection(compared, page, full),
    boundSection(compared, page, full),
    operatorSection(compared, page, full),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** A, B … Z, AA: what a runtime is called. */
const letter = (i: number): string =>
  i < 26 ? String.fromCharCode(65 + i) : letter(Math.floor(i / 26) - 1) + letter(i % 26);

function runtimesSection({ runtimes, unequal }: Comparison, page: Page): string[] {
  const { colors, columns } = page;
  const head = ['', 'passes', 'wrong', 'not supported'].map(colors.dim);
  const rows = runtimes.map(({ name, backend, totals }, i) => [
    `${colors.cyan(letter(i))}  ${sanitize(name.includes(backend.version) ? name : `${name} ${backend.version}`)}`,
    share(totals),
    `${broken(totals)} of ${judged(totals)}`,
    `${totals.unsupported}`,
  ]);
  const care = unequal.map(
    ({ what, values }) => `${what}: ${values.map((value, i) => `${letter(i)} ${value}`).join(', ')}`,
  );
  return [
    ...title(plural(runtimes.length, 'runtime'), 'side by side', page),
    ...grid([head, ...rows], columns),
    ...care.flatMap((text) => hangingIndent(colors.yellow('  not equal: '), sanitize(text), columns, 3)),
  ];
}

/** For each open point what each runtime does. */
function policySection({ policies, runtimes }: Comparison, page: Page, full: boolean): string[] {
  if (policies.length === 0) return [];
  const differing = policies.filter(({ differs }) => differs);
  const alike = policies.filter(({ differs }) => !differs);
  const remark = `runtimes differ at ${differing.length} of ${policies.length}`;
  return [
    ...title('What the text leaves open', remark, page),
    ...(full ? policies : differing).flatMap((policy) => policyLines(policy, runtimes.length, page, full)),
    ...(full || alike.length === 0
      ? []
      : hangingIndent('  all alike: ', `${alike.map(({ policy }) => policy).join(', ')} (--full)`, page.columns)),
  ];
}

/** Columns that operators get before what the runtimes do there. */
const placeWidth = 32;

function policyLines(policy: ComparedPolicy, runtimes: number, { columns, colors }: Page, full: boolean): string[] {
  return [
    ...hangingIndent('  ', `${colors.bold(policy.policy)}  ${policy.open}`, columns),
    ...(full && policy.silence !== '' ? hangingIndent('    ', colors.dim(`the text: ${policy.silence}`), columns) : []),
    ...policy.rows.flatMap((row) => {
      const all = behavioursOf(row).map(({ text, runtimes: own }) => {
        const who = own.length === runtimes ? 'all' : own.map(letter).join(' ');
        return `${colors.cyan(who)}: ${text}`;
      });
      const place = placesInWords(policy, row);
      if (place.length < placeWidth) return hangingIndent(`    ${place.padEnd(placeWidth)}`, all.join('; '), columns);
      const indent = ' '.repeat(4 + placeWidth);
      return [...hangingIndent('    ', place, columns), ...hangingIndent(indent, all.join('; '), columns)];
    }),
  ];
}

/** What several runtimes get wrong alike. */
function findingSection({ findings, runtimes }: Comparison, page: Page): string[] {
  if (findings.length === 0) return [];
  const several = shared(findings);
  const room = Math.max(24, page.columns - 4 - 7 * runtimes.length);
  const rows = several.map(({ most, seen }) => [
    shortened(sanitize(symptomOf(most)), room),
    ...seen.map((one) => (one ? `${one.cases}` : '')),
  ]);
  const others = runtimes.map(({ findings: all }, i) => all - several.filter(({ seen }) => seen[i]).length);
  return [
    ...title('Findings of several runtimes', 'numbers of cases', page),
    ...grid(
      [
        ['', ...runtimes.map((_, i) => letter(i))].map(page.colors.dim),
        ...rows,
        ['findings of its own', ...others.map((count) => `+ ${count}`)].map(page.colors.dim),
      ],
      page.columns,
    ),
  ];
}

/** How accurate functions are: of float32, unless all is to be told. */
function errorSection({ errors, runtimes }: Comparison, page: Page, full: boolean): string[] {
  const told = full ? errors : errors.filter(({ dtype }) => dtype === 'float32');
  if (told.length === 0) return [];
  const rows = told.map((row) => [
    `${row.operator}${full ? ` ${row.dtype}` : ''}`,
    ...runtimes.map((_, i) => errorsInWords(row, i)),
  ]);
  const hidden = errors.filter((row) => !told.includes(row));
  const failing = hidden.filter(({ kinds }) => kinds.some(({ errors: own }) => own.some((one) => one?.failed)));
  return [
    ...errorTitle(`Accuracy of functions${full ? '' : ' in float32'}`, page),
    ...grid([['', ...runtimes.map((_, i) => letter(i))].map(page.colors.dim), ...rows], page.columns),
    ...(hidden.length > 0
      ? [
          `  … ${plural(hidden.length, 'more row')} of other types${failing.length > 0 ? `, ${failing.length} with ✗` : ''}: --full`,
        ]
      : []),
  ];
}

/** How near to their bounds other operators come: of float32, unless all is to be told. */
function boundSection({ bounds, runtimes }: Comparison, page: Page, full: boolean): string[] {
  const told = full ? bounds : bounds.filter(({ dtype }) => dtype === 'float32').slice(0, maxOperators);
  if (told.length === 0) return [];
  const rows = told.map(({ operator, dtype, seen }) => [
    `${operator}${full ? ` ${dtype}` : ''}`,
    ...seen.map((one) => (one ? accuracyFigure(one).join(' ') : '')),
  ]);
  const hidden = bounds.length - told.length;
  return [
    ...title(`Errors and bounds${full ? '' : ' in float32'}`, boundsLegend, page),
    ...grid([['', ...runtimes.map((_, i) => letter(i))].map(page.colors.dim), ...rows], page.columns),
    ...(hidden > 0 ? [`  … ${plural(hidden, 'more row')}: --full`] : []),
  ];
}

function operatorSection({ operators, runtimes }: Comparison, page: Page, full: boolean): string[] {
  if (operators.length === 0) return [];
  const worst = operators.filter((one) => breakers(one) > 0).sort((a, b) => breakers(b) - breakers(a));
  const told = full ? operators : worst.slice(0, maxOperators);
  const head = ['', ...runtimes.map((_, i) => letter(i))].map(page.colors.dim);
  const rows = told.flatMap(({ operator, counts, bands }) => {
    if (!full) return [[operator, ...counts.map(figureInWords)]];
    return bands.map((band) => [`${operator} ${opsetRange(band.opsets)}`, ...band.counts.map(figureInWords)]);
  });
  const hidden = worst.length - told.length;
  const intact = operators.length - worst.length;
  const rest = [
    ...(hidden > 0 ? [`${plural(hidden, 'more operator')} that some runtime breaks`] : []),
    ...(intact > 0 ? [`${plural(intact, 'operator')} that none breaks`] : []),
  ];
  return [
    ...title(full ? 'Operators by opset' : 'Operators that most runtimes break', figureLegend, page),
    ...(rows.length > 0 ? grid([head, ...rows], page.columns) : []),
    ...(full || rest.length === 0 ? [] : hangingIndent('  … ', `${rest.join('; ')}: --full`, page.columns)),
  ];
}

/** How many runtimes break an operator. */
const breakers = ({ counts }: ComparedOperator): number =>
  counts.filter((one) => one && standingOf(one) === 'breaks').length;

const shortened = (text: string, room: number): string => (text.length > room ? `${text.slice(0, room - 1)}…` : text);

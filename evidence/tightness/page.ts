import { markdownTable } from 'markdown-table';
import { codeSpan, escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { type Tightness, wideFrom } from './measure.ts';

/** The page names operators whose bounds are never used beyond this share. */
const little = 0.05;

/** docs/tightness.md. */
export function pageOf(lines: readonly Tightness[]): string {
  const unused = lines.filter(({ shares }) => shares.length > 0 && shares.at(-1)! < little);
  const none = lines.filter(({ shares }) => shares.length === 0).map(({ operator }) => operator);
  const kernels = Math.min(...lines.map((line) => line.kernels));
  return `${[
    '# How much of the bounds correct kernels use',
    'Written by `npm run evidence -- tightness`. It concerns the operators that add floats. All [correct ' +
      `kernels](../evidence/detection.md#correct-implementations) of an operator (${kernels} or more) answer the cases of seed 1. ` +
      'Each element that some kernel does not round exactly is measured. Its worst error is divided by the ' +
      '[bound](proofs.md#the-bounds-elsewhere): 100 % is the last value accepted. Elements whose answers show a ' +
      `choice, and elements without an effective bound, are left out. A bound of ${wideFrom} units in the last place or ` +
      'more is called wide. ' +
      'A narrower bound accepts few values, and kernels often return the last of them.',
    tableOf(lines),
    'For sums of many terms, the bound holds for the worst order and grows with the number of terms. The error of usual ' +
      'orders grows with the square root of that number. Therefore GlobalAveragePool and GlobalLpPool use little of wide ' +
      'bounds. Where terms cancel, bounds are wide in units of the small result, and are used fully.',
    ...(none.length > 0
      ? [`Not measured: ${none.join(', ')}. These kernels compute exactly if an input has 64-bit integers.`]
      : []),
    unused.length === 0
      ? `Every measured bound is used beyond ${inPercent(little)}.`
      : `Never used beyond ${inPercent(little)}: ${unused.map(({ operator }) => operator).join(', ')}.`,
  ].join('\n\n')}\n`;
}

/** A row for each operator. */
export function tableOf(lines: readonly Tightness[]): string {
  const head = [
    'operator',
    'kernels',
    'elements',
    'median',
    'worst',
    'of wide bounds',
    'median',
    'worst',
    'the worst',
    'by the kernel',
  ];
  const rows = lines.map(({ operator, kernels, shares, ofWide, worst }) => [
    operator,
    String(kernels),
    ...figures(shares),
    ...figures(ofWide),
    worst ? codeSpan(worst.id) : '',
    worst ? escapeMarkdown(worst.kernel) : '',
  ]);
  return markdownTable([head, ...rows], { align: [...'lrrrrrrrll'], alignDelimiters: false });
}

/** The number of shares, their median and the greatest. */
const figures = (shares: readonly number[]): readonly string[] => [
  shares.length.toLocaleString('en-US'),
  ...(shares.length > 0 ? [shares[Math.floor(shares.length / 2)]!, shares.at(-1)!].map(inPercent) : ['', '']),
];

const inPercent = (share: number): string => `${share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`;

import { markdownTable } from 'markdown-table';
import { codeSpan, escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { type Tightness, wideFrom } from './measure.ts';

/** A bound of which kernels use less is explained. */
const little = 0.05;

/** docs/tightness.md. */
export function pageOf(lines: readonly Tightness[]): string {
  const unused = lines.filter(({ shares }) => shares.length > 0 && shares.at(-1)! < little);
  const none = lines.filter(({ shares }) => shares.length === 0).map(({ operator }) => operator);
  const kernels = Math.min(...lines.map((line) => line.kernels));
  return `${[
    '# How much of the bounds correct kernels use',
    'Written by `npm run evidence -- tightness`. Of each operator whose floats are added up, all [correct kernels](../DETECTION.md#correct-implementations) ' +
      `(${kernels} or more) answer the cases of seed 1. Of each element that some kernel does not round as the exact value would be, the worst ` +
      'error is divided by the [bound](proofs.md#the-bounds-elsewhere): 100 % is the last value that stands. Elements whose answers tell a ' +
      `choice, and those whose bound says nothing, are left out. A bound is wide from ${wideFrom} units in the last place on: narrower ones leave ` +
      'a few values, of which one is soon the last.',
    tableOf(lines),
    'In sums of many terms the bound holds for the worst order, and grows with their number; usual orders err by its root at most. That is why ' +
      'GlobalAveragePool and GlobalLpPool use little of wide bounds. Bounds of what cancels are wide in units of the little that is left, and used up.',
    ...(none.length > 0
      ? [`Not measured: ${none.join(', ')}. These kernels compute exactly where an input has integers of 64 bits.`]
      : []),
    unused.length === 0
      ? `Every bound that is measured is used beyond ${inPercent(little)}.`
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

/** How many, the median and the greatest. */
const figures = (shares: readonly number[]): readonly string[] => [
  shares.length.toLocaleString('en-US'),
  ...(shares.length > 0 ? [shares[Math.floor(shares.length / 2)]!, shares.at(-1)!].map(inPercent) : ['', '']),
];

const inPercent = (share: number): string => `${share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`;

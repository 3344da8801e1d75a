import { unique } from '../aggregate/grouping.ts';
import type { OutcomeCounts } from '../schema.ts';
import type { ComparedBehaviour, ComparedPolicy } from './compared-policies.ts';
import { type ComparedFinding, standingOf } from './comparison.ts';
import { describeBehaviour, formatNames } from './phrases.ts';
import { share } from './share.ts';

/** Explains the marks of {@link describeFigure}. */
export const figureLegend = '✓ all judged cases pass · * some are not supported · – none is';

/** Formats a share of passing cases: "✓", "97.4 %", "✓*", "–"; empty if the run had no case. */
export function describeFigure(counts: OutcomeCounts | null): string {
  if (!counts) return '';
  const some = counts.unsupported > 0 ? '*' : '';
  switch (standingOf(counts)) {
    case 'passes':
      return `✓${some}`;
    case 'breaks':
      return `${share(counts)}${some}`;
    case 'unsupported':
      return '–';
    case 'not run':
      return '';
  }
}

/** Describes the places of a row: "ReduceA, ReduceB: float16"; with dtypes if an operator behaves differently in others. */
export function describePlaces({ rows }: ComparedPolicy, row: ComparedBehaviour): string {
  const operatorsOf = ({ scopes }: ComparedBehaviour) => scopes.flatMap(({ operators }) => operators);
  const others = new Set(rows.filter((one) => one !== row).flatMap(operatorsOf));
  const whole = operatorsOf(row).filter((operator) => !others.has(operator));
  const parts = row.scopes
    .map(({ operators, dtypes }) => ({ own: operators.filter((operator) => others.has(operator)), dtypes }))
    .filter(({ own }) => own.length > 0)
    .map(({ own, dtypes }) => `${formatNames(own.toSorted())}: ${dtypes.join(' ')}`);
  return [...(whole.length > 0 ? [formatNames(whole.sort())] : []), ...parts].join('; ');
}

/** Returns the behaviours in a row with the indices of their runtimes; the most frequent one comes first. */
export function behavioursOf({ seen }: ComparedBehaviour): { readonly text: string; readonly runtimes: number[] }[] {
  const texts = seen.map((behaviour) => behaviour && describeBehaviour(behaviour));
  return unique(texts.filter((text) => text !== null))
    .map((text) => ({ text, runtimes: texts.flatMap((other, i) => (other === text ? [i] : [])) }))
    .sort((a, b) => b.runtimes.length - a.runtimes.length);
}

/** Returns the findings that several runtimes have. */
export const sharedFindings = (findings: readonly ComparedFinding[]): readonly ComparedFinding[] =>
  findings.filter(({ seen }) => seen.filter((one) => one !== null).length > 1);

import { type Measured, mostConditions } from './measure.ts';

/** The lines of a table: the part of the faults that each suite shows, with its interval, by conditions and by family. */
export function summaryOf(all: readonly Measured[]): readonly string[] {
  const byConditions = Array.from({ length: mostConditions }, (_, i) =>
    rowOf(
      `${i + 1} ${i === 0 ? 'condition' : 'conditions'}`,
      all.filter(({ conditions }) => conditions === i + 1),
    ),
  );
  const families = [...new Set(all.map(({ family }) => family))].sort();
  const missed = all.filter(({ standard }) => standard === undefined);
  const unmet = missed.filter(({ met }) => met === 0).length;
  return [
    `faults drawn                   shown by standard       by quick`,
    ...byConditions,
    rowOf('all', all),
    '',
    ...families.map((family) =>
      rowOf(
        family,
        all.filter((one) => one.family === family),
      ),
    ),
    '',
    `not shown by standard: ${missed.length}; of ${unmet} no case has the conditions, of ${missed.length - unmet} the data of each hide it`,
  ];
}

function rowOf(name: string, all: readonly Measured[]): string {
  const part = (count: number) => `${percent(count / all.length)} (${intervalOf(count, all.length)})`.padEnd(22);
  const [standard, quick] = (['standard', 'quick'] as const).map((suite) => all.filter((one) => one[suite]).length);
  return `${name.padEnd(22)} ${String(all.length).padStart(6)}   ${part(standard!)} ${part(quick!)}`.trimEnd();
}

const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

/** The interval that holds the part with 95 % probability (Wilson, 1927). */
function intervalOf(count: number, of: number): string {
  const z = 1.96;
  const part = count / of;
  const middle = (part + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((part * (1 - part)) / of + z ** 2 / (4 * of ** 2));
  return `${(100 * (middle - half)).toFixed(0)} to ${(100 * (middle + half)).toFixed(0)}`;
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from 'markdown-table';
import type { Measured } from './measure.ts';

/** Of some faults, how many there are, of how many some case of standard has the conditions, and how many each suite shows. */
export interface Shown {
  readonly faults: number;
  readonly met: number;
  readonly standard: number;
  readonly quick: number;
}

/** What was measured on the faults of a seed. */
export interface Figures {
  readonly seed: number;
  /** faults that were asked for of each operator */
  readonly each: number;
  /** by the number of conditions, in words */
  readonly conditions: Readonly<Record<string, Shown>>;
  readonly families: Readonly<Record<string, Shown>>;
}

/** The file with the summaries of all operators, one entry for each seed; npm runs scripts and tests in its folder. */
export const figuresFile = 'evidence/drawn/figures.json';

export const storedFigures = (file = figuresFile): readonly Figures[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures[]) : [];

/** Takes the place of what was measured with the same seed before. */
export function storeFigures(own: Figures, file = figuresFile): void {
  const others = storedFigures(file).filter(({ seed }) => seed !== own.seed);
  const all = [...others, own].toSorted((a, b) => a.seed - b.seed);
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

/** Counts what became of faults. */
export function figuresOf(all: readonly Measured[], seed: number, each: number): Figures {
  const by = (keyOf: (one: Measured) => string) =>
    Object.fromEntries(
      [...new Set(all.map(keyOf))].sort().map((key) => [key, shownOf(all.filter((one) => keyOf(one) === key))]),
    );
  return {
    seed,
    each,
    conditions: by(({ conditions }) => `${conditions} ${conditions === 1 ? 'condition' : 'conditions'}`),
    families: by(({ family }) => family),
  };
}

const shownOf = (all: readonly Measured[]): Shown => ({
  faults: all.length,
  met: all.filter(({ met }) => met > 0).length,
  standard: all.filter(({ standard }) => standard !== undefined).length,
  quick: all.filter(({ quick }) => quick !== undefined).length,
});

/** The part of the faults of some seeds that each suite shows, with its interval, by conditions and by family. */
export function tableOf(all: readonly Figures[], isPadded = true): string {
  const rowsOf = (records: readonly Readonly<Record<string, Shown>>[]) =>
    [...new Set(records.flatMap(Object.keys))].sort().map((key) =>
      rowOf(
        key,
        records.flatMap((record) => record[key] ?? []),
      ),
    );
  const conditions = all.map((one) => one.conditions);
  return markdownTable(
    [
      ['faults drawn', 'faults', 'a case of standard has the conditions', 'shown by standard', 'shown by quick'],
      ...rowsOf(conditions),
      rowOf('**all**', conditions.flatMap(Object.values<Shown>)),
      ...rowsOf(all.map(({ families }) => families)),
    ],
    { align: [...'lrrrr'], alignDelimiters: isPadded },
  );
}

function rowOf(name: string, all: readonly Shown[]): string[] {
  const sum = (of: keyof Shown) => all.reduce((total, one) => total + one[of], 0);
  const part = (of: keyof Shown) => `${percent(sum(of) / sum('faults'))} % (${intervalOf(sum(of), sum('faults'))})`;
  return [name, sum('faults').toLocaleString('en-US'), part('met'), part('standard'), part('quick')];
}

const percent = (part: number) => (100 * part).toFixed(1);

/** The interval that holds the part with 95 % probability (Wilson, 1927). */
export function intervalOf(count: number, of: number): string {
  const z = 1.96;
  const part = count / of;
  const middle = (part + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((part * (1 - part)) / of + z ** 2 / (4 * of ** 2));
  return `${percent(Math.max(0, middle - half))} to ${percent(middle + half)}`;
}

import type { Found } from './measure.ts';

/** Describes the results of the faults that have been tried. */
export function describeFound(all: readonly Found[]): string {
  const found = all.filter(({ programs }) => programs !== undefined);
  const shrunk = found.flatMap(({ shrunk }) => shrunk ?? []);
  const latest = found.toSorted((a, b) => b.programs! - a.programs!).slice(0, 10);
  const largest = found.toSorted((a, b) => (b.shrunk?.elements ?? 0) - (a.shrunk?.elements ?? 0)).slice(0, 15);
  return [
    `${found.length} of ${all.length} faults are found`,
    `programs to the first finding: ${spread(found.map(({ programs }) => programs!))}`,
    `seconds of CPU to the first finding: ${spread(found.map(({ seconds }) => seconds!))}`,
    `elements of the shrunk program: ${spread(shrunk.map(({ elements }) => elements))}`,
    `nodes of the shrunk program: ${spread(shrunk.map(({ nodes }) => nodes))}`,
    `${found.length - shrunk.length} show only after other programs, and are not shrunk`,
    'found last:',
    ...latest.map(({ fault, programs, seconds }) => `  ${programs} programs, ${seconds!.toFixed(2)} s: ${fault}`),
    'largest when shrunk:',
    ...largest.map(({ fault, shrunk }) => `  ${shrunk?.elements} elements: ${fault}: ${shrunk?.words.slice(0, 200)}`),
    'not found:',
    ...all.filter(({ programs }) => programs === undefined).map(({ fault }) => `  ${fault}`),
  ].join('\n');
}

/** "median 3, worst 120". */
function spread(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const rounded = (x: number | undefined) => (x === undefined ? '-' : String(Math.round(x * 100) / 100));
  return `median ${rounded(sorted[Math.floor(sorted.length / 2)])}, worst ${rounded(sorted.at(-1))}`;
}

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { Tier } from '../../oracles/judge/tier.ts';
import { writeWhole } from '../../vectors/onnx/files.ts';
import { fieldsByLine } from '../by-line.ts';

/** A fault is caught if this many cases of the default run show it: one may be luck. */
export const enough = 3;

/**
 * A fault leaves an operator when so many of its cases have caught it. It is several times what is wanted, so that all figures that are
 * near to that are exact, and that there are small cases to choose from; most faults come to it within the cases of quick.
 */
export const plenty = 20;

/** What the cases of an operator say of all kernels that concern it. */
export interface Findings {
  /** a hash of its cases */
  readonly hash: string;
  /** cases of the default run */
  readonly cases: number;
  /** attributes and inputs that too few cases show, a line each */
  readonly hardlyShown: readonly string[];
  /** by name */
  readonly faults: Readonly<Record<string, Caught>>;
  readonly right: Readonly<Record<string, Passed>>;
}

/** Cases that caught a fault, `plenty` at most; how many of them quick has; ids of small ones, without the operator, for `npm test`. */
export type Caught = readonly [cases: number, quick: number, ...ids: string[]];

/** Cases that a right kernel was run on, the worst tier, and where it was accused: how often, and the first complaint. */
export type Passed = readonly [cases: number, tier: Tier, accused?: number, first?: string];

/** What is stored of an operator. */
export interface Measurement extends Findings {
  /** when it was measured, in UTC */
  readonly date: string;
  /** of the repository */
  readonly commit: string;
}

/** The folder with a file for each operator, relative to that of package.json, where npm runs scripts and tests. */
const folder = 'evidence/detection/measured';
const pathOf = (operator: string): string => `${folder}/${operator}.json`;

/** Takes the place of the measurement before it. */
export function store(operator: string, measurement: Measurement): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(pathOf(operator), `{\n${fieldsByLine(measurement)}\n}\n`);
}

/** What is stored of operators that were measured, of those that are named. */
export function storedMeasurements(operators: readonly string[]): ReadonlyMap<string, Measurement> {
  const found = operators.filter((name) => existsSync(pathOf(name))).map((name) => [name, read(name)] as const);
  return new Map(found.filter(([, { date }]) => date !== undefined));
}

/** Ids of cases that caught each fault, by its name; none of a fault that shows only after many others. */
export function casesThatCatch(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const file of readdirSync(folder)) {
    const operator = file.replace(/\.json$/, '');
    for (const [name, [, , ...ids]] of Object.entries(read(operator).faults)) {
      all.set(name, [...(all.get(name) ?? []), ...ids.map((id) => `${operator}/${id}`)]);
    }
  }
  return all;
}

const read = (operator: string): Measurement => JSON.parse(readFileSync(pathOf(operator), 'utf8'));

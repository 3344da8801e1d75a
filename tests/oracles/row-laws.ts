import { expect } from 'vitest';
import type { ElementAcceptance, ElementVerdict } from '../../oracles/judge/acceptance.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import { row } from './call.ts';

/** A row of a dtype that an operator version reduces to one element. */
export interface Row {
  readonly name: string;
  readonly opset: number;
  readonly dtype: DType;
  readonly terms: readonly NumericScalar[];
}

const acceptanceOf = ({ name, dtype, terms, opset }: Row): ElementAcceptance => row(name, dtype, terms, opset);

/** Answers to put to an acceptance: its own, near and far neighbours of it, and what is never near. */
function probes({ best }: ElementAcceptance, dtype: DType): readonly NumericScalar[] {
  if (typeof best === 'bigint') return [best, best + 1n, best - 1n, 0n];
  const format = formatOf(dtype);
  if (format.kind !== 'float' || typeof best !== 'number') throw new Error(`${dtype} answers with ${best}`);
  const ulps = [1, 2, 8, 64, 512].flatMap((n) => [n, -n]);
  const near = ulps.map((n) => roundDouble(best * (1 + n * 2 ** (1 - format.precision)), format));
  return [best, ...near, 0, -0, Infinity, -Infinity, NaN];
}

/** What a reader learns from a verdict, without the wording. */
const ruling = (verdict: ElementVerdict) => (verdict.accepted ? (verdict.tier ?? 'anything') : 'rejected');

/** The order of the terms changes neither the answer nor what else is accepted. */
export function orderDoesNotMatter(given: Row, reordered: readonly NumericScalar[]): void {
  const [a, b] = [acceptanceOf(given), acceptanceOf({ ...given, terms: reordered })];
  expect([b.best, b.isExactInAnyOrder]).toEqual([a.best, a.isExactInAnyOrder]);
  for (const probe of probes(a, given.dtype))
    expect(ruling(b.judge(probe)), String(probe)).toBe(ruling(a.judge(probe)));
}

/** A factor of 2^k on every term is a factor of 2^(k·degree) on the answer, and on all that is accepted. */
export function scalesByDegree(given: Row, k: number, degree: number): void {
  const terms = given.terms.map((x) => Number(x) * 2 ** k);
  const [a, b] = [acceptanceOf(given), acceptanceOf({ ...given, terms })];
  const scaled = (y: NumericScalar): number => Number(y) * 2 ** (k * degree);
  expect(b.best).toBe(scaled(Number(a.best)));
  for (const probe of probes(a, given.dtype)) {
    expect(ruling(b.judge(scaled(probe))), String(probe)).toBe(ruling(a.judge(probe)));
  }
}

/** A change of every term moves the answer, up to the rounding of both answers and of what they are compared by. */
export function movesBy(given: Row, changed: readonly number[], distance: number): void {
  const [a, b] = [given.terms, changed].map((terms) => Number(acceptanceOf({ ...given, terms }).best)) as [
    number,
    number,
  ];
  const format = formatOf(given.dtype);
  if (format.kind !== 'float') throw new Error(`${given.dtype} is not rounded to nearest`);
  const ofAnswers = 2 ** -format.precision * (Math.abs(a) + Math.abs(b));
  const ofDoubles = 2 ** -51 * (Math.abs(a) + Math.abs(distance));
  expect(Math.abs(b - (a + distance))).toBeLessThanOrEqual(ofAnswers + ofDoubles);
}

/** Terms that are the identity of the operation change no answer; and whatever was accepted, is. */
export function identitiesAddNothing(given: Row, identities: readonly NumericScalar[]): void {
  const [a, b] = [acceptanceOf(given), acceptanceOf({ ...given, terms: [...given.terms, ...identities] })];
  expect(b.best === a.best || Number.isNaN(a.best), `${b.best} instead of ${a.best}`).toBe(true);
  expect(Number.isNaN(b.best)).toBe(Number.isNaN(a.best));
  for (const probe of probes(a, given.dtype)) {
    if (a.judge(probe).accepted) expect(b.judge(probe), String(probe)).toMatchObject({ accepted: true });
  }
}

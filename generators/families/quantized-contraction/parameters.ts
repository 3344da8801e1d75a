import type { InputPlan } from '../../calls/draft-of-call.ts';
import { filled, type NamedCall } from '../../notation/call-notation.ts';

/** One number that comes at run time. */
export const oneNumber = (x: number): InputPlan => filled('scalar', [x]);
/** A list of numbers. */
export const numberList = (...xs: number[]): InputPlan => filled(`${xs.length}`, xs);

/** Quantization parameters of a tensor, by its name. */
export const parameters = (name: string, scale: InputPlan, zero: InputPlan): NamedCall => ({
  [`${name}_scale`]: scale,
  [`${name}_zero_point`]: zero,
});

/** Scales with which sums are far beyond the integers of 32 bits, in units of the output. */
export const overflowingScales = (left: string, right: string): readonly NamedCall[] =>
  [200, 250, 300].map((scale) => ({
    [`${left}_scale`]: oneNumber(scale),
    [`${right}_scale`]: oneNumber(scale),
    y_scale: oneNumber(2 ** -16),
  }));

import type { InputPlan } from '../../calls.ts';
import { filled, type NamedCall } from '../../named-calls.ts';

/** One number that comes at run time. */
export const one = (x: number): InputPlan => filled('scalar', [x]);
/** A list of numbers. */
export const list = (...xs: number[]): InputPlan => filled(`${xs.length}`, xs);

/** Quantization parameters of a tensor, by its name. */
export const parameters = (name: string, scale: InputPlan, zero: InputPlan): NamedCall => ({
  [`${name}_scale`]: scale,
  [`${name}_zero_point`]: zero,
});

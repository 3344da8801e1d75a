import { type DType, formatOf } from '../../numerics/dtype.ts';
import type { Binding } from '../../spec/declaration.ts';
import { dtypesOf, type Schema } from '../../spec/schemas/schemas.ts';

const has = (schema: Schema, variable: string) => variable in schema.types;
const of = (schema: Schema, type: string): readonly DType[] => dtypesOf(schema, { type });
const isFloat = (dtype: DType) => formatOf(dtype).kind === 'float';

/**
 * Returns the types of data, scale and output to test: float32 with every output type, and every type of data and scale with two
 * output types.
 */
export function quantizationBindings(schema: Schema): readonly Binding[] {
  const separate = has(schema, 'T3');
  const [data, to] = [of(schema, 'T1'), of(schema, separate ? 'T3' : 'T2')];
  const bound = (x: DType, scale: DType, y: DType): Binding =>
    separate ? { T1: x, T2: scale, T3: y } : { T1: x, T2: y };
  const scales = separate ? of(schema, 'T2').filter(isFloat) : [];
  return distinct([
    ...to.map((y) => bound('float32', 'float32', y)),
    ...data.flatMap((x) => (['uint8', 'int8'] as const).map((y) => bound(x, isFloat(x) ? x : 'float32', y))),
    ...scales.map((scale) => bound('float32', scale, 'uint8')),
    ...(separate ? [bound('float16', 'float32', 'uint8'), bound('bfloat16', 'float16', 'int8')] : []),
  ]);
}

/**
 * Returns the types of data, scale and output to test: every type of data with a scale of float32, and other scales and outputs with
 * one or two types of data.
 */
export function dequantizationBindings(schema: Schema): readonly Binding[] {
  if (has(schema, 'T')) return of(schema, 'T').map((T) => ({ T }));
  const separate = has(schema, 'T3');
  const bound = (x: DType, scale: DType, y: DType): Binding =>
    separate ? { T1: x, T2: scale, T3: y } : { T1: x, T2: scale };
  const outputs = separate ? of(schema, 'T3') : [];
  return distinct([
    ...of(schema, 'T1').map((x) => bound(x, 'float32', 'float32')),
    ...of(schema, 'T2').flatMap((scale) =>
      (['uint8', 'int8'] as const).map((x) => bound(x, scale, scale === 'float8e8m0' ? 'float32' : scale)),
    ),
    ...outputs.map((y) => bound('uint8', 'float32', y)),
    ...(separate ? [bound('int8', 'float16', 'float32'), bound('int8', 'bfloat16', 'float16')] : []),
  ]);
}

const distinct = (all: readonly Binding[]): readonly Binding[] => [
  ...new Map(all.map((one) => [Object.values(one).join('-'), one])).values(),
];

/** Returns whether a dtype is an integer of up to 16 bits or a float of up to 8. */
const isQuantized = (dtype: DType) => formatOf(dtype).bits <= (isFloat(dtype) ? 8 : 16) && dtype !== 'float8e8m0';

const always = ['definition', 'rounding', 'saturation', 'every-number'];

/** Returns whether to test a clause with a binding: clauses that do not depend on types are tested with few. */
export function isTestedWith(clause: string, types: Binding): boolean {
  const [first, ...others] = Object.values(types) as [DType, ...DType[]];
  const last = others.at(-1) ?? 'uint8';
  const isPlain =
    ['float32', 'uint8', 'int8'].includes(first) && others.every((one) => ['float32', 'uint8', 'int8'].includes(one));
  if (clause === 'to-small-float') return isFloat(last) && formatOf(last).bits === 8;
  if (clause === 'special-values') return isFloat(first) && formatOf(first).bits === 8;
  if (clause === 'precision') return isFloat(first) && !isFloat(last);
  if (clause === 'output-dtype') return first === 'float32' || isPlain;
  // each type may have its own code for packing, and for scales along an axis
  const isOfFloat32 = [first, ...others].every((one) => one === 'float32' || isQuantized(one));
  if (clause === 'per-axis' || clause === 'blocked') return isOfFloat32;
  if (clause === 'division') return isPlain || (first === 'float32' && isFloat(last));
  if (clause === 'rounding') return !isFloat(last) && formatOf(last).bits >= 4;
  if (clause === 'difference') return !isFloat(first) && formatOf(first).bits <= 16;
  return always.includes(clause) || isPlain;
}

import { type DType, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { isRepresentable } from '../../oracles/numerics/rounding.ts';
import type { Attributes } from '../../oracles/operator.ts';
import type { CallPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';

/** Numbers, of which those are tried that both types have. */
const candidates = [0, 1, 2, 3, 5, 64, 100, 127, -1, -7, -128, 255, 1000, -2047, 2049, 65537, -16_777_217, 2 ** 31 - 1];

function has(dtype: DType, x: number): boolean {
  const format = formatOf(dtype);
  if (format.kind === 'float') return isRepresentable(x, format);
  const { min, max } = format.kind === 'integer' ? integerRange(format) : { min: 0n, max: 1n };
  return min <= x && x <= max;
}

const call = (context: PlanContext, dims: readonly number[]): CallPlan => {
  const [from, to] = [context.types.T1!, context.types.T2!];
  // every number is a truth value
  const numbers = candidates.filter((x) => has(from, x) && (to === 'bool' || has(to, x)));
  const data = { dims, numbers };
  const like = context.version.inputs.length > 1;
  const attributes = targetOf(context, to);
  return { inputs: like ? [data, { dims: [1], kind: 'zeros' }] : [data], ...(!like && { attributes }) };
};

/** The attribute that names a type: by its number, or in old versions by its name. */
function targetOf({ version }: PlanContext, dtype: DType): Attributes {
  const isNamed = version.attributes.some(({ name, type }) => name === 'to' && type === 'STRING');
  const names: Partial<Record<DType, string>> = { float32: 'FLOAT', float64: 'DOUBLE' };
  return {
    to: isNamed
      ? { type: 'STRING', value: names[dtype] ?? dtype.toUpperCase() }
      : { type: 'INT', value: formatOf(dtype).code },
  };
}

/** Conversions between types: as yet of numbers that both types have. */
export const castFamily = familyOf({
  samples: (context) => [call(context, [2, 3]), call(context, [19])],
  sizes: (context) => [[[19], [24], [2, 3]].map((dims) => call(context, dims))],
  plans: {
    *definition(context) {
      for (const dims of [[19], [5, 7], [2, 3, 4], [], [0]]) yield call(context, dims);
    },
  },
});

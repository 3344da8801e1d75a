import { formatOf } from '../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { type Reduction, resolveReduction } from '../../oracles/operators/reduction/axes.ts';
import { slicesOf } from '../../oracles/operators/reduction/slices.ts';
import { versionAt } from '../../oracles/operators.ts';
import type { Attributes, Call } from '../../oracles/spec/declaration.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { type Data, integers, tensorOf } from './data.ts';
import { forwardedAttributes, type Writing, writingAt } from './history.ts';
import { type Formula, type NumpyArithmetic, numpyIn } from './numpy/arithmetic.ts';
import type { Edition, Recipe } from './recipe.ts';
import { isUpTo, type Timeline, type VectorRelease, valueAt } from './releases.ts';

/** A test of a reduction. */
export interface ReductionTest {
  /** without the leading `test_` */
  readonly name: string;
  readonly data: Data;
  /** absent: float32 in all releases */
  readonly dtype?: Timeline<Edition['dtype']>;
  /** absent: the node has no axes; empty: they are an empty input, in versions where axes are an input */
  readonly axes?: readonly number[];
  /** absent: the attribute is left out */
  readonly keepdims?: 0 | 1;
  readonly noop?: 1;
  readonly since: VectorRelease;
  /** the last release that has it */
  readonly until?: VectorRelease;
  /** the writing of a file that stayed unchanged after the test was renamed */
  readonly leftover?: Writing;
  /** absent: every step correctly rounded to the type of the tensor */
  readonly arithmetic?: Timeline<NumpyArithmetic>;
}

/** The tests of one reduction. */
export interface ReductionTests {
  readonly operator: Operator;
  readonly formula: Formula;
  readonly writings: readonly Writing[];
  readonly tests: readonly ReductionTest[];
}

/** Returns the recipes of the tests: each as one node, and also with the function body if the operator is a function. */
export function reductionRecipes({ operator, formula, writings, tests }: ReductionTests): Recipe[] {
  return tests.flatMap((test) => {
    const make = (edition: Edition) => {
      const version = versionAt(operator, edition.writing.opset);
      const call = callOf(test, version, edition);
      return { call, outputs: [evaluate(formula, edition, resolveReduction(version, call))] };
    };
    const editionAt = (release: VectorRelease): Edition | undefined => {
      const writing = test.leftover ?? writingAt(writings, test.since, release);
      if (!writing || !isUpTo(test.since, release) || (test.until && !isUpTo(release, test.until))) return undefined;
      return {
        writing,
        dtype: valueAt(test.dtype ?? [], release) ?? 'float32',
        arithmetic: valueAt(test.arithmetic ?? [], release) ?? {},
      };
    };
    const expandedAt = (release: VectorRelease): Edition | undefined => {
      const edition = editionAt(release);
      const forwarded = valueAt(forwardedAttributes, release);
      const isFunction = edition && versionAt(operator, edition.writing.opset).body;
      return isFunction && forwarded && { ...edition, forwards: forwarded };
    };
    return [
      { test: `test_${test.name}`, operator, editionAt, make },
      { test: `test_${test.name}_expanded`, operator, editionAt: expandedAt, make },
    ];
  });
}

function callOf({ data, axes, keepdims, noop }: ReductionTest, version: OperatorVersion, { dtype }: Edition): Call {
  const axesAreInput = version.inputs.length > 1;
  const attributes: Attributes = {
    ...(!axesAreInput && axes?.length && { axes: { type: 'INTS', value: axes } }),
    ...(keepdims !== undefined && { keepdims: { type: 'INT', value: keepdims } }),
    ...(noop !== undefined && { noop_with_empty_axes: { type: 'INT', value: noop } }),
  };
  return { attributes, inputs: [tensorOf(data, dtype), ...(axesAreInput && axes ? [integers(axes)] : [])] };
}

/** Returns numpy's result, slice by slice, in the arithmetic of the edition. */
function evaluate(formula: Formula, { arithmetic }: Edition, { data, reduced, keepdims }: Reduction): Tensor {
  const dtype = data.dtype as Edition['dtype'];
  const { dims, starts, offsets } = slicesOf(data.dims, reduced, keepdims);
  // numpy sums along contiguous memory; truth values need no rounding
  const contiguous = reduced.indexOf(true) > reduced.lastIndexOf(false);
  const np = numpyIn(formatOf(arithmetic.steps ?? (dtype === 'bool' ? 'float32' : dtype)), arithmetic.log, contiguous);
  const elements = Array.from(starts, (start) =>
    formula(
      np,
      Array.from(offsets, (offset) => Number(data.data[start + offset]!)),
    ),
  );
  return nudged(tensorOf({ dims, elements: () => elements }, dtype), arithmetic.lastPlaces);
}

/** Returns the float64 tensor with elements moved away from zero by the given numbers of units in the last place. */
function nudged(result: Tensor, lastPlaces: readonly number[] | undefined): Tensor {
  if (!lastPlaces) return result;
  const bits = new BigInt64Array((result.data as Float64Array).slice().buffer);
  for (const [i, units] of lastPlaces.entries()) bits[i] = bits[i]! + BigInt(units);
  return tensor('float64', result.dims, new Float64Array(bits.buffer));
}

import { expect, it } from 'vitest';
import { batchOf } from '../../../generators/fuzz/draw.ts';
import { succeeds } from '../../../generators/fuzz/validate.ts';
import { expectGraph, expectGraphValues } from '../../../oracles/graph/expect.ts';
import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { verdictsOnly } from '../../../oracles/judge/verdicts-only.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { orderingOf } from '../../../oracles/numerics/order.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { tensorsIn } from '../../../oracles/numerics/value.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';
import { takeUpTo } from '../../../src/fuzz/shrink.ts';
import { tensorOf } from '../call.ts';
import { graphOf } from './graphs.ts';

/** Programs that are drawn, and elements of each of their outputs. */
const programs = 80;
const elements = 4;
/** Places in the order of a type by which an answer is next to the best one. */
const steps = [0n, 1n, -1n, 2n, -3n, 9n, -40n, 1000n, -123_456n];

/** Answers next to the best one, and special ones. */
function answersTo({ dtype, accept }: ExpectedOutput, index: number): NumericScalar[] {
  const best = accept(index).best as NumericScalar;
  const { first, last, positionOf, valueAt } = orderingOf(dtype);
  const near = Number.isNaN(best) ? [] : steps.map((step) => positionOf(best) + step);
  const far = formatOf(dtype).kind === 'float' ? [Number.NaN, 0, -0, Infinity, -Infinity] : [];
  return [...near.filter((at) => first <= at && at <= last).map(valueAt), ...far];
}

it('an answer stands alike whether a verdict alone is asked for or all that is known of it', () => {
  const outputs = takeUpTo(batchOf(Number(process.env.ONNX_CONFORMANCE_TEST_SEED), 0), programs).flatMap(
    ({ graph, runs }) => expectGraphValues(graph, runs[0]!).flatMap((value) => tensorsIn<ExpectedOutput>(value)),
  );
  const isNumeric = ({ dtype }: ExpectedOutput) => !['string', 'complex'].includes(formatOf(dtype).kind);
  let [standing, falling] = [0, 0];
  for (const output of outputs.filter(isNumeric)) {
    for (let i = 0; i < Math.min(elements, elementCount(output.dims)); i++) {
      // of some elements, as of norms of order 0 and of bits of integers that floats decide, there is no answer
      if (!succeeds(() => answersTo(output, i).map((answer) => output.accept(i).judge(answer)))) continue;
      for (const answer of answersTo(output, i)) {
        const all = output.accept(i).judge(answer).accepted;
        expect(
          verdictsOnly(output).accept(i).judge(answer).accepted,
          `${output.dtype} ${formatScalar(answer)} at ${i}`,
        ).toBe(all);
        if (all) standing++;
        else falling++;
      }
    }
  }
  expect(standing).toBeGreaterThan(100);
  expect(falling).toBeGreaterThan(100);
});

it('a product of values between nodes may leave the range in another order than theirs', () => {
  const graph = graphOf([['h = HardSwish x'], ['p = ReduceProd h'], ['y = Exp p']]);
  const admits = (x: readonly number[], got: number) => {
    const [out] = expectGraph(graph, new Map([['x', tensorOf('float64', x)]]));
    return out!.accept(0).judge(got).accepted;
  };
  // 0 · (10^64 · 10^257): NaN if the large ones are multiplied first
  expect(admits([0, 1e64, 1e257], Number.NaN)).toBe(true);
  expect(admits([0, 1e64, 1e200], Number.NaN)).toBe(false);
  expect(admits([4, 1e64, 1e257], Number.POSITIVE_INFINITY)).toBe(true);
});

it('a zero of the other sign is not a neighbour of a number that vanishes', () => {
  const [out] = expectGraph(graphOf([['y = Exp x']]), new Map([['x', tensorOf('float32', [-104])]]));
  const stands = (zero: number) => out!.accept(0).judge(zero, 'verdict').accepted;
  expect([stands(0), stands(-0)]).toEqual([true, false]);
});

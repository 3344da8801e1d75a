import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { withExplanations } from '../../../oracles/judge/explanations/hypotheses.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, operators, versionAt } from '../../../oracles/operators.ts';
import { callAt, type Request, tensorOf } from '../call.ts';

const data = tensorOf('float32', [-1, 2, -3, 4], [2, 2]);

/** What explains an answer to the call with noop_with_empty_axes=1 and no axes, unless `request` says otherwise. */
function history(name: string, answer: Tensor, request: Request = {}, opset = 18, input = data) {
  const operator = findOperator(name)!;
  const call = callAt(name, opset, input, { noop: 1, ...request });
  const version = versionAt(operator, opset);
  const expected = operator.expect(version, call);
  const comparison = compare(expected, [answer]);
  const { explanations = [] } = withExplanations(comparison, { operator, version, call }, expected, [answer]);
  return explanations.find(({ id }) => id.startsWith('former-'))?.text;
}

const said = /^this is what ONNX 1\.13 to 1\.18 said: the output equals the input/;
const bodies = /^this is what the function bodies of ONNX 1\.13 to 1\.18 said: all dimensions are reduced/;
const evaluator = /^this is what the reference evaluator of ONNX 1\.13 to 1\.19 did: all dimensions are reduced/;

describe('a wrong answer to noop_with_empty_axes', () => {
  it('may be the input', () => {
    expect(history('ReduceL1', data)).toMatch(said);
    expect(history('ReduceSumSquare', data, { axes: [] }, 28)).toMatch(said);
    const integers = tensorOf('int64', [-1, 2]);
    expect(history('ReduceL2', integers, {}, 18, integers)).toMatch(said);
    const nan = tensorOf('float16', [Number.NaN, -0]);
    expect(history('ReduceL1', nan, {}, 18, nan)).toMatch(said);
  });

  it('may be the reduction of everything', () => {
    expect(history('ReduceL1', tensorOf('float32', [10], [1, 1]))).toMatch(bodies);
    expect(history('ReduceSumSquare', tensorOf('float32', [30], []), { keepdims: 0 })).toMatch(bodies);
    expect(history('ReduceMean', tensorOf('float32', [0.5], [1, 1]), { axes: [] })).toMatch(evaluator);
  });

  it.each([
    ['neither', 'ReduceL1', tensorOf('float32', [1, 2, 3, 5], [2, 2]), {}, 18],
    ['the input in another shape', 'ReduceL1', tensorOf('float32', [-1, 2, -3, 4]), {}, 18],
    ['the input with another zero', 'ReduceL1', tensorOf('float32', [-1, 2, -3, 4.5], [2, 2]), {}, 18],
    ['no noop', 'ReduceL1', data, { noop: 0 }, 18],
    ['axes', 'ReduceL1', data, { axes: [1] }, 18],
    ['absent axes, which the evaluator never took so', 'ReduceMean', tensorOf('float32', [0.5], [1, 1]), {}, 18],
    ['an operator whose text says the same still', 'ReduceSum', tensorOf('float32', [2], [1, 1]), {}, 13],
  ] as const)('has no history: %s', (_, name, answer, request, opset) => {
    expect(history(name, answer, request, opset)).toBeUndefined();
  });
});

it('no reading is reported for a version before the attribute', () => {
  const tellers = operators.flatMap((operator) =>
    operator.versions
      .filter(({ clauses }) => clauses.some(({ source }) => source.before?.some(({ expect: reads }) => reads)))
      .map((version) => `${operator.name}-${version.since}`),
  );
  expect(tellers).toEqual(
    expect.arrayContaining(['ReduceL1-18', 'ReduceL2-18', 'ReduceSumSquare-18', 'ReduceMean-18']),
  );
  expect(tellers.filter((name) => /-(1|11|12|13)$/.test(name))).toEqual([]);
});

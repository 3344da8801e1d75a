import { describe, expect, it } from 'vitest';
import { BadInput } from '../../oracles/bad-input.ts';
import { levels } from '../../oracles/level.ts';
import { findOperator, newestOpset, operators, opsetRange, versionAt } from '../../oracles/operators.ts';

const sinces: Record<string, number[]> = {
  ArgMax: [1, 11, 12, 13],
  ArgMin: [1, 11, 12, 13],
  ReduceL1: [1, 11, 13, 18],
  ReduceL2: [1, 11, 13, 18],
  ReduceLogSum: [1, 11, 13, 18, 28],
  ReduceLogSumExp: [1, 11, 13, 18, 28],
  ReduceMax: [1, 11, 12, 13, 18, 20],
  ReduceMean: [1, 11, 13, 18],
  ReduceMin: [1, 11, 12, 13, 18, 20],
  ReduceProd: [1, 11, 13, 18],
  ReduceSum: [1, 11, 13],
  ReduceSumSquare: [1, 11, 13, 18],
};
const opsets = Array.from({ length: 28 }, (_, i) => i + 1);

it('the table of contents', () => {
  expect(operators.map(({ name }) => name)).toEqual(Object.keys(sinces));
  expect(newestOpset).toBe(28);
  for (const { name, domain, family, definition } of operators) {
    expect([domain, family]).toEqual(['', name.startsWith('Reduce') ? 'reduction' : 'arg-reduction']);
    expect(definition).not.toBe('');
    expect(findOperator(name)).toBe(findOperator(name, 'ai.onnx'));
  }
  expect(findOperator('ReduceSum', 'ai.onnx.ml')).toBeUndefined();
  expect(findOperator('reducesum')).toBeUndefined();
});

describe.each(operators.map((operator) => ({ name: operator.name, operator })))('$name', ({ name, operator }) => {
  it.each(opsets)('at opset %i', (opset) => {
    const since = Math.max(...sinces[name]!.filter((version) => version <= opset));
    const version = versionAt(operator, opset);
    expect(version.since).toBe(since);
    const { first, last } = opsetRange(operator, version);
    expect(first <= opset && opset <= last).toBe(true);
  });

  it('has ranges that cover every opset once', () => {
    const covered = operator.versions.flatMap((version) => {
      const { first, last } = opsetRange(operator, version);
      return opsets.filter((opset) => first <= opset && opset <= last);
    });
    expect(covered).toEqual(opsets);
  });

  it.each([0, 29, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('not at opset %s', (opset) => {
    expect(() => versionAt(operator, opset)).toThrow(BadInput);
    expect(() => versionAt(operator, opset)).toThrow(`opset ${opset} does not exist: ONNX opsets are 1 to 28`);
  });

  it('describes itself in clauses', () => {
    for (const { since, clauses, dtypes } of operator.versions) {
      const ids = clauses.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, text, source, level, ...rest } of clauses) {
        expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(text, id).toMatch(/^\S.*\.$/s);
        expect(
          [source.document, source.place].every((part) => part.trim() !== ''),
          id,
        ).toBe(true);
        expect(levels).toContain(level);
        if (rest.dtypes)
          expect(
            rest.dtypes.some((dtype) => dtypes.includes(dtype)),
            `${id} at ${since}`,
          ).toBe(true);
      }
    }
  });
});

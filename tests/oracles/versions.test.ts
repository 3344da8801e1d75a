import { describe, expect, it } from 'vitest';
import { findOperator, newestOpset, operators, opsetRange, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { levels } from '../../oracles/spec/level.ts';
import { schemasInForce, schemasOf } from '../../oracles/spec/schemas/schemas.ts';

/** Of some, written down by hand; those of all others are held against the schemas. */
const sinces: Record<string, number[]> = {
  Add: [1, 6, 7, 13, 14],
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

it('an operator that is deprecated is none', () => {
  expect(() => versionAt(findOperator('Scatter')!, 11)).toThrow('Scatter is deprecated since opset 11');
});

it('an operator whose schema has another name has no version', () => {
  const operator = { ...findOperator('Relu')!, name: 'com.microsoft.Relu', versions: [] };
  expect(() => versionAt(operator, 13)).toThrow('com.microsoft.Relu has no schema of its name');
});

it('the table of contents', () => {
  const names = operators.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(Object.keys(sinces)));
  expect(newestOpset).toBe(28);
  for (const { name, family, definition } of operators) {
    expect(family).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(definition).not.toBe('');
    expect(findOperator(name)).toBe(findOperator(name, 'ai.onnx'));
  }
  expect(findOperator('ReduceSum', 'ai.onnx.ml')).toBeUndefined();
  expect(findOperator('reducesum')).toBeUndefined();
});

describe.each(operators.map((operator) => ({ name: operator.name, operator })))('$name', ({ name, operator }) => {
  const all = sinces[name] ?? schemasInForce(name).map(({ since }) => since);
  const end = schemasOf(name).find(({ since, deprecated }) => deprecated && since > all[0]!)?.since;
  const own = opsets.filter((opset) => opset >= all[0]! && opset < (end ?? 29));

  it('at every opset', () => {
    for (const opset of own) atOpset(opset);
  });

  const atOpset = (opset: number) => {
    const since = Math.max(...all.filter((version) => version <= opset));
    const version = versionAt(operator, opset);
    expect(version.since).toBe(since);
    const { first, last } = opsetRange(operator, version);
    expect(first <= opset && opset <= last).toBe(true);
  };

  it('has ranges that cover every opset once', () => {
    const covered = operator.versions.flatMap((version) => {
      const { first, last } = opsetRange(operator, version);
      return opsets.filter((opset) => first <= opset && opset <= last);
    });
    expect(covered).toEqual(own);
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

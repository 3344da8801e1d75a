import { expect, test } from 'vitest';
import { attributeClasses } from '../../../generators/classes/attributes.ts';
import { tensorOf } from '../../../generators/values/values.ts';
import { findOperator } from '../../../oracles/operators.ts';

test('an attribute that is the code of a dtype is described by the dtype', () => {
  const version = findOperator('Cast')!.versions.find(({ since }) => since === 13)!;
  const classesOf = (value: number) => {
    const run = { attributes: { to: { type: 'INT', value } as const }, inputs: [], outputs: 1 };
    return [...attributeClasses(version, run)];
  };
  const typeOfTo = { kind: 'type', of: 'to' };
  expect(classesOf(10)).toEqual([[typeOfTo, 'float16']]);
  expect(classesOf(0)).toEqual([[typeOfTo, 'of another code']]);
});

test('a long list of indices is described by its signs alone', () => {
  const version = findOperator('Gather')!.versions.at(-1)!;
  const classesOf = (numbers: readonly number[]) => {
    const value = tensorOf('int64', [numbers.length], numbers);
    const inputs = [
      { form: 'input', value: tensorOf('float32', [9], [1]) },
      { form: 'input', value },
    ] as const;
    return [...attributeClasses(version, { attributes: {}, inputs, outputs: 1 })].filter(
      ([{ of }]) => of === 'indices',
    );
  };
  const many = Array.from({ length: 100 }, (_, i) => i % 9);
  expect(classesOf(many)).toEqual([]);
  expect(classesOf([...many, -1])).toEqual([[{ kind: 'signs', of: 'indices' }, 'mixed']]);
});

test('a list of one has the entries of a list, and the class of a number', () => {
  const version = findOperator('AveragePool')!.versions.at(-1)!;
  const classesOf = (value: readonly number[]) => {
    const run = { attributes: { dilations: { type: 'INTS', value } as const }, inputs: [], outputs: 1 };
    return [...attributeClasses(version, run)].filter(([{ of }]) => of === 'dilations');
  };
  const entries = { kind: 'entries', of: 'dilations' };
  expect(classesOf([2])).toContainEqual([entries, 'all 2']);
  expect(classesOf([2])).toContainEqual([{ kind: 'attribute', of: 'dilations' }, '2']);
  expect(classesOf([2, 2])).toContainEqual([entries, 'all 2']);
});

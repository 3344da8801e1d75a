import { expect, test } from 'vitest';
import { attributeClasses } from '../../../generators/classes/attributes.ts';
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

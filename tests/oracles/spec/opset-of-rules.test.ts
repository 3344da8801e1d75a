import { expect, it } from 'vitest';
import {
  broadcastRuleOf,
  elementwiseClauses,
  elementwiseRules,
} from '../../../oracles/operators/elementwise/clauses.ts';
import { windowsOf } from '../../../oracles/operators/pooling/windows.ts';
import { newestOpset } from '../../../oracles/operators.ts';
import { axisRules } from '../../../oracles/spec/axes.ts';
import { Node } from '../../../oracles/spec/node.ts';
import { declarationOf } from '../../../oracles/spec/schemas/declaration.ts';
import { type Schema, schemaOf } from '../../../oracles/spec/schemas/schemas.ts';
import { opsetOfRules } from '../../../oracles/spec/version-at.ts';

/** Version 1 of com.microsoft, which models import from opset 13 on, with the declarations of an operator of ai.onnx. */
const ofAnotherDomain = (name: string, since: number): Schema => ({
  ...schemaOf(name, since),
  name: `com.microsoft.${name}`,
  since: 1,
  opset: 13,
  document: 'the pages of our runtime',
});

it('a version of ai.onnx follows the rules of its opset, one of another domain the newest', () => {
  expect(opsetOfRules(schemaOf('Add', 6))).toBe(6);
  expect(opsetOfRules(ofAnotherDomain('Add', 14))).toBe(newestOpset);
});

it('version 1 of another domain broadcasts as its operator declares', () => {
  const schema = ofAnotherDomain('Add', 14);
  const declared = broadcastRuleOf(schema, 'to each other');
  const clauses = elementwiseClauses(schema, declared, 'a + b');
  expect(clauses.find(({ id }) => id === 'broadcasting')).toMatchObject({
    source: { document: 'Broadcasting.md', since: '1.8' },
  });
  expect(elementwiseRules(schema, declared).map(({ text }) => text)).toEqual([
    'Shapes that cannot be broadcast to each other are rejected.',
  ]);
  expect(broadcastRuleOf(schema, 'equal shapes')).toBe('equal shapes');
});

it('version 1 of another domain omits a last window that begins after the data', () => {
  const attributes = {
    kernel_shape: { type: 'INTS', value: [1] },
    strides: { type: 'INTS', value: [2] },
    pads: { type: 'INTS', value: [0, 1] },
    ceil_mode: { type: 'INT', value: 1 },
  } as const;
  const data = { dtype: 'float32', dims: [1, 1, 2], at: (index: number) => index } as const;
  expect(windowsOf(new Node(declarationOf(ofAnotherDomain('MaxPool', 12)), attributes, [data], 1)).dims).toEqual([
    1, 1, 1,
  ]);
  expect(() => windowsOf(new Node(declarationOf(schemaOf('MaxPool', 12)), attributes, [data], 1))).toThrow(
    'begins after the data',
  );
});

it('version 1 of another domain rejects axes out of range', () => {
  const axes = [{ name: 'axis', since: 11, refusedSince: 12 }];
  expect(axisRules(ofAnotherDomain('Softmax', 13), axes)).toHaveLength(1);
  expect(axisRules(schemaOf('Softmax', 11), axes)).toEqual([]);
});

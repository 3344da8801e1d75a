import { expect, test } from 'vitest';
import type { Program } from '../../generators/fuzz/program.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { programTrial, settleProgram } from '../../src/fuzz/program-trial.ts';
import { tensorOf } from '../oracles/call.ts';
import { graphOf, int } from '../oracles/graph/graphs.ts';

test('what the oracle has no element of is not judged, though the backend throws', async () => {
  const operator = findOperator('LpPool')!;
  const outcomeWith = async (p: number) => {
    const node = {
      operator,
      version: versionAt(operator, 18)!,
      attributes: { kernel_shape: { type: 'INTS', value: [1] }, p: { type: 'INT', value: p } },
      inputs: ['X'],
      outputs: ['Y'],
    } as const;
    const program: Program = {
      opset: 18,
      graph: { nodes: [node], initializers: new Map(), outputs: ['Y'] },
      runs: [new Map([['X', tensorOf('float32', [1], [1, 1, 1])]])],
    };
    const trial = programTrial(program, 'drawn', { requireTier: 'native', policies: [] });
    return (await settleProgram(trial, async () => ({ kind: 'error', message: 'division by zero' }))).outcome;
  };
  expect([await outcomeWith(0), await outcomeWith(1)]).toEqual(['unsupported', 'error']);
});

test('what the oracle has no answer to is not judged, and says so when it is settled', async () => {
  const graph = graphOf([['a = Asinh x'], ['v i = TopK a k', int('sorted', 0)]], { k: tensorOf('int64', [2n]) });
  const program: Program = { opset: 18, graph, runs: [new Map([['x', tensorOf('float32', [-0.5, 0, 0])]])] };
  const trial = programTrial(program, 'drawn', { requireTier: 'native', policies: [] });
  expect(trial.models()).toEqual([{ opset: 18, dtypes: [] }]);
  const { outcome, message } = await settleProgram(trial, async () => ({ kind: 'outputs', outputs: [] }));
  expect([outcome, message]).toEqual(['unsupported', 'an order of rounded values that may be equal']);
});

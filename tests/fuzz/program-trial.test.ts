import { expect, test } from 'vitest';
import type { Program } from '../../generators/fuzz/program.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { programTrial, settleProgram } from '../../src/fuzz/program-trial.ts';
import { tensorOf } from '../oracles/call.ts';

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

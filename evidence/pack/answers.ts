import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { controlOf } from '../../generators/cases/control.ts';
import type { Case } from '../../generators/suite/cases.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { outputName } from '../../oracles/spec/declaration.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Answer } from '../../src/backends/backend.ts';
import { prepareCase } from '../../src/run/trial/prepare-case.ts';
import { settle } from '../../src/run/trial/settle.ts';
import type { TreeFile } from '../../vectors/export/tree.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { type Implementation, Refusal } from '../kernels/implementation.ts';
import type { Send } from './kernels.ts';

/** A verdict as the example runner prints it: id, outcome and tier. */
export type Line = string;
const line = (id: string, outcome: string, tier = '-'): Line => `${id}\t${outcome}\t${tier}`;

/** Writes files below a folder. */
export function writeFiles(dir: string, files: Iterable<TreeFile>): void {
  for (const { path, bytes } of files) write(join(dir, path), bytes);
}

/** An implementation, and a change of its encoded answers. */
export interface Running {
  readonly implementation: Implementation;
  readonly send?: Send | undefined;
}

/** Returns a function that writes an implementation's answer to a case to a folder, and returns the suite's verdict on it. */
export function answersOf(testCase: Case): (running: Running, dir: string) => Promise<Line> {
  const { runs, ...prepared } = prepareCase(testCase);
  // without explanations of failures: they do not change the verdict, and are slow
  const judge = (outputs: readonly Value[]) => compare(runs[0]!.expected!, outputs);
  const model = { ...prepared, runs: [{ ...runs[0]!, judge }] };
  return async (running, dir) => {
    const folder = join(dir, 'cases', testCase.id);
    const ask = asking(testCase, running, folder, () => answerOf(testCase, running, folder));
    return lineOf(await settle(model, { requireTier: 'native' }, ask));
  };
}

/** The same for a model that must be rejected; a kernel that does not reject it answers as to its control. */
export function answersOfInvalid(testCase: Case): (running: Running, refuses: boolean, dir: string) => Promise<Line> {
  const prepared = prepareCase(testCase);
  return async (running, refuses, dir) => {
    const folder = join(dir, 'invalid', testCase.id);
    const ask = asking(testCase, running, folder, () =>
      refuses ? { kind: 'error', message: 'refused' } : answerOf(controlOf(testCase)!, running, folder),
    );
    return lineOf(await settle(prepared, { requireTier: 'native' }, ask));
  };
}

const lineOf = (result: CaseResult): Line => line(result.id, result.outcome, result.tier);

/** Returns a function that answers the case at the first call, and its control at later calls. */
function asking(testCase: Case, running: Running, folder: string, first: () => Answer): () => Promise<Answer> {
  let asked = 0;
  return async () => (asked++ === 0 ? first() : answerOf(controlOf(testCase)!, running, join(folder, 'control')));
}

function answerOf(testCase: Case, { implementation, send = (bytes) => bytes }: Running, folder: string): Answer {
  let outputs: readonly Tensor[];
  try {
    outputs = implementation(testCase);
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'error', message: error.message || 'refused' };
    throw error;
  }
  const sent = outputs.map((output, i) => {
    const name = outputName(testCase.cell.version, i);
    return { name, bytes: send(encodeTensor(output, name)) };
  });
  for (const [i, { bytes }] of sent.entries()) write(join(folder, `output_${i}.pb`), bytes);
  return { kind: 'outputs', outputs: sent };
}

const made = new Set<string>();

function write(path: string, bytes: Uint8Array): void {
  const folder = dirname(path);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  writeFileSync(path, bytes);
}

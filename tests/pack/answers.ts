import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Case } from '../../generators/cases.ts';
import { controlOf } from '../../generators/control.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Answer } from '../../src/backends/backend.ts';
import { caseTrial } from '../../src/harness/case-trial.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import type { TreeFile } from '../../vectors/tree.ts';
import { type Implementation, Refusal } from '../mutants/stages.ts';
import type { Send } from './kernels.ts';

/** A verdict as the example runner prints it: id, outcome and tier. */
export type Line = string;
const line = (id: string, outcome: string, tier = '-'): Line => `${id}\t${outcome}\t${tier}`;

/** Writes files below a folder. */
export function writeFiles(dir: string, files: Iterable<TreeFile>): void {
  for (const { path, bytes } of files) write(join(dir, path), bytes);
}

/** An implementation at work. */
export interface Running {
  readonly implementation: Implementation;
  readonly send?: Send | undefined;
}

/** Writes what an implementation answers to a case, and returns the suite's verdict on it. */
export function answerCase(question: Case, running: Running, dir: string): Promise<Line> {
  const folder = join(dir, 'cases', question.id);
  return settled(question, running, folder, () => answerOf(question, running, folder));
}

/** The same for a model that has to be refused; one that is not refused is answered as its control. */
export function answerInvalid(question: Case, running: Running, refuses: boolean, dir: string): Promise<Line> {
  const folder = join(dir, 'illegal', question.id);
  return settled(question, running, folder, () =>
    refuses ? { kind: 'error', message: 'refused' } : answerOf(controlOf(question)!, running, folder),
  );
}

/** The verdict on an answer and on that to the control, which is asked for after it. */
async function settled(question: Case, running: Running, folder: string, first: () => Answer): Promise<Line> {
  let asked = 0;
  const ask = async () =>
    asked++ === 0 ? first() : answerOf(controlOf(question)!, running, join(folder, 'legal-twin'));
  const result = await caseTrial(question, { requireTier: 'native' }).settle(ask);
  return line(question.id, result.outcome, 'tier' in result ? result.tier : undefined);
}

function answerOf(question: Case, { implementation, send = (bytes) => bytes }: Running, folder: string): Answer {
  let outputs: readonly Tensor[];
  try {
    outputs = implementation(question);
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'error', message: error.message || 'refused' };
    throw error;
  }
  const names = question.cell.version.outputs.map(({ name }) => name);
  const sent = outputs.map((output, i) => ({ name: names[i]!, bytes: send(encodeTensor(output, names[i])) }));
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

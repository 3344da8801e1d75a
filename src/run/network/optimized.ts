import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { encodeValues } from '../../../vectors/onnx/value-proto.ts';
import type { BackendCommand, BackendOptions } from '../../backends/backend.ts';
import { openWorkers } from '../../backends/pool.ts';
import type { Network } from './network.ts';

/** The backend option for the file to which it writes the optimized model. */
const fileOption = 'optimizedModelFilePath';

/**
 * Makes a backend write a model after its own optimizations.
 * @throws BadInput if it writes no model; BackendUnavailable
 */
export async function writeOptimized(
  { written, model, inputs }: Network,
  { command, options }: { readonly command: BackendCommand; readonly options: BackendOptions },
  file: string,
): Promise<void> {
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const named = { ...command, options: { ...command.options, [fileOption]: path } };
  const backend = await openWorkers(named, 1, options);
  try {
    const outputs = model.outputs.map(({ name }) => name);
    const answer = await backend.run({ model: written, inputs: encodeValues(inputs), outputs });
    if (existsSync(path)) return;
    const said = 'message' in answer ? `: ${answer.message}` : '';
    throw new BadInput(`--optimized: the backend writes no model to the file of its option ${fileOption}${said}`);
  } finally {
    await backend.close();
  }
}

import { BadInput } from '../../oracles/bad-input.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { decodeTensor } from '../../vectors/tensor-proto.ts';
import type { NamedBytes } from '../backends/protocol.ts';

/** The tensors that a backend sent, in the order of the names that were wanted; or what is wrong with them. */
export function decodeTensors(
  wanted: readonly string[],
  sent: readonly NamedBytes[],
  word: 'output' | 'input' = 'output',
): Tensor[] | string {
  if (sent.length !== wanted.length) return `${sent.length} ${word}s where the model has ${wanted.length}`;
  try {
    const byName = new Map(sent.map(({ name, bytes }) => [name, bytes]));
    const missing = wanted.find((name) => !byName.has(name));
    if (missing !== undefined) return `${word} ${missing} is missing`;
    return wanted.map((name) => decodeTensor(byName.get(name)!, `${word} ${name}`).tensor);
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
}

import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { NamedBytes } from '../../../vectors/onnx/encode.ts';
import { decodeTensor } from '../../../vectors/onnx/tensor-proto.ts';

/** What was read, or why it cannot be. */
export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** The tensors that a backend sent, in the order of the names that were wanted. */
export function decodeTensors(
  wanted: readonly string[],
  sent: readonly NamedBytes[],
  word: 'output' | 'input' = 'output',
): Decoded<readonly Tensor[]> {
  const unreadable = (message: string) => ({ ok: false, message }) as const;
  if (sent.length !== wanted.length) return unreadable(`${sent.length} ${word}s where the model has ${wanted.length}`);
  try {
    const byName = new Map(sent.map(({ name, bytes }) => [name, bytes]));
    const missing = wanted.find((name) => !byName.has(name));
    if (missing !== undefined) return unreadable(`${word} ${missing} is missing`);
    return { ok: true, value: wanted.map((name) => decodeTensor(byName.get(name)!, `${word} ${name}`).tensor) };
  } catch (error) {
    if (error instanceof BadInput) return unreadable(error.message);
    throw error;
  }
}

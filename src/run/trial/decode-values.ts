import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import type { Value } from '../../../oracles/numerics/value.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { NamedBytes } from '../../../vectors/onnx/value-proto.ts';
import { decodeBytes } from '../../../vectors/onnx/value-proto.ts';

/** A decoded value, or why it cannot be read. */
export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Decodes the outputs of a model whose outputs are all tensors. */
export function decodeTensors(wanted: readonly string[], sent: readonly NamedBytes[]): Decoded<readonly Tensor[]> {
  return decodeValues(
    wanted,
    sent.map(({ name, bytes }) => ({ name, bytes })),
  ) as Decoded<readonly Tensor[]>;
}

/** Decodes the values that a backend sent, in the order of the wanted names. */
export function decodeValues(
  wanted: readonly string[],
  sent: readonly NamedBytes[],
  word: 'output' | 'input' = 'output',
): Decoded<readonly Value[]> {
  const unreadable = (message: string) => ({ ok: false, message }) as const;
  if (sent.length !== wanted.length) return unreadable(`${sent.length} ${word}s where the model has ${wanted.length}`);
  try {
    const byName = new Map(sent.map((one) => [one.name, one]));
    const missing = wanted.find((name) => !byName.has(name));
    if (missing !== undefined) return unreadable(`${word} ${missing} is missing`);
    return { ok: true, value: wanted.map((name) => decodeBytes(byName.get(name)!, `${word} ${name}`)) };
  } catch (error) {
    if (error instanceof BadInput) return unreadable(error.message);
    throw error;
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameTensor, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { callInProcess } from '../../src/backends/in-process.ts';
import * as library from '../../src/index.ts';
import { tensorIn } from './runtime.ts';

type HalvesClass = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => ArrayBufferView;

/** The class of newer engines; in older ones, what looks like it. */
const Halves = ((globalThis as { Float16Array?: HalvesClass }).Float16Array ??
  class extends Uint16Array {
    override get [Symbol.toStringTag](): 'Uint16Array' {
      return 'Float16Array' as 'Uint16Array';
    }
  }) as HalvesClass;

/** Bit patterns, and a Float16Array of the same memory, in the middle of a larger buffer. */
const halves = fc.array(fc.nat({ max: 0xffff }), { maxLength: 9 }).map((bits) => {
  const held = Uint16Array.of(1, ...bits, 2).subarray(1, -1);
  return { bits: held, halves: new Halves(held.buffer, held.byteOffset, held.length) as never };
});

test('a Float16Array that an adapter returns is its bits', async () => {
  await fc.assert(
    fc.asyncProperty(halves, async ({ bits, halves }) => {
      const output: Tensor = { dtype: 'float16', dims: [bits.length], data: halves };
      const adapter = { name: 'halves', version: '1', prepare: () => ({ run: () => [output] }) };
      const backend = callInProcess({ spec: 'halves', adapter });
      const answer = await backend.run({ model: new Uint8Array(0), inputs: [], outputs: ['y'] });
      expect(tensorIn(answer)).toEqual(tensor('float16', [bits.length], bits));
    }),
  );
});

test('a Float16Array that the library is given is its bits', () => {
  fc.assert(
    fc.property(halves, ({ bits, halves }) => {
      const [dims, wanted] = [[bits.length], tensor('float16', [bits.length], bits)];
      const given: Tensor = { dtype: 'float16', dims, data: halves };
      expect(library.tensor('float16', dims, halves).data).toEqual(bits);
      expect(isSameTensor(library.decodeTensor(library.encodeTensor(given)).tensor, wanted)).toBe(true);
      const call = library.node('Identity', { opset: 13, inputs: [given] });
      expect(call.arguments[0]).toEqual(wanted);
      const verdict = library.judge(call.model, [given], [given]);
      expect(verdict.result.outcome).toBe('pass');
    }),
  );
});

test('a Float16Array holds no other dtype', () => {
  const data = new Halves(new ArrayBuffer(2), 0, 1) as never;
  expect(() => library.tensor('bfloat16', [1], data)).toThrow(
    'data of bfloat16 has to be a Uint16Array, not a Float16Array',
  );
});

test.each([
  [{ dims: [Number.NaN] }, 'y: dims has to be a list of integers from 0, and holds NaN'],
  [{ dims: [-1] }, 'y: dims has to be a list of integers from 0, and holds -1'],
  [{ dims: new Array(1) }, 'y: dims has to be a list of integers from 0, and holds undefined'],
  [{ dims: ['2'] }, 'y: dims has to be a list of integers from 0, and holds a String'],
  [
    { dtype: 'string', dims: [2], data: Object.assign(new Array(2), { 0: 'a' }) },
    'data of string has to be an Array of strings, and holds undefined',
  ],
])('what is wrong with a tensor of an adapter is said: %o', async (wrong, message) => {
  const output = { ...tensor('float32', [1], Float32Array.of(1)), ...wrong } as unknown as Tensor;
  const adapter = { name: 'wrong', version: '1', prepare: () => ({ run: () => [output] }) };
  const answer = await callInProcess({ spec: 'wrong', adapter }).run({
    model: new Uint8Array(0),
    inputs: [],
    outputs: ['y'],
  });
  expect(answer).toMatchObject({ kind: 'error', message: expect.stringContaining(message) });
});

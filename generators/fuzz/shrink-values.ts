import { formatOf } from '../../oracles/numerics/dtype.ts';
import { isRepresentable } from '../../oracles/numerics/rounding.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { isSame, type Scalar } from '../../oracles/numerics/trait.ts';
import type { Program } from './program.ts';
import { tensorsOf, withTensors } from './shrink-inputs.ts';
import { mapElements } from './tensors.ts';

/** Yields programs with simpler elements: all elements of a tensor, half of them, a quarter …; then with another type. */
export function* withSimplerValues(program: Program): Generator<Program> {
  const tensors = tensorsOf(program);
  const names = [...new Set(tensors.map(([name]) => name))];
  for (const name of names) {
    const own = tensors.filter(([other]) => other === name).map(([, tensor]) => tensor);
    const count = Math.max(...own.map(({ dims }) => elementCount(dims)));
    for (const to of simplerThan(own[0]!)) {
      for (const [start, end] of ranges(count)) {
        const isThere = (i: number) => start <= i && i < end;
        const changes = own.some((tensor) => elementsOf(tensor).some((x, i) => isThere(i) && !isSame(x, to(x))));
        if (!changes) continue;
        yield withTensors(program, (tensor, other) =>
          other === name ? mapElements(tensor, (x, i) => (isThere(i) ? to(x) : x)) : tensor,
        );
      }
    }
  }
  yield* inFloat32(program);
}

/** Ranges of elements, ever smaller, down to single elements if there are at most 32. */
function ranges(count: number): readonly (readonly [number, number])[] {
  const all: (readonly [number, number])[] = [];
  for (let size = count; size >= Math.max(1, count / 32); size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let start = 0; start < count; start += size) all.push([start, start + size]);
  }
  return all;
}

/** Functions that simplify values, those that simplify most first. None makes a value less simple, so that shrinking ends. */
function simplerThan({ dtype }: Tensor): readonly ((x: Scalar) => Scalar)[] {
  const format = formatOf(dtype);
  if (format.kind === 'float') {
    const having = (to: (x: number) => number) => (x: Scalar) =>
      isRepresentable(to(x as number), format) && !Object.is(to(x as number), -0) ? to(x as number) : x;
    return [
      having(() => 0),
      having((x) => (x === 0 ? x : 1)),
      having((x) => (Math.abs(x) > 1 ? Math.sign(x) : x)),
      having((x) => (Math.abs(x) > few && Number.isFinite(x) ? Math.sign(x) * 2 ** (Math.log2(Math.abs(x)) >> 1) : x)),
      having((x) => (Math.abs(x) > few || !Number.isFinite(x) ? x : Math.trunc(x / 2))),
      having((x) => (Number.isFinite(x) && x !== 0 ? Math.sign(x) * 2 ** Math.floor(Math.log2(Math.abs(x))) : x)),
      having(Math.trunc),
    ];
  }
  if (format.kind === 'integer') {
    const having = (to: (x: bigint) => bigint) => (x: Scalar) => to(x as bigint);
    return [
      () => 0n,
      having((x) => (x === 0n ? x : 1n)),
      having((x) => (x > few ? 1n << BigInt(bitsOf(x) >> 1) : x < -few ? -(1n << BigInt(bitsOf(-x) >> 1)) : x / 2n)),
    ];
  }
  return format.kind === 'bool' ? [() => 0n] : [];
}

/** Numbers of a greater magnitude lose half of their binary digits instead of being halved. */
const few = 64;

const bitsOf = (x: bigint): number => x.toString(2).length;

/** Yields programs with all tensors of one dtype in float32, if float32 can hold their values. */
function* inFloat32(program: Program): Generator<Program> {
  const all = tensorsOf(program).map(([, tensor]) => tensor);
  for (const dtype of new Set(all.map((tensor) => tensor.dtype))) {
    const { kind } = formatOf(dtype);
    if (dtype === 'float32' || kind === 'string' || kind === 'complex') continue;
    const isHeld = (x: Scalar) => Number.isNaN(x) || Math.fround(Number(x)) === Number(x);
    if (!all.every((tensor) => tensor.dtype !== dtype || elementsOf(tensor).every(isHeld))) continue;
    yield withTensors(program, (tensor) => (tensor.dtype === dtype ? inFloats(tensor) : tensor));
  }
}

function inFloats(tensor: Tensor): Tensor {
  const scalar = scalarsOf(tensor);
  return tensorOfScalars('float32', tensor.dims, (i) => Number(scalar(i)));
}

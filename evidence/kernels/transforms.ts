import { linesAlong } from '../../oracles/arrays/lines.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, elementsOf } from '../../oracles/numerics/tensor.ts';
import { settingsOf } from '../../oracles/operators/signal/dft.ts';
import { framesOf } from '../../oracles/operators/signal/stft.ts';
import { type Evaluate, type InputValues, type Node, values } from '../../oracles/spec/node.ts';

export type Complex = readonly [re: number, im: number];
export type Round = (x: number) => number;
export type Sign = 1 | -1;

/** A transform of complex numbers, without the division of the inverse. */
export type Algorithm = (xs: readonly Complex[], sign: Sign, round: Round) => readonly Complex[];

/** e^(±2πi·p/n). */
export type Root = (p: number, n: number, sign: Sign, round: Round) => Complex;

export const plus = (a: Complex, b: Complex, r: Round): Complex => [r(a[0] + b[0]), r(a[1] + b[1])];
const minus = (a: Complex, b: Complex, r: Round): Complex => [r(a[0] - b[0]), r(a[1] - b[1])];
export const product = (a: Complex, b: Complex, r: Round): Complex => [
  r(r(a[0] * b[0]) - r(a[1] * b[1])),
  r(r(a[0] * b[1]) + r(a[1] * b[0])),
];

/** Roots as libraries make them: in doubles, and then rounded. */
export const rootInDoubles: Root = (p, n, sign, r) => {
  const angle = (2 * Math.PI * p) / n;
  return [r(Math.cos(angle)), r(sign * Math.sin(angle))];
};

const f = Math.fround;
/** Roots of an angle in float32. */
export const rootInFloat32: Root = (p, n, sign, r) => {
  const angle = f(f(f(2 * Math.PI) * p) / n);
  return [r(f(Math.cos(angle))), r(sign * f(Math.sin(angle)))];
};

/** A sum for each bin. */
export const direct =
  (root: Root): Algorithm =>
  (xs, sign, r) =>
    xs.map((_, k) =>
      xs.reduce<Complex>(
        (sum, x, j) => plus(sum, product(x, root((j * k) % xs.length, xs.length, sign, r), r), r),
        [0, 0],
      ),
    );

/** Cooley and Tukey: a stage for each prime factor, whose transforms are direct sums. */
export const mixedRadix =
  (root: Root, prime: (root: Root) => Algorithm = direct): Algorithm =>
  (xs, sign, r) => {
    const n = xs.length;
    const p = smallestFactor(n);
    if (p === n) return n === 1 ? xs : prime(root)(xs, sign, r);
    const m = n / p;
    const parts = Array.from({ length: p }, (_, i) =>
      mixedRadix(root, prime)(
        Array.from({ length: m }, (_, j) => xs[j * p + i]!),
        sign,
        r,
      ),
    );
    const result: Complex[] = [];
    for (let k = 0; k < m; k++) {
      const turned = parts.map((part, i) => (i * k === 0 ? part[k]! : product(part[k]!, root(i * k, n, sign, r), r)));
      const small =
        p === 2 ? [plus(turned[0]!, turned[1]!, r), minus(turned[0]!, turned[1]!, r)] : direct(root)(turned, sign, r);
      for (const [i, x] of small.entries()) result[k + i * m] = x;
    }
    return result;
  };

const smallestFactor = (n: number): number => {
  for (let p = 2; p * p <= n; p++) if (n % p === 0) return p;
  return n;
};

const isPowerOfTwo = (n: number): boolean => (n & (n - 1)) === 0;

/** Bluestein: any length by a convolution of a power of two. */
export const bluestein =
  (root: Root): Algorithm =>
  (xs, sign, r) => {
    const n = xs.length;
    if (isPowerOfTwo(n)) return mixedRadix(root)(xs, sign, r);
    const size = 2 ** Math.ceil(Math.log2(2 * n - 1));
    const chirp = (j: number) => root((j * j) % (2 * n), 2 * n, sign, r);
    const zero: Complex = [0, 0];
    const a = Array.from({ length: size }, (_, j) => (j < n ? product(xs[j]!, chirp(j), r) : zero));
    const b = Array.from({ length: size }, (_, j): Complex => {
      const place = Math.min(j, size - j);
      if (place >= n) return zero;
      const [re, im] = chirp(place);
      return [re, -im];
    });
    const transform = mixedRadix(root);
    const [A, B] = [a, b].map((one) => transform(one, -1, r));
    const c = transform(
      A!.map((x, i) => product(x, B![i]!, r)),
      1,
      r,
    ).map(([re, im]): Complex => [r(re / size), r(im / size)]);
    return xs.map((_, k) => product(c[k]!, chirp(k), r));
  };

/** Rader: a prime length by a convolution of one less. */
export const rader =
  (root: Root): Algorithm =>
  (xs, sign, r) => {
    const n = xs.length;
    if (n < 5) return direct(root)(xs, sign, r);
    const power = (base: number, e: number) => Array.from({ length: e }).reduce<number>((x) => (x * base) % n, 1);
    const order = (g: number) => Array.from({ length: n - 1 }, (_, i) => i + 1).find((e) => power(g, e) === 1);
    const g = Array.from({ length: n - 2 }, (_, i) => i + 2).find((one) => order(one) === n - 1)!;
    const places = Array.from({ length: n - 1 }, (_, i) => power(g, i));
    const inverse = Array.from({ length: n - 1 }, (_, i) => power(g, (n - 1 - i) % (n - 1)));
    const transform = mixedRadix(root);
    const A = transform(
      places.map((j) => xs[j]!),
      -1,
      r,
    );
    const B = transform(
      inverse.map((j) => root(j, n, sign, r)),
      -1,
      r,
    );
    const c = transform(
      A.map((x, i) => product(x, B[i]!, r)),
      1,
      r,
    ).map(([re, im]): Complex => [r(re / (n - 1)), r(im / (n - 1))]);
    const result: Complex[] = [xs.reduce((sum, x) => plus(sum, x, r), [0, 0] as Complex)];
    for (const [i, k] of inverse.entries()) result[k] = plus(xs[0]!, c[i]!, r);
    return result;
  };

/** Real numbers of an even length as complex ones of half of it. */
export const packed =
  (root: Root): Algorithm =>
  (xs, sign, r) => {
    const n = xs.length;
    if (n % 2 === 1 || xs.some(([, im]) => im !== 0)) return mixedRadix(root)(xs, sign, r);
    const m = n / 2;
    const z = mixedRadix(root)(
      Array.from({ length: m }, (_, j): Complex => [xs[2 * j]![0], xs[2 * j + 1]![0]]),
      sign,
      r,
    );
    const bin = (k: number): Complex => {
      const [a, b] = [z[k % m]!, z[(m - (k % m)) % m]!];
      const even: Complex = [r(0.5 * r(a[0] + b[0])), r(0.5 * r(a[1] - b[1]))];
      const odd: Complex = [r(0.5 * r(a[1] + b[1])), r(-0.5 * r(a[0] - b[0]))];
      return plus(even, product(odd, root(k, n, sign, r), r), r);
    };
    // the other half is the conjugate, zeros with it
    return xs.map((_, k): Complex => {
      if (2 * k <= n) return bin(k);
      const [re, im] = bin(n - k);
      return [re, -im];
    });
  };

/** The other way round through the transform forwards, of conjugates. */
export const byConjugates =
  (forward: Algorithm): Algorithm =>
  (xs, sign, r) => {
    if (sign < 0) return forward(xs, sign, r);
    const turned = (all: readonly Complex[]) => all.map(([re, im]): Complex => [re, -im]);
    return turned(forward(turned(xs), -1, r));
  };

/** How a kernel of transforms goes about it. */
export interface TransformHabit {
  readonly algorithm: Algorithm;
  /** in doubles, and rounded when stored; in the type if absent */
  readonly inDoubles?: true;
  /** the inverse is multiplied by 1/n, or its samples are divided before; divided by n afterwards if absent */
  readonly scaling?: 'reciprocal' | 'first';
  /** a line of so many samples brought to the length of the transform */
  readonly fitted?: (xs: readonly Complex[], length: number) => Complex[];
  /** half a spectrum as a whole one */
  readonly mirrored?: (half: readonly Complex[], length: number) => Complex[];
}

/** Cut, or filled with zeros. */
export const fitted = (xs: readonly Complex[], length: number): Complex[] =>
  Array.from({ length }, (_, i): Complex => xs[i] ?? [0, 0]);

/** What is missing is the conjugate of what is there. */
export const mirrored = (half: readonly Complex[], length: number): Complex[] =>
  Array.from({ length }, (_, k): Complex => {
    const [re, im] = half[Math.min(k, length - k)] ?? [0, 0];
    return k === 0 || 2 * k === length ? [re, 0] : [re, 2 * k < length ? im : -im];
  });

const numbersIn = <S>(input: InputValues<S>): readonly number[] => elementsOf(input.tensor!) as readonly number[];

function roundOf<S>(node: Node<S>, { inDoubles }: TransformHabit): Round {
  const format = formatOf(node.input(0).dtype) as FloatFormat;
  return inDoubles || format.bits === 64 ? (x) => x : (x) => roundDouble(x, format);
}

/** DFT by numbers, as runtimes have it. */
export const dftBy =
  (habit: TransformHabit) =>
  (_: Evaluate): Evaluate =>
  (a, node) => {
    const x = node.input(0);
    const { dims, parts, axis, isInverse, isOnesided, from, length } = settingsOf(node);
    const r = roundOf(node, habit);
    const data = numbersIn(x);
    const outer = dims.slice(0, -1);
    const isReal = isInverse && isOnesided;
    const target = outer.with(axis, isOnesided && !isInverse ? Math.floor(length / 2) + 1 : length);
    const [lines, results] = [linesAlong(outer, axis), linesAlong(target, axis)];
    const kept = isReal ? 1 : 2;
    const all = Array<number>(elementCount(target) * kept);
    const scale = (z: Complex): Complex => {
      const by = r(1 / length);
      return habit.scaling === 'reciprocal' ? [r(z[0] * by), r(z[1] * by)] : [r(z[0] / length), r(z[1] / length)];
    };
    for (let line = 0; line < lines.count; line++) {
      const given = Array.from({ length: from }, (_, i): Complex => {
        const at = lines.index(line, i) * parts;
        return [data[at]!, parts === 2 ? data[at + 1]! : 0];
      });
      const own = isReal ? (habit.mirrored ?? mirrored)(given, length) : (habit.fitted ?? fitted)(given, length);
      const first = habit.scaling === 'first' && isInverse;
      const bins = habit.algorithm(first ? own.map(scale) : own, isInverse ? 1 : -1, r);
      const found = isInverse && !first ? bins.map(scale) : bins;
      for (let k = 0; k < results.length; k++) {
        const at = results.index(line, k) * kept;
        all[at] = found[k]![0];
        if (kept === 2) all[at + 1] = found[k]![1];
      }
    }
    return [values(x.dtype, [...target, kept], (i) => a.of(all[i]!))];
  };

/** STFT by numbers. */
export const stftBy =
  (habit: TransformHabit) =>
  (_: Evaluate): Evaluate =>
  (a, node) => {
    const x = node.input(0);
    const { batches, samples, parts, window, length, step, frames, bins } = framesOf(node);
    const r = roundOf(node, habit);
    const [data, weights] = [numbersIn(x), window && numbersIn(window)];
    const all: number[] = [];
    for (let at = 0; at < batches * frames; at++) {
      const first = Math.floor(at / frames) * samples + (at % frames) * step;
      const frame = Array.from({ length }, (_, n): Complex => {
        const part = (i: number) => r((weights?.[n] ?? 1) * data[(first + n) * parts + i]!);
        return [part(0), parts === 2 ? part(1) : 0];
      });
      const found = habit.algorithm(frame, -1, r);
      for (let k = 0; k < bins; k++) all.push(...found[k]!);
    }
    return [values(x.dtype, [batches, frames, bins, 2], (i) => a.of(all[i]!))];
  };

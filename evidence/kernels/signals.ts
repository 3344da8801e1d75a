import { type DType, type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { scalarsOf } from '../../oracles/numerics/tensor.ts';
import { type Evaluate, values } from '../../oracles/spec/node.ts';

/** The windows of ONNX, by the angle of a number. */
export const formulas = {
  HannWindow: (x: number) => 0.5 - 0.5 * Math.cos(x),
  HammingWindow: (x: number) => 25 / 46 - (21 / 46) * Math.cos(x),
  BlackmanWindow: (x: number) => 0.42 - 0.5 * Math.cos(x) + 0.08 * Math.cos(2 * x),
} as const;

/** The angle of number k of so many, in the type of the output. */
type AngleOf = (k: number, whole: number, dtype: DType) => number;

export const inDoubles: AngleOf = (k, whole) => (2 * Math.PI * k) / whole;

/** In the type itself where it has 16 bits. */
export const inOwnType: AngleOf = (k, whole, dtype) => {
  const format = formatOf(dtype);
  if (format.kind !== 'float' || format.bits !== 16) return inDoubles(k, whole, dtype);
  const round = (x: number) => roundDouble(x, format as FloatFormat);
  return round(round(k) * round(round(2 * Math.PI) / round(whole)));
};

/** A window by a formula of the angle. */
export const windowOf =
  (formula: (angle: number) => number, angleOf: AngleOf = inDoubles, round: (x: number) => number = (x) => x) =>
  (_: Evaluate): Evaluate =>
  (a, node) => {
    const size = node.integer(0);
    const dtype = node.dtype('output_datatype');
    const whole = node.flag('periodic') ? size : size - 1;
    const { kind } = formatOf(dtype);
    const own = a.in(dtype);
    return [
      values(dtype, [size], (k) => {
        const value = round(formula(angleOf(k, whole, dtype)));
        return kind === 'float' ? own.of(value) : own.of(BigInt(Math.trunc(value)));
      }),
    ];
  };

/** A matrix of triangles: the edges of the bands as bins of the spectrum, and the weight of a bin between the edges of a band. */
export interface MelHabit {
  readonly mel: (hertz: number) => number;
  readonly hertz: (mels: number) => number;
  /** steps between the edges of so many bands */
  readonly steps: (bands: number) => number;
  readonly bin: (hertz: number, length: number, rate: number) => number;
  readonly weight: (bin: number, first: number, highest: number, last: number) => number;
}

export const usualMels: MelHabit = {
  mel: (x) => 2595 * Math.log10(1 + x / 700),
  hertz: (x) => 700 * (10 ** (x / 2595) - 1),
  steps: (bands) => bands + 2,
  bin: (x, length, rate) => Math.floor(((length + 1) * x) / rate),
  weight: (bin, first, highest, last) => {
    if (bin === highest) return 1;
    if (first < bin && bin < highest) return (bin - first) / (highest - first);
    return highest < bin && bin < last ? (last - bin) / (last - highest) : 0;
  },
};

export const melsOf =
  (change: Partial<MelHabit>) =>
  (_: Evaluate): Evaluate =>
  (a, node) => {
    const { mel, hertz, steps, bin, weight } = { ...usualMels, ...change };
    const [bands, length, rate, lower, upper] = node.inputs.map((x) =>
      Number(x!.tensor && scalarsOf(x!.tensor)(0)),
    ) as [number, number, number, number, number];
    const dtype = node.dtype('output_datatype');
    const own = a.in(dtype);
    const step = (mel(upper) - mel(lower)) / steps(bands);
    const edges = Array.from({ length: bands + 2 }, (_, i) => bin(hertz(mel(lower) + i * step), length, rate));
    return [
      values(dtype, [Math.floor(length / 2) + 1, bands], (i) => {
        const band = i % bands;
        const x = weight(Math.floor(i / bands), edges[band]!, edges[band + 1]!, edges[band + 2]!);
        return formatOf(dtype).kind === 'float' ? own.of(x) : own.of(BigInt(Math.trunc(x)));
      }),
    ];
  };

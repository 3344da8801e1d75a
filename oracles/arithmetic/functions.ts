import type { DType, FloatFormat } from '../numerics/dtype.ts';
import { fromNumber, toNumber } from '../numerics/dyadic.ts';
import { enclose, type FunctionName } from '../numerics/mpfr.ts';

/** The maximum error of a result in units in the last place (ulp); docs/proofs.md has a table of all. */
export interface PublishedAccuracy {
  /** for float32 and float64 */
  readonly ulps: number;
  /** for 16-bit types, which are mostly computed in float32 */
  readonly ulps16: number;
  /** an absolute error that is always allowed in types of up to 32 bits, in ulps of 1 */
  readonly ofOne?: number;
  /** additional ulps for each unit of the natural logarithm of the value, as for a power of 2 whose exponent is rounded first */
  readonly perLogarithm?: number;
  /** the publication */
  readonly source: string;
  /** the types to which it applies, all if absent; in others no error is allowed */
  readonly dtypes?: readonly DType[];
}

/** An elementary function of one argument, as data. Its name is that in MPFR. */
export interface ElementaryFunction extends PublishedAccuracy {
  readonly name: FunctionName;
  /** its exact values at zeros, infinities and NaN; other values in doubles, to within some ulps */
  readonly inDoubles: (x: number) => number;
  /** the number of correct bits of these, for arguments that are doubles; unknown if absent */
  readonly bitsInDoubles?: number;
  /** its domain, outside which it is NaN; all numbers if absent */
  readonly domain?: readonly [least: number, most: number];
  /** from this argument on, its values are below 2^-17000, less than any number of a format */
  readonly vanishesFrom?: number;
  /** its range; all numbers if absent */
  readonly range?: readonly [least: number, most: number];
  /** computed results may exceed its range by its accuracy */
  readonly mayLeaveRange?: true;
}

type Slope = 'up' | 'down' | 'up from 0' | 'up between poles' | number;

/** How a function is monotonic: up; down; up from 0 and down below it; up between its poles. A number is a bound of its slope. */
const monotonicity = {
  ...{
    exp: 'up',
    exp2: 'up',
    expm1: 'up',
    log: 'up',
    log1p: 'up',
    sinh: 'up',
    tanh: 'up',
    asinh: 'up',
    acosh: 'up',
    atanh: 'up',
  },
  ...{ asin: 'up', acos: 'down', atan: 'up', erf: 'up', erfc: 'down', sin: 1, cos: 1, tan: 'up between poles' },
  cosh: 'up from 0',
} as const satisfies Readonly<Record<FunctionName, Slope>>;

/** Returns how a function is monotonic, or the bound of its slope. */
export const slopeOf = ({ name }: ElementaryFunction): Slope => monotonicity[name];

/**
 * No standard requires correct rounding of these functions (IEEE 754-2019, 9.2 only recommends it), and neither does ONNX. The
 * bounds are those of OpenCL's full profile ("Relative Error as ULPs"), the widest table that hardware is tested against.
 */
const openCL = (ulps: number, ulps16 = 2): PublishedAccuracy => ({ ulps, ulps16, source: 'OpenCL, full profile' });

/** The errors of V8's exp, log and tanh (fdlibm's) are a few ulps, 2^-52, at most; tests compare them with other libraries. */
const bitsInDoubles = 46;

export const exp: ElementaryFunction = {
  name: 'exp',
  inDoubles: Math.exp,
  bitsInDoubles,
  range: [0, Number.POSITIVE_INFINITY],
  ...openCL(3),
};
/** eˣ as 2^(x·log₂e) with a rounded exponent, as WGSL, Vulkan (3 + 2|x|) and TOSA (1 + 2|x| in 16 bits) allow. */
export const expByPowerOf2: ElementaryFunction = {
  ...exp,
  ...{ ulps: 3, ulps16: 1, perLogarithm: 2 },
  dtypes: ['float16', 'bfloat16', 'float32'],
  source: 'WGSL, Vulkan; TOSA for 16 bits',
};
export const exp2: ElementaryFunction = {
  name: 'exp2',
  inDoubles: (x) => 2 ** x,
  range: [0, Number.POSITIVE_INFINITY],
  ...openCL(3),
};
export const expm1: ElementaryFunction = {
  name: 'expm1',
  inDoubles: Math.expm1,
  range: [-1, Number.POSITIVE_INFINITY],
  ...openCL(3),
};
export const log: ElementaryFunction = {
  name: 'log',
  inDoubles: Math.log,
  bitsInDoubles,
  domain: [0, Number.POSITIVE_INFINITY],
  ...openCL(3),
};
export const log1p: ElementaryFunction = {
  name: 'log1p',
  inDoubles: Math.log1p,
  domain: [-1, Number.POSITIVE_INFINITY],
  ...openCL(2),
};
export const sin: ElementaryFunction = { name: 'sin', inDoubles: Math.sin, range: [-1, 1], ...openCL(4) };
export const cos: ElementaryFunction = { name: 'cos', inDoubles: Math.cos, range: [-1, 1], ...openCL(4) };
export const tan: ElementaryFunction = { name: 'tan', inDoubles: Math.tan, ...openCL(5) };
export const asin: ElementaryFunction = { name: 'asin', inDoubles: Math.asin, domain: [-1, 1], ...openCL(4) };
export const acos: ElementaryFunction = { name: 'acos', inDoubles: Math.acos, domain: [-1, 1], ...openCL(4) };
export const atan: ElementaryFunction = { name: 'atan', inDoubles: Math.atan, ...openCL(5) };
export const sinh: ElementaryFunction = { name: 'sinh', inDoubles: Math.sinh, ...openCL(4) };
export const cosh: ElementaryFunction = {
  name: 'cosh',
  inDoubles: Math.cosh,
  range: [1, Number.POSITIVE_INFINITY],
  ...openCL(4),
};
export const tanh: ElementaryFunction = {
  name: 'tanh',
  inDoubles: Math.tanh,
  bitsInDoubles,
  range: [-1, 1],
  ...openCL(5),
};
export const asinh: ElementaryFunction = { name: 'asinh', inDoubles: Math.asinh, ...openCL(4) };
export const acosh: ElementaryFunction = {
  name: 'acosh',
  inDoubles: Math.acosh,
  domain: [1, Number.POSITIVE_INFINITY],
  ...openCL(4),
};
export const atanh: ElementaryFunction = { name: 'atanh', inDoubles: Math.atanh, domain: [-1, 1], ...openCL(5) };
export const erf: ElementaryFunction = { name: 'erf', inDoubles: erfInDouble, range: [-1, 1], ...openCL(16, 4) };

/** 1 - erf(x) */
export const erfc: ElementaryFunction = {
  name: 'erfc',
  inDoubles: erfcInDouble,
  range: [0, 2],
  vanishesFrom: 120,
  ...openCL(16, 4),
};

/** JavaScript has neither erf nor erfc. */
function erfInDouble(x: number): number {
  if (x === 0 || Number.isNaN(x)) return x;
  if (Math.abs(x) > 6) return Math.sign(x);
  return toNumber(enclose('erf', fromNumber(x), 53).lo);
}

function erfcInDouble(x: number): number {
  if (x === 0 || Number.isNaN(x)) return x === 0 ? 1 : x;
  if (Math.abs(x) > 28) return x > 0 ? 0 : 2;
  return toNumber(enclose('erfc', fromNumber(x), 53).lo);
}

/** Returns the accuracy that the tests of WebNN allow for operators that OpenCL does not have. */
export const webNN = (ulps: number, ulps16: number): PublishedAccuracy => ({
  ulps,
  ulps16,
  source: 'WebNN, web-platform-tests',
  dtypes: ['float16', 'float32'],
});

/** Accuracy of a power, by the same table. */
export const powerAccuracy: PublishedAccuracy = openCL(16, 4);

/** Accuracy of 1/√x as one function, by the same table. */
export const rsqrtAccuracy: PublishedAccuracy = openCL(2, 1);

/** Returns the maximum error, in ulps, of an evaluation in a format. */
export function ulpsIn({ ulps, ulps16, dtypes }: PublishedAccuracy, { bits, name }: FloatFormat): number {
  if (dtypes && !dtypes.includes(name)) return 0;
  return bits > 16 ? ulps : ulps16;
}

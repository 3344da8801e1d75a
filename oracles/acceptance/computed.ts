import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import { type Bound, boundOf, union } from '../arithmetic/bound.ts';
import { boundsIn } from '../arithmetic/bounds.ts';
import { type Exact, exactArithmetic, exactOf } from '../arithmetic/exact.ts';
import type { Accuracy } from '../arithmetic/functions.ts';
import type { Call } from '../declaration.ts';
import { type Evaluate, type Given, Node, once, remembered, type Values } from '../node.ts';
import { type DType, type FloatFormat, formatOf } from '../numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import type { NumericScalar, Scalar } from '../numerics/trait.ts';
import type { ExpectedOutput, OperatorVersion } from '../operator.ts';
import type { ElementAcceptance } from './acceptance.ts';
import { type ComputedFloat, computedFloat, type OtherChoice } from './computed-float.ts';
import { computedInteger } from './computed-integer.ts';
import { computedText } from './computed-text.ts';
import type { IntegerPolicies } from './integer-candidates.ts';
import { elementAsGiven } from './moved.ts';
import { factorsOf, hasFactors } from './reduced.ts';
import type { ReducedTier } from './tier.ts';
import { certainly } from './true-value.ts';

/** Another evaluation that the specification admits, by what computes it. */
export interface Alternative extends OtherChoice {
  readonly evaluate: Evaluate;
  /** other ways to the same value */
  readonly algorithms?: readonly Evaluate[];
}

/** What computes the outputs of a call. */
export interface Computation {
  readonly evaluate: Evaluate;
  /** other ways to the same value, whose roundings are admitted as well */
  readonly algorithms?: readonly Evaluate[];
  /** those that round a partial result of the same kind at each step, and so do where nothing else is rounded */
  readonly stepwise?: readonly Evaluate[];
  /** the kernel says each of its roundings: an evaluation that rounds elsewhere is none of it */
  readonly roundsAsWritten?: true;
  /** asked for when an answer is judged */
  readonly alternatives?: readonly Alternative[];
  /** of terms that come to one value, which is no greater than that over their magnitudes: the terms of an element */
  readonly termsOf?: (index: number) => readonly number[];
  /** the results are logarithms: their error is absolute where they are near 0 */
  readonly isLogarithm?: true;
  /** partial results may leave the range however small the inputs are */
  readonly leavesRange?: true;
  /** by how much published tests of the whole operator let an answer miss the true value */
  readonly accuracy?: Accuracy;
  /** what is left open of integers that are computed in several steps; partial results have no type of their own if absent */
  readonly integers?: IntegerPolicies;
}

/** The acceptance of the outputs of a legal call, from what computes them. */
export function computedOutputs(
  computation: Computation,
  version: OperatorVersion,
  call: Call,
  outputs: number,
): readonly ExpectedOutput[] {
  const {
    evaluate,
    algorithms = [],
    stepwise = [],
    accuracy,
    integers,
    termsOf,
    isLogarithm,
    leavesRange,
    roundsAsWritten,
  } = computation;
  const read = (way: Evaluate) => readings(way, version, call, outputs);
  const main = read(evaluate);
  const [others, steps] = [algorithms.map(read), stepwise.map(read)];
  const choices = once(() =>
    (computation.alternatives ?? []).map((other) => ({
      ...other,
      ...read(other.evaluate),
      algorithms: (other.algorithms ?? []).map(read),
    })),
  );
  const inFloats = integers?.inFloats?.map(read) ?? [main];
  const areTame = once(() => !leavesRange && !termsOf && call.inputs.every((input) => !input || isFarFromEnds(input)));
  return main.exact(fewBits).map(({ dtype, dims, alike }, output): ExpectedOutput => {
    const format = formatOf(dtype);
    const shared: Shared = {
      exact: (way, bits, index) => way.exact(bits)[output]!.at(index),
      bounds: (way, type, least, index) =>
        roundsAsWritten
          ? certainly((bits) => way.exact(bits)[output]!.at(index), format as FloatFormat).best
          : way.bounds(type, least)[output]!.at(index),
      main,
      others,
      steps,
      choices,
      termsOf,
      ofMagnitudes: (index) => main.ofMagnitudes()[output]!.at(index),
      isLogarithm,
      accuracy,
      isTame: (index) => (termsOf && !leavesRange ? areFarFromEnds(termsOf(index), format as FloatFormat) : areTame()),
    };
    const accepted = (index: number): ElementAcceptance => {
      const first = alike?.(index) ?? index;
      if (first !== index) return accept(first);
      const element = new ComputedElement(shared, index);
      if (format.kind === 'float') return computedFloat(element, format);
      if (format.kind === 'string') return computedText(element, formatOf(call.inputs[0]!.dtype));
      const inSteps = integers && {
        policies: integers,
        at: <S>(a: Arithmetic<bigint | S>) => main.of(a)[output]!.at(index),
        converted: (a: Arithmetic<Bound>) => inFloats.map((way) => way.of(a)[output]!.at(index)).reduce(union),
      };
      return computedInteger(element, format, inSteps);
    };
    const accept = remembered(elementCount(dims), accepted);
    const reduced = (tier: ReducedTier) => (index: number) => {
      const inFewerBits = (...ways: readonly Readings[]) =>
        ways
          .map((way) => way.bounds(format as FloatFormat, undefined, factorsOf(dtype, tier))[output]!.at(index))
          .reduce(union);
      const own = { choices: [], bound: inFewerBits(main, ...others, ...steps) };
      return [own, ...choices().map((other) => ({ ...other, bound: inFewerBits(other, ...other.algorithms) }))];
    };
    return {
      dtype,
      dims,
      accept,
      ...(hasFactors(dtype) && !roundsAsWritten && { reduced }),
    };
  });
}

/** What the elements of an output share. */
interface Shared {
  readonly termsOf: Computation['termsOf'] | undefined;
  readonly isLogarithm: true | undefined;
  readonly accuracy: Accuracy | undefined;
  exact(way: Readings, bits: number, index: number): Exact;
  bounds(way: Readings, type: FloatFormat, least: FloatFormat | undefined, index: number): Bound;
  readonly main: Readings;
  readonly others: readonly Readings[];
  readonly steps: readonly Readings[];
  readonly choices: () => readonly (OtherChoice & Readings & { readonly algorithms: readonly Readings[] })[];
  ofMagnitudes(index: number): Exact;
  isTame(index: number): boolean;
}

/** An element of an output that is computed. There are many: what is not asked for is not made. */
class ComputedElement implements ComputedFloat {
  readonly #of: Shared;
  readonly #index: number;

  constructor(of: Shared, index: number) {
    this.#of = of;
    this.#index = index;
  }

  exact(bits: number): Exact {
    return this.#of.exact(this.#of.main, bits, this.#index);
  }

  bounds(type: FloatFormat, least?: FloatFormat): Bound {
    return this.#of.bounds(this.#of.main, type, least, this.#index);
  }

  get algorithms() {
    return this.#of.others.map((way) => this.#within(way));
  }

  get stepwise() {
    return this.#of.steps.map((way) => this.#within(way));
  }

  get terms() {
    const { termsOf } = this.#of;
    return termsOf && { own: () => termsOf(this.#index), ofMagnitudes: () => this.#of.ofMagnitudes(this.#index) };
  }

  get isLogarithm() {
    return this.#of.isLogarithm;
  }

  get accuracy() {
    return this.#of.accuracy;
  }

  isTame(): boolean {
    return this.#of.isTame(this.#index);
  }

  get alternatives() {
    return this.#of.choices().map((other) => ({
      ...other,
      exact: (bits: number) => this.#of.exact(other, bits, this.#index),
      bounds: this.#within(other),
      algorithms: other.algorithms.map((way) => this.#within(way)),
    }));
  }

  #within(way: Readings): (type: FloatFormat, least?: FloatFormat) => Bound {
    return (type, least) => this.#of.bounds(way, type, least, this.#index);
  }
}

/** The acceptance of outputs whose elements are those of inputs, or constants, whatever their type. */
export function movedOutputs(
  evaluate: Evaluate,
  version: OperatorVersion,
  call: Call,
  outputs: number,
): readonly ExpectedOutput[] {
  const node = nodeOf<Scalar>(version, call, outputs, (x) => x);
  return evaluate(holding, node).map(({ dtype, dims, at }) => ({
    dtype,
    dims,
    accept: remembered(elementCount(dims), (index) => elementAsGiven(at(index))),
  }));
}

/** True if the cubes of the numbers of a tensor, all added up, stay within the range of its type. */
function isFarFromEnds(tensor: Tensor): boolean {
  const format = formatOf(tensor.dtype);
  if (format.kind !== 'float') return true;
  const scalar = scalarsOf(tensor);
  return areFarFromEnds(
    Float64Array.from(tensor.data as ArrayLike<unknown>, (_, i) => scalar(i) as number),
    format,
  );
}

/** True if the cubes of numbers, all added up, stay within the range of a format. */
function areFarFromEnds(xs: ArrayLike<number>, { maxExponent }: FloatFormat): boolean {
  const most = 2 ** ((maxExponent - Math.ceil(Math.log2(xs.length || 1))) / 3);
  for (let i = 0; i < xs.length; i++) if (!(Math.abs(xs[i]!) < most)) return false;
  return true;
}

/** Bits that decide nearly all roundings to 24 bits. */
const fewBits = 60;

interface Readings {
  readonly exact: (bits: number) => readonly Values<Exact>[];
  /** the same of the magnitudes of the inputs */
  readonly ofMagnitudes: () => readonly Values<Exact>[];
  readonly bounds: (type: FloatFormat, least?: FloatFormat, factors?: FloatFormat) => readonly Values<Bound>[];
  /** in another reading */
  readonly of: <S>(a: Arithmetic<S>) => readonly Values<S>[];
}

/** An evaluation of a call in true values of some bits, in the bounds of a type and in others, each made once. */
function readings(evaluate: Evaluate, version: OperatorVersion, call: Call, outputs: number): Readings {
  const reading = <S>(arithmetic: Arithmetic<S>, read: (x: number) => S): readonly Values<S>[] =>
    evaluate(
      arithmetic,
      nodeOf(version, call, outputs, (x) => read(numeric(x) as number)),
    );
  return {
    exact: byKey((bits: number) => reading(exactArithmetic(bits), exactOf)),
    ofMagnitudes: once(() => reading(exactArithmetic(fewBits), Math.abs)),
    bounds: byKey((type: FloatFormat, least?: FloatFormat, factors?: FloatFormat) =>
      reading(boundsIn(type, least, factors), boundOf),
    ),
    of: byKey((a: Arithmetic<unknown>) => reading(a, a.of)) as Readings['of'],
  };
}

/** A function that is asked with a few keys, again and again: what comes of each is made once. */
function byKey<K extends readonly unknown[], T>(make: (...key: K) => T): (...key: K) => T {
  const keys: K[] = [];
  const made: T[] = [];
  return (...key) => {
    for (let i = 0; i < keys.length; i++) {
      const [a, b, c] = keys[i]!;
      if (a === key[0] && b === key[1] && c === key[2]) return made[i]!;
    }
    made.push(make(...key));
    keys.push(key);
    return made.at(-1)!;
  };
}

/** An element as kernels compute with it: a string is the integer that its UTF-8 bytes write, which is another for each string. */
export function numeric(x: Scalar): NumericScalar {
  if (typeof x !== 'string') return x as NumericScalar;
  const bytes = [1, ...new TextEncoder().encode(x)];
  return BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** The node of a call, its inputs read as scalars of some kind. */
export function nodeOf<S>(
  version: OperatorVersion,
  { attributes, inputs }: Call,
  outputs: number,
  read: (x: Scalar) => S,
): Node<S> {
  return new Node(
    version,
    attributes,
    inputs.map((tensor) => tensor && given(tensor, read)),
    outputs,
  );
}

/** A tensor as the input of a node. */
export function given<S>(tensor: Tensor, read: (x: Scalar) => S): Given<S> {
  const scalar = scalarsOf(tensor);
  const at = (index: number) => read(scalar(index));
  return {
    dtype: tensor.dtype,
    dims: tensor.dims,
    tensor,
    // large integers become objects, which are made once
    at: formatOf(tensor.dtype).kind === 'float' ? at : remembered(elementCount(tensor.dims), at),
  };
}

/** A number as an element; of strings the one that writes it, and the empty one for 0. */
function constantOf(dtype: DType, x: number): Scalar {
  switch (formatOf(dtype).kind) {
    case 'float':
      return x;
    case 'complex':
      return { re: x, im: 0 };
    case 'string':
      return x === 0 ? '' : String(x);
    default:
      return BigInt(x);
  }
}

/** Elements that are held and not computed with: of any type, strings too. Only truth values are looked at. */
export const holding = {
  of: (x: number | bigint) => x,
  in: (dtype: DType) => ({ ...holding, of: (x: number) => constantOf(dtype, x) }),
  select: (condition: Scalar, yes: Scalar, no: Scalar) => (Number(condition) !== 0 ? yes : no),
} as unknown as Arithmetic<Scalar>;

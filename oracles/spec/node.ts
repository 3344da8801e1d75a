import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import { type DType, dtypeOfCode, formatOf } from '../numerics/dtype.ts';
import { elementCount, elementsOf, type Tensor } from '../numerics/tensor.ts';
import { isSequence, isTensor, type SequenceOf, type ValueOf } from '../numerics/value.ts';
import type { ValueType } from '../numerics/value-type.ts';
import { attributeOf, flagOf, normalizeAxis } from './attributes.ts';
import { BadInput, NotJudged } from './bad-input.ts';
import type { Attributes, Declaration, DeclaredType } from './declaration.ts';

/** A tensor of scalars of some arithmetic, in row-major order. Each is computed on request. */
export interface NodeValues<S> {
  readonly dtype: DType;
  readonly dims: readonly number[];
  at(index: number): S;
  /** computes an element without keeping it, for requests that come once for each; absent if that is what `at` does */
  compute?(index: number): S;
  /** returns the first element that is computed from the same operands; absent if the search is as expensive as the computation */
  alike?(index: number): number;
}

/** One input of a node: its scalars, and the tensor itself if it is known in advance. */
export interface InputValues<S> extends NodeValues<S> {
  readonly tensor?: Tensor | undefined;
}

/** The kernel of an operator: returns its outputs, in any arithmetic. */
export type Evaluate = <S>(a: Arithmetic<S>, node: Node<S>) => readonly NodeValues<S>[];

/** The kernel of an operator whose outputs may be values of any type. */
export type EvaluateValues = <S>(a: Arithmetic<S>, node: Node<S>) => readonly ValueOf<NodeValues<S>>[];

/** A node as the input of a kernel: its version, its attributes with their defaults, its inputs. */
export class Node<S> {
  readonly version: Declaration;
  readonly attributes: Attributes;
  /** the values of its inputs, of any type */
  readonly values: readonly (ValueOf<InputValues<S>> | undefined)[];
  /** the inputs that are tensors; `undefined` for the others */
  readonly inputs: readonly (InputValues<S> | undefined)[];
  /** the number of requested outputs */
  readonly outputs: number;

  constructor(
    version: Declaration,
    attributes: Attributes,
    values: readonly (ValueOf<InputValues<S>> | undefined)[],
    outputs: number,
  ) {
    this.version = version;
    this.attributes = attributes;
    this.values = values;
    this.inputs = values.map((value) => (value && isTensor(value) ? value : undefined));
    this.outputs = outputs;
  }

  /** Returns an input of any type. @throws BadInput if it is missing */
  value(index: number): ValueOf<InputValues<S>> {
    const found = this.values[index];
    if (!found) throw new BadInput(`the input ${this.version.inputs[index]?.name ?? index} is missing`);
    return found;
  }

  /** Returns an input that is a tensor. @throws BadInput if it is missing or not a tensor */
  input(index: number): InputValues<S> {
    const found = this.inputs[index] ?? this.value(index);
    if (!isTensor(found)) throw new BadInput(`the input ${this.version.inputs[index]!.name} is not a tensor`);
    return found;
  }

  /** Returns an input that is a sequence. @throws BadInput if it is missing or not a sequence */
  sequence(index: number): SequenceOf<InputValues<S>> {
    const found = this.value(index);
    if (!isSequence(found)) throw new BadInput(`the input ${this.version.inputs[index]!.name} is not a sequence`);
    return found;
  }

  /** Returns the integers of an input that controls the computation, such as axes or a shape. */
  integers(index: number): readonly number[] {
    const { tensor } = this.input(index);
    if (!tensor) throw new BadInput(`the input ${this.version.inputs[index]!.name} is not known beforehand`);
    return elementsOf(tensor).map(Number);
  }

  /**
   * Returns the integer of an input with one element.
   * @throws BadInput if it has none or several, NotJudged if it has several dimensions: no text allows them
   */
  integer(index: number): number {
    const [only, ...more] = this.integers(index);
    if (!Number.isInteger(only) || more.length > 0) {
      throw new BadInput(`the input ${this.version.inputs[index]!.name} must be one integer`);
    }
    const { dims } = this.input(index);
    if (dims.length > 1) throw new NotJudged('a scalar input of shape […]', dims);
    return only!;
  }

  /**
   * Returns the integers of an attribute or input, whichever the version has under a name; `undefined` if there are none.
   * @throws NotJudged for an input that is not a vector: the text calls it a list
   */
  list(name: string): readonly number[] | undefined {
    const index = this.version.inputs.findIndex((input) => input.name === name);
    const { dims } = this.inputs[index] ?? {};
    if (dims && dims.length !== 1) throw new NotJudged('a list input of shape […]', dims);
    return dims ? this.integers(index) : this.numbers(name);
  }

  /**
   * Returns the dimension that an attribute names; a negative one counts from the last.
   * @throws BadInput outside [-rank, rank - 1]
   */
  axis(name: string, rank: number): number {
    return normalizeAxis(this.number(name), rank);
  }

  /** Returns whether the node has an attribute, or a default for it. */
  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  /**
   * Returns whether an attribute, or its default, is 1; false if there is neither.
   * @throws BadInput unless it is 0 or 1
   */
  flag(name: string): boolean {
    return flagOf(this.version, this, name);
  }

  /**
   * Returns the dtype of a type variable, from an input of that variable.
   * @throws BadInput if there is no such input
   */
  type(variable: string): DType {
    const index = this.version.inputs.findIndex((input, i) => input.variable === variable && this.values[i]);
    return this.value(index).dtype;
  }

  /**
   * Returns the dtype whose code is the value of an attribute.
   * @throws BadInput for an unknown code
   */
  dtype(name: string): DType {
    const found = dtypeOfCode(this.number(name));
    if (found === undefined)
      throw new BadInput(`attribute ${name} is ${this.number(name)}, which is not the code of a known type`);
    return found;
  }

  /**
   * Returns the dtype of computation that an attribute names, which must be a float.
   * @throws BadInput for any other type
   */
  floatType(name: string): DType {
    const found = this.dtype(name);
    if (formatOf(found).kind !== 'float')
      throw new BadInput(`attribute ${name} is ${found}, which is not a float type`);
    return found;
  }

  /**
   * Returns an attribute of type INT or FLOAT, or its default; a FLOAT is a float32.
   * @throws BadInput if there is neither
   */
  number(name: string): number {
    const value = this.#required(name) as number;
    const declared = this.version.attributes.find((attribute) => attribute.name === name);
    return declared?.type === 'INT' ? value : Math.fround(value);
  }

  /** Returns an attribute of type INTS or FLOATS, or its default; `undefined` if there is neither. */
  numbers(name: string): readonly number[] | undefined {
    return this.#value(name) as readonly number[] | undefined;
  }

  /**
   * Returns an attribute of type STRING, or its default.
   * @throws BadInput if there is neither
   */
  string(name: string): string {
    return this.#required(name) as string;
  }

  /**
   * Returns an attribute of type TENSOR.
   * @throws BadInput if it is missing
   */
  tensor(name: string): Tensor {
    return this.#required(name) as Tensor;
  }

  /**
   * Returns an attribute of type TYPE_PROTO.
   * @throws BadInput if it is missing
   */
  valueType(name: string): ValueType {
    const { dtype, within = [] } = this.#required(name) as DeclaredType;
    return { dtype, within };
  }

  #value(name: string) {
    return attributeOf(this.version, this, name);
  }

  #required(name: string) {
    const value = this.#value(name);
    if (value === undefined) throw new BadInput(`the attribute ${name} is missing`);
    return value;
  }
}

/** The maximum number of elements of a computed tensor. */
const maxElements = 2 ** 31;

/**
 * Returns values that are computed at most once each.
 * @throws BadInput for a negative dimension
 * @throws NotJudged for more than 2^31 elements
 */
export function values<S>(dtype: DType, dims: readonly number[], at: (index: number) => S): NodeValues<S> {
  if (dims.some((size) => size < 0)) throw new BadInput(`the output would have the shape [${dims}]`);
  const count = elementCount(dims);
  if (count > maxElements) throw new NotJudged('an output […] of more than 2^31 elements', dims);
  return { dtype, dims, at: memoized(count, at), compute: at };
}

/** The number of results in a page: few, since requested elements may be scattered. */
const pageSize = 64;

/** Returns a function of 0 … length-1 that is computed at most once for each argument. */
export function memoized<S>(length: number, compute: (index: number) => S): (index: number) => S {
  const pages: S[][] = [];
  return (index) => {
    const at = Math.floor(index / pageSize);
    pages[at] ??= new Array(Math.min(pageSize, length));
    const page = pages[at];
    const place = index % pageSize;
    page[place] ??= compute(index);
    return page[place];
  };
}

/** Returns a function that computes its value once, on the first call. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

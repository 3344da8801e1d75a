import type { DType } from './dtype.ts';
import { isSameTensor, type Tensor } from './tensor.ts';
import { formatType, type Holder, type ValueType } from './value-type.ts';

/** The type and shape of a tensor with any kind of elements: data, scalars of some arithmetic, acceptances. */
export type Shaped = Pick<Tensor, 'dtype' | 'dims'>;

/** A sequence of tensors; in an empty one, `dtype` is that which its tensors would have. */
export interface SequenceOf<T> extends ValueType {
  readonly elements: readonly T[];
}

/** An optional: a tensor, a sequence, or no content of such a type. */
export interface OptionalOf<T> extends ValueType {
  readonly content: T | SequenceOf<T> | undefined;
}

/** A value of ONNX, made of tensors of some kind. */
export type ValueOf<T> = T | SequenceOf<T> | OptionalOf<T>;

/** A value of a graph: a tensor, a sequence of tensors, or an optional of either. */
export type Value = ValueOf<Tensor>;

export const sequenceOf = <T>(dtype: DType, elements: readonly T[]): SequenceOf<T> => ({
  dtype,
  within: ['sequence'],
  elements,
});

/**
 * Creates an optional.
 * @param type the type of the content, also if there is none
 */
export const optionalOf = <T>({ dtype, within }: ValueType, content: OptionalOf<T>['content']): OptionalOf<T> => ({
  dtype,
  within: ['optional', ...within],
  content,
});

export const isTensor = <T extends Shaped>(value: ValueOf<T>): value is T => 'dims' in value;
export const isSequence = <T extends Shaped>(value: ValueOf<T>): value is SequenceOf<T> => 'elements' in value;
export const isOptional = <T extends Shaped>(value: ValueOf<T>): value is OptionalOf<T> => 'content' in value;

const noHolders: readonly Holder[] = [];

/** Returns the type of a value. */
export const typeOf = <T extends Shaped>(value: ValueOf<T>): ValueType => ({
  dtype: value.dtype,
  within: isTensor(value) ? noHolders : value.within,
});

/** Returns whether all values are tensors; omitted ones are ignored. */
export function areTensors<T extends Shaped>(values: readonly ValueOf<T>[]): values is readonly T[];
export function areTensors<T extends Shaped>(
  values: readonly (ValueOf<T> | undefined)[],
): values is readonly (T | undefined)[];
export function areTensors(values: readonly (ValueOf<Shaped> | undefined)[]): boolean {
  return values.every((value) => !value || isTensor(value));
}

/** Returns all tensors in a value, in order. */
export function tensorsIn<T extends Shaped>(value: ValueOf<T>): readonly T[] {
  if (isTensor(value)) return [value];
  if (isSequence(value)) return value.elements;
  return value.content ? tensorsIn<T>(value.content) : [];
}

/**
 * Returns a value with each of its tensors replaced.
 * @param change returns a replacement; it also receives the index of the tensor
 */
export function mapTensors<T extends Shaped, U extends Shaped>(
  value: ValueOf<T>,
  change: (tensor: T, index: number) => U,
): ValueOf<U> {
  if (isTensor(value)) return change(value, 0);
  if (isSequence(value)) return { ...value, elements: value.elements.map(change) };
  const content = value.content && (mapTensors<T, U>(value.content, change) as U | SequenceOf<U>);
  return { ...value, content };
}

/** Returns whether two values have the same type and contents: as many tensors, each with the same shape and bits. */
export function isSameValue(a: Value, b: Value): boolean {
  const [own, other] = [tensorsIn(a), tensorsIn(b)];
  return (
    a.dtype === b.dtype &&
    String(typeOf(a).within) === String(typeOf(b).within) &&
    own.length === other.length &&
    own.every((tensor, i) => isSameTensor(tensor, other[i]!))
  );
}

/** Formats the type and shapes of a value: "float32[2,3]", "seq(float32) of [2,3], [4]". */
export function formatForm<T extends Shaped>(value: ValueOf<T>): string {
  const type = formatType(typeOf(value));
  if (isTensor(value)) return `${type}[${value.dims}]`;
  const shapes = tensorsIn(value).map(({ dims }) => `[${dims}]`);
  return `${type} of ${shapes.join(', ') || 'no tensors'}`;
}

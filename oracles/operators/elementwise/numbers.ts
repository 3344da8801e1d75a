import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { Node } from '../../node.ts';
import { elementsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';

/** A zero of either sign: where the definition says 0, or gives zeros of both signs by its several forms. */
export const anyZero = <S>(a: Arithmetic<S>): S => a.maximum(a.of(0), a.of(-0));

/** An attribute of type FLOAT as a scalar: the float32 that it is, which may be rounded once more to the type of the data. */
export const attribute = <S>(a: Arithmetic<S>, node: Node<S>, name: string): S => a.of(node.number(name));

/** A ratio of integers, rounded to the type or not. */
export const ratio = <S>(a: Arithmetic<S>, p: number, q: number): S => a.divide(a.of(p), a.of(q));

/** Whether a tensor has NaN among its elements. */
export const holdsNaN = (x: Tensor | undefined): boolean => holds(x, (one) => Number.isNaN(one));

/** Whether a tensor has an infinity among its elements. */
export const holdsInfinity = (x: Tensor | undefined): boolean =>
  holds(x, (one) => one === Number.POSITIVE_INFINITY || one === Number.NEGATIVE_INFINITY);

const holds = (x: Tensor | undefined, is: (one: Scalar) => boolean): boolean =>
  x !== undefined && elementsOf(x).some(is);

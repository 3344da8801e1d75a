import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { Node } from '../../spec/node.ts';

/** A zero of either sign: where the definition says 0, or gives zeros of both signs by its several forms. */
export const anyZero = <S>(a: Arithmetic<S>): S => a.maximum(a.of(0), a.of(-0));

/** An attribute of type FLOAT as a scalar: the float32 that it is, which may be rounded once more to the type of the data. */
export const attribute = <S>(a: Arithmetic<S>, node: Node<S>, name: string): S => a.of(node.number(name));

/** A ratio of integers, rounded to the type or not. */
export const ratio = <S>(a: Arithmetic<S>, p: number, q: number): S => a.divide(a.of(p), a.of(q));

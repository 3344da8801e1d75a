import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { Node } from '../../spec/node.ts';

/** Returns a zero of either sign, for a definition that says 0, or whose forms give zeros of both signs. */
export const anyZero = <S>(a: Arithmetic<S>): S => a.maximum(a.of(0), a.of(-0));

/** Returns an attribute of type FLOAT as a scalar: a float32, which may be rounded again to the type of the data. */
export const attribute = <S>(a: Arithmetic<S>, node: Node<S>, name: string): S => a.of(node.number(name));

/** Returns a ratio of integers, rounded to the type or not. */
export const ratio = <S>(a: Arithmetic<S>, p: number, q: number): S => a.divide(a.of(p), a.of(q));

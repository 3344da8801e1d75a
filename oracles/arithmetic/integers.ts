import type { Arithmetic } from './arithmetic.ts';
import { bitwise } from './machine.ts';

/** How integer results are stored, and the order of sums and products. */
export interface IntegerMachine {
  /** stores a product or magnitude */
  readonly keep: (x: bigint) => bigint;
  /** stores a partial sum; as `keep` if absent */
  readonly keepSum?: (x: bigint) => bigint;
  /** reorders terms and factors; their given order if absent */
  readonly arranged?: (xs: readonly bigint[]) => readonly bigint[];
}

/** Integers of any size. */
export const unbounded: IntegerMachine = { keep: (x) => x };

/**
 * Returns the arithmetic of integers. Sums, products and comparisons of integers are integers; quotients, roots and functions
 * are numbers of the arithmetic `beyond`. A policy decides how such a number is rounded to an integer, so `integral` leaves it
 * unchanged.
 */
export function integersIn<S>(machine: IntegerMachine, beyond: Arithmetic<S>): Arithmetic<bigint | S> {
  type T = bigint | S;
  const { keep, keepSum = keep, arranged = (xs: readonly bigint[]) => xs } = machine;
  const isInteger = (x: T): x is bigint => typeof x === 'bigint';
  const areIntegers = (xs: readonly T[]): xs is readonly bigint[] => xs.every(isInteger);
  const out = (x: T): S => (isInteger(x) ? beyond.of(x) : x);
  const of =
    (ofIntegers: (a: bigint, b: bigint) => bigint, ofOthers: (a: S, b: S) => S) =>
    (a: T, b: T): T =>
      isInteger(a) && isInteger(b) ? ofIntegers(a, b) : ofOthers(out(a), out(b));
  const truth = (x: boolean): bigint => (x ? 1n : 0n);
  const multiply = of((a, b) => keep(a * b), beyond.multiply);
  const sum = (xs: readonly T[]): T =>
    areIntegers(xs) ? arranged(xs).reduce((total, x) => keepSum(total + x), 0n) : beyond.sum(xs.map(out));
  const self: Arithmetic<T> = {
    in: () => self,
    of: (x) => (isInteger(x as T) || Number.isInteger(x) ? BigInt(x) : beyond.of(x)),
    from: (x) => x,
    within: (x, accuracy) => (isInteger(x) ? x : beyond.within(x, accuracy)),
    cancelling: (value, formula) => beyond.cancelling(out(value), out(formula)),
    bounded: (x) => x,
    held: (x) => x,
    spilled: (x) => x,
    shared: (x) => x,
    either: ([first, ...others]) => beyond.either([() => out(first()), ...others.map((way) => () => out(way()))]),
    carried: (x) => x,
    factor: (x) => (isInteger(x) ? x : beyond.factor(x)),
    add: of((a, b) => keepSum(a + b), beyond.add),
    subtract: of((a, b) => keepSum(a - b), beyond.subtract),
    multiply,
    divide: (a, b) => beyond.divide(out(a), out(b)),
    remainder: (a, b) => beyond.remainder(out(a), out(b)),
    power: (x, y) => beyond.power(out(x), out(y)),
    bitwise: (operation, a, b) => of(bitwise[operation], (x, y) => beyond.bitwise(operation, x, y))(a, b),
    negate: (a) => (isInteger(a) ? keep(-a) : beyond.negate(a)),
    abs: (a) => (isInteger(a) ? (a < 0n ? keep(-a) : a) : beyond.abs(a)),
    sqrt: (a) => beyond.sqrt(out(a)),
    root: (a, degree) => beyond.root(out(a), degree),
    integral: (a) => a,
    maximum: of((a, b) => (a > b ? a : b), beyond.maximum),
    minimum: of((a, b) => (a < b ? a : b), beyond.minimum),
    apply: (f, x) => beyond.apply(f, out(x)),
    sum,
    dot: (xs, ys) => sum(xs.map((x, i) => multiply(x, ys[i]!))),
    product: (xs) =>
      areIntegers(xs) ? arranged(xs).reduce((product, x) => keep(product * x), 1n) : beyond.product(xs.map(out)),
    chain: (way, xs) => beyond.chain(way, xs.map(out)),
    less: of((a, b) => truth(a < b), beyond.less),
    equal: of((a, b) => truth(a === b), beyond.equal),
    isNaN: (a) => (isInteger(a) ? 0n : beyond.isNaN(a)),
    select: (condition, yes, no) =>
      isInteger(condition) ? (condition === 0n ? no : yes) : beyond.select(condition, out(yes), out(no)),
    round: (a, to, direction) => beyond.round(out(a), to, direction),
  };
  return self;
}

/**
 * What stands behind a clause, the strictest first.
 * - `specified`: a sentence of ONNX says so.
 * - `implied`: no sentence of ONNX does, but what it builds on: IEEE 754, numpy's rules, its own shape inference. To break
 *   it is a fault, and no violation of ONNX.
 * - `unspecified`: several answers are defensible; which one was seen is reported as a policy.
 * - `undefined`: the text says that the value is undefined; only dtype, shape and consistency are judged.
 */
export const levels = ['specified', 'implied', 'unspecified', 'undefined'] as const;
export type Level = (typeof levels)[number];

/** The strictest of some levels, at least one. */
export function strictest(some: readonly Level[]): Level {
  return levels[Math.min(...some.map((level) => levels.indexOf(level)))]!;
}

/** True where more than one answer is defensible. */
export function isOpen(level: Level): boolean {
  return level === 'unspecified' || level === 'undefined';
}

/** True if more stands behind one than behind the other. */
export function isStricter(one: Level, other: Level): boolean {
  return levels.indexOf(one) < levels.indexOf(other);
}

/** The one behind which less stands. */
export function weaker(one: Level, other: Level): Level {
  return isStricter(one, other) ? other : one;
}

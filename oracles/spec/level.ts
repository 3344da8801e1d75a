/**
 * The authority behind a clause, the strictest first.
 * - `specified`: a sentence of ONNX.
 * - `implied`: no sentence of ONNX, but a base of it: IEEE 754, numpy's rules, its own shape inference. Breaking it is a fault,
 * but does not violate ONNX.
 * - `unspecified`: several answers are defensible; the observed one is reported as a policy.
 * - `undefined`: the text calls the value undefined; only dtype, shape and consistency are judged.
 */
export const levels = ['specified', 'implied', 'unspecified', 'undefined'] as const;
export type Level = (typeof levels)[number];

/** Returns the strictest of one or more levels. */
export function strictest(some: readonly Level[]): Level {
  return levels[Math.min(...some.map((level) => levels.indexOf(level)))]!;
}

/** Returns whether more than one answer is defensible. */
export function isOpen(level: Level): boolean {
  return level === 'unspecified' || level === 'undefined';
}

/** Returns whether one level is stricter than another. */
export function isStricter(one: Level, other: Level): boolean {
  return levels.indexOf(one) < levels.indexOf(other);
}

/** Returns the less strict of two levels. */
export function weaker(one: Level, other: Level): Level {
  return isStricter(one, other) ? other : one;
}

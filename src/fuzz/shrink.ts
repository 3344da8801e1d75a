import type { Program } from '../../generators/fuzz/program.ts';

/** The limits of shrinking a program. */
export interface ShrinkLimits {
  readonly attempts: number;
  readonly seconds: number;
  /** the number of concurrent attempts */
  readonly width: number;
  readonly signal?: AbortSignal;
}

/** A program with its result. */
export interface ProgramResult<R> {
  readonly program: Program;
  readonly result: R;
}

/**
 * Replaces a program by the first simpler one with the same failure, and repeats this until there is none. The result does
 * not depend on the width. `complete`: no simpler program has the same failure; otherwise the search was ended early.
 * @param simpler yields simpler programs, those that leave out most first
 * @param attempt returns the result of a program; `undefined` if it does not show the same failure
 */
export async function shrink<R>(
  from: ProgramResult<R>,
  simpler: (program: Program) => Iterable<Program>,
  attempt: (program: Program) => Promise<R | undefined>,
  { attempts, seconds, width, signal }: ShrinkLimits,
): Promise<ProgramResult<R> & { readonly complete: boolean }> {
  const end = performance.now() + 1000 * seconds;
  let left = attempts;
  let best = from;
  let candidates = simpler(best.program)[Symbol.iterator]();
  while (left > 0 && performance.now() < end && !signal?.aborted) {
    const tried = takeUpTo(candidates, Math.min(width, left));
    if (tried.length === 0) return { ...best, complete: true };
    const results = await Promise.all(tried.map(attempt));
    const first = results.findIndex((result) => result !== undefined);
    left -= first < 0 ? tried.length : first + 1;
    if (first < 0) continue;
    best = { program: tried[first]!, result: results[first]! };
    candidates = simpler(best.program)[Symbol.iterator]();
  }
  return { ...best, complete: false };
}

/** Returns up to `most` next items. */
export function takeUpTo<T>(from: Iterator<T>, most: number): T[] {
  const taken: T[] = [];
  while (taken.length < most) {
    const { value, done } = from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

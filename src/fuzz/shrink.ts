import type { Program } from '../../generators/fuzz/program.ts';

/** How far a program is shrunk. */
export interface ShrinkLimits {
  readonly attempts: number;
  readonly seconds: number;
  /** attempts that are under way at once */
  readonly width: number;
  readonly signal?: AbortSignal;
}

/** A program, and what it shows. */
export interface ProgramResult<R> {
  readonly program: Program;
  readonly result: R;
}

/**
 * Goes from a program to the first of its simpler ones that shows the same, and on from there until none does. What it comes
 * to does not depend on the width. `complete`: none of the simpler ones shows the same; else the search was ended before.
 * @param simpler programs that are simpler, those that leave out most first
 * @param attempt what a program shows; `undefined` if it is something else
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
    const tried = take(candidates, Math.min(width, left));
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

/** The next ones, fewer where there are no more. */
export function take<T>(from: Iterator<T>, most: number): T[] {
  const taken: T[] = [];
  while (taken.length < most) {
    const { value, done } = from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

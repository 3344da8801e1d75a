import { UsageError } from './failures.ts';

/** `--seed`: an integer that JavaScript holds exactly. */
export function parseSeed(text: unknown): number {
  const seed = Number(text);
  if (/^-?\d+$/.test(String(text)) && Number.isSafeInteger(seed)) return seed;
  throw new UsageError(`--seed takes an integer, not '${text}'`);
}

const day = 86_400;

/** `--timeout`: seconds. Timers do not hold more than some weeks. */
export function parseTimeout(text: unknown): number {
  const seconds = String(text).trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= day) return seconds;
  throw new UsageError(`--timeout takes seconds above 0 and up to ${day}, not '${text}'`);
}

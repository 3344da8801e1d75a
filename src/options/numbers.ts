import { canWatchMemory } from '../backends/memory.ts';
import { UsageError } from './usage-error.ts';

/** `--seed`: an integer that JavaScript holds exactly. */
export function parseSeed(text: unknown): number {
  const seed = Number(text);
  if (/^-?\d+$/.test(String(text)) && Number.isSafeInteger(seed)) return seed;
  throw new UsageError(`--seed takes an integer, not '${text}'`);
}

/** `--workers`: processes of the backend. */
export function parseWorkers(text: unknown): number {
  const workers = Number(text);
  if (/^\d+$/.test(String(text)) && workers >= 1 && workers <= 256) return workers;
  throw new UsageError(`--workers takes an integer from 1 to 256, not '${text}'`);
}

/** Options given twice come as lists. */
function demandOnce(option: string, text: unknown): void {
  if (Array.isArray(text)) throw new UsageError(`--${option} is given more than once; give it once`);
}

/** A number of things, at least one. */
export function parseCount(option: string, text: unknown): number {
  demandOnce(option, text);
  const count = Number(text);
  if (/^\d+$/.test(String(text)) && count >= 1 && Number.isSafeInteger(count)) return count;
  throw new UsageError(`--${option} takes an integer from 1, not '${text}'`);
}

/** `--shard`: which of how many. */
export function parseShard(text: unknown): { readonly number: number; readonly of: number } | undefined {
  if (text === undefined) return undefined;
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(String(text)) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number >= 1 && number <= of && of <= 1000) return { number, of };
  throw new UsageError(`--shard takes which of how many, from 1/4 to 4/4 for instance, not '${text}'`);
}

/** `--limit`: seconds of processor time; Infinity for "none". */
export function parseLimit(text: unknown): number {
  demandOnce('limit', text);
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(String(text)) && seconds > 0) return seconds;
  throw new UsageError(`--limit takes seconds of processor time above 0, or none, not '${text}'`);
}

const units: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
};

/** `--memory-limit` in bytes; `undefined` for "none". */
export function parseMemory(text: unknown): number | undefined {
  if (text === 'none') return undefined;
  if (!canWatchMemory) throw new UsageError('--memory-limit cannot be watched on this system; leave it out');
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?([KMG]iB|[kMG]?B)$/.exec(String(text)) ?? [];
  if (amount !== undefined && Number(amount) > 0) return Math.round(Number(amount) * units[unit]!);
  throw new UsageError(`--memory-limit takes a size such as 4GiB or 500MB, or none, not '${text}'`);
}

const day = 86_400;

/** `--timeout` and `--start-timeout`: seconds. Timers do not hold more than some weeks. */
export function parseTimeout(option: string, text: unknown): number {
  const seconds = String(text).trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= day) return seconds;
  throw new UsageError(`--${option} takes seconds above 0 and up to ${day}, not '${text}'`);
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** A time such as 90s, 10m or 8h, in seconds; up to a week. */
export function parseDuration(option: string, text: unknown): number {
  demandOnce(option, text);
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?([smh])$/.exec(String(text)) ?? [];
  const seconds = Number(amount) * secondsOf[unit]!;
  if (seconds > 0 && seconds <= 7 * day) return seconds;
  throw new UsageError(`--${option} takes a time such as 30s, 10m or 8h, up to a week, not '${text}'`);
}

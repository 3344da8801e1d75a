import * as v from 'valibot';
import { canWatchMemory } from '../backends/memory.ts';
import { textOrNumber } from './option.ts';

/** Returns the schema of a number with a textual form and a condition. @param wanted its description: "an integer" */
const number = (wanted: string, form: RegExp, holds: (value: number) => boolean) =>
  v.pipe(
    textOrNumber,
    v.check((given) => form.test(given) && holds(Number(given)), `takes ${wanted}`),
    v.transform(Number),
  );

/** An integer that JavaScript holds exactly. */
export const seed = number('an integer', /^-?\d+$/, Number.isSafeInteger);

/** The number of processes of a backend. */
export const workers = number('an integer from 1 to 256', /^\d+$/, (count) => count >= 1 && count <= 256);

/** A number of things, at least one. */
export const count = number('an integer from 1', /^\d+$/, (value) => value >= 1 && Number.isSafeInteger(value));

/** An opset of ONNX; not checked to exist. */
export const opset = number('one number such as 13', /^\d+$/, () => true);

const day = 86_400;

/** Seconds, up to a day: timers cannot hold more than some weeks. */
export const timeout = number(`seconds above 0 and up to ${day}`, /\S/, (seconds) => seconds > 0 && seconds <= day);

/** Seconds of processor time; Infinity for "none". */
export const limit = v.pipe(
  textOrNumber,
  v.check(
    (given) => given === 'none' || (/^\d+(\.\d+)?$/.test(given) && Number(given) > 0),
    'takes seconds of processor time above 0, or none',
  ),
  v.transform((given) => (given === 'none' ? Number.POSITIVE_INFINITY : Number(given))),
);

/** Parses an amount with a unit: "4GiB". Returns `undefined` for other texts. */
function amount(given: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([a-zA-Z]+)$/.exec(given) ?? [];
  const value = Number(digits) * (Object.hasOwn(units, unit) ? units[unit]! : Number.NaN);
  return value > 0 ? value : undefined;
}

const sizes = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, kB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes; no limit for "none". */
export const size = v.pipe(
  textOrNumber,
  v.check(
    (given) => given === 'none' || amount(given, sizes) !== undefined,
    'takes a size such as 4GiB or 500MB, or none',
  ),
  v.transform((given) => (given === 'none' ? Number.POSITIVE_INFINITY : Math.round(amount(given, sizes)!))),
);

/** The memory limit of a process in bytes; `undefined` for "none". */
export const memory = v.pipe(
  size,
  v.check((bytes) => !Number.isFinite(bytes) || canWatchMemory, 'cannot be watched on this system; leave it out'),
  v.transform((bytes): number | undefined => (Number.isFinite(bytes) ? bytes : undefined)),
);

const times = { s: 1, m: 60, h: 3600 };

/** A time such as 90s, 10m or 8h, in seconds. */
export const duration = v.pipe(
  textOrNumber,
  v.check(
    (given) => (amount(given, times) ?? Number.NaN) <= 7 * day,
    'takes a time such as 30s, 10m or 8h, up to a week',
  ),
  v.transform((given) => amount(given, times)!),
);

const partOf = (given: string): readonly number[] => (/^(\d+)\/(\d+)$/.exec(given) ?? []).slice(1).map(Number);

/** One of several parts of a selection: "2/4". */
export const shard = v.pipe(
  textOrNumber,
  v.check((given) => {
    const [number = 0, of = 0] = partOf(given);
    return number >= 1 && number <= of && of <= 1000;
  }, 'takes which of how many, from 1/4 to 4/4 for instance'),
  v.transform((given) => {
    const [number, of] = partOf(given);
    return { number: number!, of: of! };
  }),
);

/** A name on a server: letters, digits and some signs. */
export const shortName = v.pipe(
  textOrNumber,
  v.regex(/^[\w.-]{1,64}$/, "takes up to 64 letters, digits, '-', '_' and '.'"),
);

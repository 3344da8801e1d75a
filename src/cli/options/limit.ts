import { usualLimit } from '../../harness/effort.ts';
import { parseLimit } from '../../options/numbers.ts';

/** `--limit`, of what the oracle does. */
export const limitOption = (what: string) => ({
  type: 'string' as const,
  coerce: parseLimit,
  default: usualLimit,
  requiresArg: true,
  describe: `seconds of processor time that the oracle spends on ${what} at most, or none (default: ${usualLimit})`,
});

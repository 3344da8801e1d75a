import { BadInput } from '../../oracles/spec/bad-input.ts';

/** An option, or the command line itself, is wrong. */
export class UsageError extends BadInput {
  override readonly name = 'UsageError';
}

import { BadInput } from '../../oracles/spec/bad-input.ts';

/** The options of a run that may exclude each other. */
interface ConflictingOptions {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly vectors: string | undefined;
  readonly shard: unknown;
  readonly resume: boolean;
  readonly maxFailures: number | undefined;
}

/** @throws BadInput that says which options cannot be given together */
export function checkConflicts({ ids, opset, dtype, vectors, shard, resume, maxFailures }: ConflictingOptions): void {
  if (vectors !== undefined && ids.length + opset.length + dtype.length > 0) {
    throw new BadInput(
      '--vectors runs all files below a folder; leave out ids, --opset and --dtype, or name a subfolder',
    );
  }
  if (vectors !== undefined && (shard || resume)) {
    throw new BadInput('--shard and --resume are for the suite; leave them out with --vectors');
  }
  if (shard && maxFailures !== undefined) {
    throw new BadInput('--max-failures cannot count what other shards find; leave it out, or --shard');
  }
}

import { BadInput } from '../../oracles/bad-input.ts';

/** What of the options of a run cannot go together. */
interface Together {
  /** ids, opsets or dtypes select a part of the suite */
  readonly selects: boolean;
  readonly vectors: string | undefined;
  readonly shard: unknown;
  readonly resume: boolean;
  readonly maxFailures: number | undefined;
}

/** @throws BadInput that says which options cannot be given together */
export function refuseContradictions({ selects, vectors, shard, resume, maxFailures }: Together): void {
  if (vectors !== undefined && selects) {
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

import * as v from 'valibot';
import { observation, tier } from './case-result.ts';
import {
  count,
  described,
  dtypeList,
  flag,
  list,
  number,
  optional,
  type Read,
  record,
  sorted,
  text,
  texts,
} from './fields.ts';

/** Who was judged, how it was started, and what was asked of it. */

/** Name and version, and anything else that the backend says of itself: execution provider, accumulator … */
export interface BackendInfo {
  readonly name: string;
  readonly version: string;
  readonly [property: string]: string;
}

/** Name and version, then the rest by the alphabet: so it is written down, whatever the order in which the backend says it. */
export function infoInOrder({ name, version, ...rest }: BackendInfo): BackendInfo {
  return { name, version, ...sorted(rest) };
}

export const backend = v.pipe(
  v.objectWithRest({ name: v.string(), version: v.string() }, v.string()),
  v.transform(infoInOrder),
);

export const capabilities = v.object({
  opsets: optional(
    described(
      v.pipe(
        v.union([v.tuple([count(), count()]), v.tuple([count()])]),
        v.transform((opsets): [first: number, last?: number] => opsets),
      ),
      'the first and the last opset that models may import, or the first alone',
    ),
  ),
  dtypes: optional(dtypeList('of the inputs and outputs')),
});
/** What a backend declares that it can do. An absent member says nothing; what is declared not to be there is not asked. */
export type Capabilities = Read<typeof capabilities>;

export const launch = v.object({
  backend: text('the value of `--backend`; the name of what was called in the process of the run'),
  inProcess: optional(flag('true if it was: there is no command that starts it')),
  options: optional(record(v.string(), 'what hello passed to it: `provider` and others')),
  env: optional(record(v.string(), 'variables added to its environment')),
  cwd: optional(text('the folder in which it was started')),
  config: optional(text('the file that `--config` names')),
  timeout: number('seconds for one case'),
  startTimeout: number('seconds from start to hello'),
  memoryLimit: optional(count('bytes; absent: none')),
});
export type Launch = Read<typeof launch>;

export const options = v.object({
  seed: number('of the data'),
  ids: texts('id patterns; empty means all'),
  opsets: list(count(), 'empty means every version at its own opsets'),
  dtypes: dtypeList('empty means all'),
  requireTier: tier('the tier that an answer must reach to pass'),
  suite: optional(described(v.picklist(['quick', 'full']), 'with `--suite`; absent for the standard suite')),
  policies: optional(
    list(observation, 'choices that answers must make to pass; of several for one policy any will do'),
  ),
  shard: optional(
    described(
      v.object({ number: count('which one, from 1'), of: count('how many there are') }),
      'with `--shard`: the run is one part of several, which `merge` joins',
    ),
  ),
  maxFailures: optional(count('broken cases after which the run ends; absent: it runs to its end')),
  gateInvalid: optional(flag('true if invalid models count for the verdict; absent if not')),
  vectors: optional(text('where the vectors were, or the model, if files were judged')),
  nodes: optional(
    described(
      v.object({
        inputs: optional(text('the folder of its inputs; absent if they were drawn, or given by a program')),
        shapes: optional(record(v.string(), 'of inputs that were drawn: `1,3,224,224`, by name')),
        elements: count('elements of each output that were looked at, at most'),
        limit: optional(number('seconds of processor time that the oracle spent on a node, at most; absent: any')),
        isGiven: optional(flag('true if a program gave the inputs or the values: no command has them')),
      }),
      'if `vectors` is a model whose nodes were judged one by one, how they were',
    ),
  ),
});
export type RunOptions = Read<typeof options>;

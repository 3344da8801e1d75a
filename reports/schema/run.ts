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

/** The backend of a run, its launch, and the options of the run. */

/** Name, version and further properties of a backend: execution provider, accumulator … */
export interface BackendInfo {
  readonly name: string;
  readonly version: string;
  readonly [property: string]: string;
}

/** Returns name and version, then the other properties sorted alphabetically: files do not depend on the backend's order. */
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
  dtypes: optional(dtypeList('the dtypes of inputs and outputs')),
});
/** The capabilities that a backend declares. Cases outside a declared member are not asked; an absent member excludes none. */
export type Capabilities = Read<typeof capabilities>;

export const launch = v.object({
  backend: text('the value of `--backend`, or the name of a runtime called in the process of the run'),
  inProcess: optional(flag('true if it was called in the process of the run: no command starts it')),
  options: optional(record(v.string(), 'the options passed in hello: `provider` and others')),
  env: optional(record(v.string(), 'variables added to its environment')),
  cwd: optional(text('the folder in which it was started')),
  config: optional(text('the file that `--config` names')),
  timeout: number('seconds for one case'),
  startTimeout: number('seconds from start to hello'),
  memoryLimit: optional(count('bytes; absent: none')),
});
export type Launch = Read<typeof launch>;

export const options = v.object({
  seed: number('the seed of the data'),
  ids: texts('id patterns; empty means all'),
  opsets: list(count(), 'empty means every version at its own opsets'),
  dtypes: dtypeList('empty means all'),
  requireTier: tier('the tier that an answer must reach to pass'),
  suite: optional(described(v.picklist(['quick', 'full']), 'with `--suite`; absent for the standard suite')),
  policies: optional(
    list(observation, 'choices that answers must make to pass; if one policy has several, any of them'),
  ),
  shard: optional(
    described(
      v.object({ number: count('the number of the shard, from 1'), of: count('the number of shards') }),
      'with `--shard`: the run is one part of several, which `merge` joins',
    ),
  ),
  maxFailures: optional(count('broken cases after which the run ends; absent: it runs to its end')),
  gateInvalid: optional(flag('true if invalid models count for the verdict; absent if not')),
  vectors: optional(text('the folder of vectors, or the model, if files were judged')),
  nodes: optional(
    described(
      v.object({
        inputs: optional(text('the folder of its inputs; absent if they were drawn, or given by a program')),
        shapes: optional(record(v.string(), 'the shapes of drawn inputs by name: `1,3,224,224`')),
        elements: count('elements of each output that were judged, at most'),
        limit: optional(number('the limit of processor time of the oracle for a node, in seconds; absent: none')),
        isGiven: optional(flag('true if a program gave the inputs or the values: no command can repeat them')),
      }),
      'if `vectors` is a model whose nodes were judged one by one: the settings of the check',
    ),
  ),
});
export type RunOptions = Read<typeof options>;

/** The options that several commands, or a command and the library, have in common. */

import * as v from 'valibot';
import { suites } from '../../generators/cases/proposal.ts';
import { reducedTiers, strictTiers } from '../../oracles/judge/tier.ts';
import { usualCheck, usualLaunch } from '../../reports/view/launch.ts';
import { canWatchMemory } from '../backends/memory.ts';
import { usualLimit } from '../run/trial/effort.ts';
import { assignments, choice, flag, list, type OptionValues, single, text } from './option.ts';
import * as values from './values.ts';

/** The options that select a part of the suite. */
export const selectionOptions = {
  opset: list('only operator versions in force at these opsets: 13 or 13,18 or 13-18'),
  dtype: list('only these dtypes: float32 or float16,bfloat16'),
  suite: choice(
    suites,
    'standard',
    'how much: quick (a minute or two, for each change), standard, or full (everything, even rows of 2^24 elements); default: standard',
  ),
};

/** The options for requirements on answers beyond those of ONNX. */
export const requirementOptions = {
  require: choice(
    strictTiers,
    'native',
    'the tier that every answer has to reach: exact, faithful, wide or native (default: native)',
  ),
  allow: choice(
    reducedTiers,
    undefined,
    'let factors of float32 products be rounded to tf32 or to bfloat16, as tensor cores do',
  ),
  policy: list('a choice that every answer has to make where the spec leaves one: integer-overflow=wrap; repeatable'),
};

/** The options that start and limit a backend; each command has its own option to name it. */
export const launchOptions = {
  provider: single(v.optional(text), 'execution provider of the runtime: cpu, cuda, webgpu …'),
  backendOption: assignments('another option for the backend: graphOptimizationLevel=disabled; repeatable'),
  env: assignments('a variable of the environment of the backend: OMP_NUM_THREADS=1; repeatable'),
  cwd: single(v.optional(text), 'folder in which the backend is started'),
  config: single(
    v.optional(text),
    'file with options (default: onnx-conformance.config.js, .mjs or .json, if there is one)',
  ),
  timeout: single(v.optional(values.timeout, usualLaunch.timeout), 'seconds that one case may take (default: 10)'),
  startTimeout: single(
    v.optional(values.timeout, usualLaunch.startTimeout),
    'seconds from start to hello (default: 30)',
  ),
  memoryLimit: single(
    v.optional(values.memory, canWatchMemory ? '4GiB' : 'none'),
    'memory limit of each process of the backend, which is killed beyond it (default: 4GiB)',
  ),
  verbose: flag('print what the backend writes to stderr, e.g. by console.log in an adapter'),
};

/** The options for the nodes of a network to judge, and the limits of each. */
export const nodeOptions = {
  node: list('only this node, by its id or its name; repeatable'),
  elements: single(
    v.optional(values.count, usualCheck.elements),
    'greatest number of elements of each output to judge (default: 64)',
  ),
  limit: single(
    v.optional(values.limit, usualCheck.limit),
    'limit of processor time of the oracle for a node in seconds, or none (default: 5)',
  ),
};

/** The options for running a whole network: time and memory. */
export const networkRunOptions = {
  timeout: single(
    v.optional(values.timeout, usualCheck.timeout),
    'seconds that a run of the model may take (default: 300)',
  ),
  memory: single(
    v.optional(values.size, '512MiB'),
    'approximate memory for the values between nodes: with less, fewer are asked for at a time (default: 512MiB)',
  ),
};

/** The arguments that start a named backend; times in seconds, sizes in bytes. */
export type LaunchArguments = OptionValues<typeof launchOptions> & { readonly backend: string };

/** The arguments that select cases and, by the seed, their data. */
export interface SelectionArguments extends Omit<OptionValues<typeof selectionOptions>, 'suite'> {
  readonly ids: readonly string[];
  readonly suite?: OptionValues<typeof selectionOptions>['suite'];
}

/** The option `--seed`. @param describe its meaning */
export const seedOption = (describe: string) => single(v.optional(values.seed, 1), `${describe} (default: 1)`);

/** The option `--limit`. @param what the oracle's task, for the help */
export const limitOption = (what: string) =>
  single(
    v.optional(values.limit, usualLimit),
    `limit of processor time of the oracle for ${what} in seconds, or none (default: ${usualLimit})`,
  );

/** The option `--workers`, 1 by default. */
export const workersOption = (describe: string) => single(v.optional(values.workers, 1), `${describe} (default: 1)`);

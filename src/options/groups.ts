/** The options that several commands, or a command and the library, have in common. */

import * as v from 'valibot';
import { suites } from '../../generators/cases/proposal.ts';
import { reducedTiers, strictTiers } from '../../oracles/judge/tier.ts';
import { usualCheck, usualLaunch } from '../../reports/view/launch.ts';
import { canWatchMemory } from '../backends/memory.ts';
import { usualLimit } from '../run/trial/effort.ts';
import { assignments, choice, flag, list, type OptionValues, single, text } from './option.ts';
import * as values from './values.ts';

/** What part of the suite. */
export const selectionOptions = {
  opset: list('only what is in force at these opsets: 13 or 13,18 or 13-18'),
  dtype: list('only these dtypes: float32 or float16,bfloat16'),
  suite: choice(
    suites,
    'standard',
    'how much: quick (a minute or two, for each change), standard, or full (everything, even rows of 2^24 elements); default: standard',
  ),
};

/** What an answer has to reach beyond what ONNX demands. */
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

/** How a backend is started and bounded; what names it is for each command to say. */
export const launchOptions = {
  provider: single(v.optional(text), 'execution provider of the runtime: cpu, cuda, webgpu …'),
  backendOption: assignments('another option for the backend: graphOptimizationLevel=disabled; repeatable'),
  env: assignments('a variable of the environment of the backend: OMP_NUM_THREADS=1; repeatable'),
  cwd: single(v.optional(text), 'folder in which the backend is started'),
  config: single(
    v.optional(text),
    'file with options (default: onnx-conformance.config.js, .mjs or .json, where there is one)',
  ),
  timeout: single(v.optional(values.timeout, usualLaunch.timeout), 'seconds that one case may take (default: 10)'),
  startTimeout: single(
    v.optional(values.timeout, usualLaunch.startTimeout),
    'seconds from start to hello (default: 30)',
  ),
  memoryLimit: single(
    v.optional(values.memory, canWatchMemory ? '4GiB' : 'none'),
    'memory that each process of the backend may hold; one that takes more is killed (default: 4GiB)',
  ),
  verbose: flag('print what the backend writes to stderr, e.g. by console.log in an adapter'),
};

/** Which nodes of a network are judged, and how much of each. */
export const nodeOptions = {
  node: list('only this node, by its id or its name; repeatable'),
  elements: single(
    v.optional(values.count, usualCheck.elements),
    'most elements of each output that are looked at (default: 64)',
  ),
  limit: single(
    v.optional(values.limit, usualCheck.limit),
    'most seconds of processor time that the oracle spends on a node, or none (default: 5)',
  ),
};

/** How a whole network is run: seconds, and bytes of its values. */
export const networkRunOptions = {
  timeout: single(
    v.optional(values.timeout, usualCheck.timeout),
    'seconds that a run of the model may take (default: 300)',
  ),
  memory: single(
    v.optional(values.size, '512MiB'),
    'memory for the values between nodes, about: with less, fewer are asked for at a time (default: 512MiB)',
  ),
};

/** How a backend that is named is started: seconds and bytes. */
export type LaunchArguments = OptionValues<typeof launchOptions> & { readonly backend: string };

/** Which cases, and on equal seeds with which data. */
export interface SelectionArguments extends Omit<OptionValues<typeof selectionOptions>, 'suite'> {
  readonly ids: readonly string[];
  readonly suite?: OptionValues<typeof selectionOptions>['suite'];
}

/** `--seed`, of what has this meaning. */
export const seedOption = (describe: string) => single(v.optional(values.seed, 1), `${describe} (default: 1)`);

/** `--limit`, of what the oracle does. */
export const limitOption = (what: string) =>
  single(
    v.optional(values.limit, usualLimit),
    `most seconds of processor time that the oracle spends on ${what}, or none (default: ${usualLimit})`,
  );

/** `--workers`, where there is one unless more are wanted. */
export const workersOption = (describe: string) => single(v.optional(values.workers, 1), `${describe} (default: 1)`);

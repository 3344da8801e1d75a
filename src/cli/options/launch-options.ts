import type { Argv } from 'yargs';
import { usualLaunch } from '../../../reports/view/launch.ts';
import { canWatchMemory } from '../../backends/memory.ts';
import { parseMemory, parseTimeout } from '../../options/numbers.ts';
import { list } from './selection-options.ts';

/** Declares them. What names the backend is for the command to say. */
export const launchOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('provider', {
      type: 'string',
      requiresArg: true,
      describe: 'execution provider of the runtime: cpu, cuda, webgpu …',
    })
    .option('backend-option', {
      ...list,
      describe: 'what else the backend is told in hello: graphOptimizationLevel=disabled; repeatable',
    })
    .option('env', { ...list, describe: 'a variable of its environment: OMP_NUM_THREADS=1; repeatable' })
    .option('cwd', { type: 'string', requiresArg: true, describe: 'folder in which the backend is started' })
    .option('config', {
      type: 'string',
      requiresArg: true,
      describe: 'file with options (default: onnx-conformance.config.js, .mjs or .json, where there is one)',
    })
    .option('timeout', {
      type: 'string',
      coerce: (text: unknown) => parseTimeout('timeout', text),
      default: usualLaunch.timeout,
      requiresArg: true,
      describe: 'seconds that one case may take (default: 10)',
    })
    .option('start-timeout', {
      type: 'string',
      coerce: (text: unknown) => parseTimeout('start-timeout', text),
      default: usualLaunch.startTimeout,
      requiresArg: true,
      describe: 'seconds from start to hello (default: 30)',
    })
    .option('memory-limit', {
      type: 'string',
      coerce: parseMemory,
      default: canWatchMemory ? '4GiB' : 'none',
      requiresArg: true,
      describe: 'memory that each process of the backend may hold; one that takes more is killed (default: 4GiB)',
    })
    .option('verbose', {
      type: 'boolean',
      default: false,
      describe: 'pass on what the backend writes to stderr, e.g. by console.log in an adapter',
    });

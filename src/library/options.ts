import { type Selection, select } from '../../generators/cases.ts';
import { choicesInWords } from '../../generators/nearest.ts';
import type { Suite } from '../../generators/proposal.ts';
import type { ReducedTier, Tier } from '../../oracles/acceptance/tier.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import { usualLaunch } from '../../reports/view/launch.ts';
import { type Adapter, isAdapter } from '../backends/adapter.ts';
import { canWatchMemory } from '../backends/memory.ts';
import type { Requirements } from '../harness/judge.ts';
import type { Launching, SuiteSettings } from '../harness/suite-run.ts';
import { parseLaunch } from '../options/launch.ts';
import { parseMemory, parseSeed, parseTimeout, parseWorkers } from '../options/numbers.ts';
import { nothingSelected, parseRequirements, parseSelection } from '../options/selection.ts';
import { type Kernel, kernelAdapter } from './kernel.ts';

/** One or several. */
export type Some<T> = T | readonly T[];

/** What part of the suite; the options of the command line by the same names. */
export interface SelectionOptions {
  /** `ReduceSum/13/float32`: an operator, a prefix of an id, a pattern with `*` and `**`; all if absent */
  readonly ids?: Some<string>;
  /** 13, or '13-18' */
  readonly opset?: Some<number | string>;
  readonly dtype?: Some<string>;
  /** default: standard */
  readonly suite?: Suite;
  /** of the data; default: 1 */
  readonly seed?: number;
}

/** What an answer has to reach beyond what ONNX demands. */
export interface RequiredOptions {
  /** default: native */
  readonly require?: Tier;
  /** factors of float32 products may be rounded to this, as tensor cores do */
  readonly allow?: ReducedTier;
  /** 'integer-overflow=wrap' */
  readonly policy?: Some<string>;
}

/** How a backend is started. */
export interface LaunchOptions {
  /** 'onnxruntime-node', './backend.mjs', 'stdio:COMMAND' …; or an adapter, which is called in this process */
  readonly backend?: string | Adapter;
  /** in place of `backend`: one operator as a function */
  readonly kernel?: Kernel;
  readonly provider?: string;
  /** 'NAME=VALUE', or a record */
  readonly backendOption?: Some<string> | Readonly<Record<string, string>>;
  readonly env?: Some<string> | Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** seconds for one case; default: 10 */
  readonly timeout?: number;
  /** seconds from start to hello; default: 30 */
  readonly startTimeout?: number;
  /** '4GiB', or 'none'; default: 4GiB */
  readonly memoryLimit?: string;
  /** pass on what the backend writes to stderr */
  readonly verbose?: boolean;
}

const listOf = <T>(some: Some<T> | undefined): readonly T[] =>
  some === undefined ? [] : Array.isArray(some) ? some : [some as T];

export const ofSelection = ['ids', 'opset', 'dtype', 'suite', 'seed'];
export const ofRequirements = ['require', 'allow', 'policy'];
const ofSuite = [
  ...ofSelection,
  ...ofRequirements,
  ...['kernel', 'backend', 'provider', 'backendOption', 'env', 'cwd', 'timeout', 'startTimeout'],
  ...['memoryLimit', 'verbose', 'workers', 'vectors'],
];

/** An option that is misspelt would not be missed: the run would only be another one. @throws BadInput that names it */
export function refuseUnknown(options: object, known: readonly string[] = ofSelection): void {
  if (typeof options !== 'object' || options === null) throw new BadInput(`options are an object, not ${options}`);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new BadInput(`there is no option '${unknown}'; ${choicesInWords(unknown, known)}`);
}

/** @throws BadInput for a seed, an opset, a dtype or a suite that does not exist */
export function selectionOf({ ids, opset, dtype, suite = 'standard', seed = 1 }: SelectionOptions): Selection {
  return parseSelection({
    ids: listOf(ids),
    opset: listOf(opset).map(String),
    dtype: listOf(dtype),
    suite,
    seed: parseSeed(seed),
  });
}

/** @throws BadInput for a tier, a policy or a choice that does not exist */
export function requirementsOf({ require = 'native', allow, policy }: RequiredOptions): Requirements {
  return parseRequirements({ require, allow, policy: listOf(policy) });
}

/** @throws BadInput that names the option that cannot be used */
function launchingOf(options: LaunchOptions, selection: Selection): Launching {
  const { backend, provider, backendOption, env, cwd, verbose = false } = options;
  const timeout = parseTimeout('timeout', options.timeout ?? usualLaunch.timeout);
  const startTimeout = parseTimeout('start-timeout', options.startTimeout ?? usualLaunch.startTimeout);
  if (options.kernel) {
    return calledInProcess(kernelAdapter(options.kernel, operatorsIn(selection)), { timeout, startTimeout });
  }
  if (typeof backend !== 'string') return calledInProcess(backend, { timeout, startTimeout });
  return parseLaunch({
    backend,
    provider,
    backendOption: assignmentsOf(backendOption),
    env: assignmentsOf(env),
    cwd,
    config: undefined,
    timeout,
    startTimeout,
    memoryLimit: parseMemory(options.memoryLimit ?? (canWatchMemory ? '4GiB' : 'none')),
    verbose,
  });
}

/** The operators of the cases that ids select; all if there are no ids. */
const operatorsIn = (selection: Selection): ReadonlySet<string> | undefined =>
  selection.ids.length === 0 ? undefined : new Set(select(selection).cells.map(({ operator }) => operator.name));

function calledInProcess(
  adapter: Adapter | undefined,
  { timeout, startTimeout }: Pick<Launching['launch'], 'timeout' | 'startTimeout'>,
): Launching {
  if (!isAdapter(adapter)) {
    throw new BadInput('backend has to be a name, such as onnxruntime-node, or an adapter: { name, version, prepare }');
  }
  return {
    command: { spec: adapter.name, adapter },
    options: { caseTimeout: timeout * 1000, startTimeout: startTimeout * 1000 },
    launch: { backend: adapter.name, inProcess: true, timeout, startTimeout },
  };
}

function assignmentsOf(given: LaunchOptions['env']): readonly string[] {
  if (typeof given !== 'object' || Array.isArray(given)) return listOf(given as Some<string> | undefined);
  return Object.entries(given).map(([name, value]) => `${name}=${value}`);
}

/** All that a run of the suite takes. */
export interface SuiteOptions extends SelectionOptions, RequiredOptions, LaunchOptions {
  /** processes of the backend, and threads of the oracle; default: 1 */
  readonly workers?: number;
  /** in place of the suite: the files in and below this folder */
  readonly vectors?: string;
}

/** @param more options that are the caller's own @throws BadInput that names the option that cannot be used */
export function settingsOf(options: SuiteOptions, ...more: readonly string[]): SuiteSettings {
  refuseUnknown(options, [...ofSuite, ...more]);
  const { vectors, workers = 1 } = options;
  const selection = selectionOf(options);
  return {
    launching: launchingOf(options, selection),
    selection,
    requirements: requirementsOf(options),
    vectors,
    workers: parseWorkers(workers),
    // a kernel reads no models, and is not told of those that are wrong
    ...(options.kernel && { legalOnly: true }),
  };
}

/** @throws BadInput that says what was selected where that is nothing */
export function refuseEmpty(options: SuiteOptions): never {
  const { ids, opset, dtype, vectors } = options;
  if (vectors !== undefined) throw new BadInput(`${vectors}: there is no model.onnx in or below this folder`);
  throw new BadInput(nothingSelected({ ids: listOf(ids), opset: listOf(opset).map(String), dtype: listOf(dtype) }));
}

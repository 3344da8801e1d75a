import * as v from 'valibot';
import { type Selection, select } from '../../generators/suite/cases.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type Adapter, isAdapter } from '../backends/adapter.ts';
import {
  type LaunchArguments,
  launchOptions,
  requirementOptions,
  seedOption,
  selectionOptions,
  workersOption,
} from '../options/groups.ts';
import { parseLaunch } from '../options/launch.ts';
import { list, type OptionInput, type Options, type OptionValues, single, text } from '../options/option.ts';
import { checkNames, readOptions } from '../options/read.ts';
import { nothingSelected, parseRequirements, parseSelection } from '../options/selection.ts';
import type { Launching, SuiteSettings } from '../run/suite-run.ts';
import { type Kernel, kernelAdapter } from './kernel.ts';

/** An option that only a program can give: an object or a function, which is looked at where it is used. */
export const passed = <T>(describe: string) => single(v.optional(v.custom<T>(() => true)), describe);

/** What part of the suite: the options of the command line by the same names. */
export const caseOptions = {
  ids: list(
    'an operator, the beginning of an id, or a pattern with * and **, e.g. ReduceSum/13/float32; all if absent',
  ),
  ...selectionOptions,
  seed: seedOption('of the data'),
};

const { config: _, ...startOptions } = launchOptions;

/** What a run of the suite takes: the options of the command `run` by the same names, and runtimes within this process. */
export const suiteOptions = {
  ...caseOptions,
  ...requirementOptions,
  kernel: passed<Kernel>('in place of backend: one operator as a function'),
  backend: passed<string | Adapter>(
    "'onnxruntime-node', './backend.mjs', 'stdio:COMMAND' …; or an adapter, which is called in this process",
  ),
  ...startOptions,
  workers: workersOption('processes of the backend, and threads of the oracle'),
  vectors: single(v.optional(text), 'in place of the suite: the files in and below this folder'),
};

export type SelectionOptions = OptionInput<typeof caseOptions>;
export type RequiredOptions = OptionInput<typeof requirementOptions>;
export type SuiteOptions = OptionInput<typeof suiteOptions>;

/**
 * Options as a program gives them. One that is misspelt would not be missed: the run would only be another one.
 * @throws BadInput that names the option that there is not, or that cannot be used
 */
export function readCall<O extends Options>(options: O, given: OptionInput<O>): OptionValues<O> {
  checkNames(given, Object.keys(options));
  return readOptions(options, { values: { ...given } });
}

/** @throws BadInput that names the option that cannot be used */
export function launchingOf(
  options: Omit<LaunchArguments, 'backend' | 'config'> & {
    readonly backend: string | Adapter | undefined;
    readonly kernel?: Kernel | undefined;
  },
  selection: Selection,
): Launching {
  const { kernel, backend, ...args } = options;
  if (kernel) return calledInProcess(kernelAdapter(kernel, operatorsIn(selection)), options);
  if (typeof backend !== 'string') return calledInProcess(backend, options);
  return parseLaunch({ ...args, backend, config: undefined });
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

/** @throws BadInput that names the option that cannot be used */
export function settingsOf(options: OptionValues<typeof suiteOptions>): SuiteSettings {
  const { kernel, vectors, workers } = options;
  const selection = parseSelection(options);
  return {
    launching: launchingOf(options, selection),
    selection,
    requirements: parseRequirements(options),
    vectors,
    workers,
    // a kernel reads no models, so that none is invalid for it
    ...(kernel && { validOnly: true }),
  };
}

/** @throws BadInput that says what was selected where that is nothing */
export function refuseEmpty(options: OptionValues<typeof suiteOptions>): never {
  const { vectors } = options;
  throw new BadInput(
    vectors === undefined ? nothingSelected(options) : `${vectors}: there is no model.onnx in or below this folder`,
  );
}

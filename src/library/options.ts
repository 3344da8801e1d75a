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

/** An option that only a program can give: an object or a function, which is validated where it is used. */
export const programOption = <T>(describe: string) => single(v.optional(v.custom<T>(() => true)), describe);

/** The options that select a part of the suite, with the same names as on the command line. */
export const caseOptions = {
  ids: list(
    'an operator, the beginning of an id, or a pattern with * and **, e.g. ReduceSum/13/float32; all if absent',
  ),
  ...selectionOptions,
  seed: seedOption('the seed of the data'),
};

const { config: _, ...startOptions } = launchOptions;

/** The options of a run of the suite: those of the command `run` with the same names, and runtimes in this process. */
export const suiteOptions = {
  ...caseOptions,
  ...requirementOptions,
  kernel: programOption<Kernel>('instead of backend: one operator as a function'),
  backend: programOption<string | Adapter>(
    "'onnxruntime-node', './backend.mjs', 'stdio:COMMAND' …; or an adapter, which is called in this process",
  ),
  ...startOptions,
  workers: workersOption('processes of the backend, and threads of the oracle'),
  vectors: single(v.optional(text), 'instead of the suite: the files in and below this folder'),
};

/** The options that select cases. */
export type SelectionOptions = OptionInput<typeof caseOptions>;
/** The requirements beyond the specification. */
export type RequiredOptions = OptionInput<typeof requirementOptions>;
/** The options of `suite`. */
export type SuiteOptions = OptionInput<typeof suiteOptions>;

/**
 * Validates the options of a call. A misspelt option must not be ignored, since the run would silently differ.
 * @throws BadInput that names the unknown or unusable option
 */
export function readCall<O extends Options>(options: O, given: OptionInput<O>): OptionValues<O> {
  checkNames(given, Object.keys(options));
  return readOptions(options, { values: { ...given } });
}

/** Returns the launch of a backend. @throws BadInput that names the unusable option */
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

/** Returns the operators of the cases that ids select; `undefined`, for all, if there are no ids. */
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

/** Returns the settings of a run. @throws BadInput that names the unusable option */
export function settingsOf(options: OptionValues<typeof suiteOptions>): SuiteSettings {
  const { kernel, vectors, workers } = options;
  const selection = parseSelection(options);
  return {
    launching: launchingOf(options, selection),
    selection,
    requirements: parseRequirements(options),
    vectors,
    workers,
    // a kernel does not read models, so it cannot reject invalid ones
    ...(kernel && { validOnly: true }),
  };
}

/** @throws BadInput that describes an empty selection */
export function throwEmptySelection(options: OptionValues<typeof suiteOptions>): never {
  const { vectors } = options;
  throw new BadInput(
    vectors === undefined ? nothingSelected(options) : `${vectors}: there is no model.onnx in or below this folder`,
  );
}

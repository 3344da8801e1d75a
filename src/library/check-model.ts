import type { Value } from '../../oracles/numerics/value.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { renderTerminal } from '../../reports/print/report.ts';
import type { Report } from '../../reports/schema.ts';
import { readModelFile } from '../../vectors/onnx/external-data.ts';
import { requiredInputs } from '../../vectors/onnx/model.ts';
import { type Adapter, Unsupported } from '../backends/adapter.ts';
import { launchOptions, networkRunOptions, nodeOptions, requirementOptions, seedOption } from '../options/groups.ts';
import type { OptionInput, OptionValues } from '../options/option.ts';
import { parseRequirements } from '../options/selection.ts';
import { type Network, networkOf } from '../run/network/network.ts';
import { openNetwork } from '../run/network/open.ts';
import { networkPlan } from '../run/network/plan.ts';
import { givenValues, type NetworkValues } from '../run/network/values.ts';
import { executeRun, planRun } from '../run/suite-run.ts';
import { launchingOf, readCall } from './options.ts';
import { type NamedValues, printAs } from './printing.ts';

const { config: _, timeout: __, ...startOptions } = launchOptions;

const networkOptions = {
  ...nodeOptions,
  seed: seedOption('the seed of the choice of elements'),
  ...requirementOptions,
};

const modelOptions = {
  ...networkOptions,
  ...startOptions,
  ...networkRunOptions,
};

/** The options of `checkModel`, with the same names as for the command `check`. */
export type CheckModelOptions = OptionInput<typeof modelOptions>;

/** The options of judging the nodes of a network. */
export type JudgeNodesOptions = OptionInput<typeof networkOptions>;

/** A model as a file or its bytes. */
export type ModelSource = string | Uint8Array;

/**
 * Judges each node of a model by the inputs that it had on a backend, as the command `check` does.
 * @param inputs the inputs of the model, by name
 * @param backend its name, or an adapter to be called in this process
 * @throws BadInput for a model that cannot be read, and for inputs and options that cannot be used; BackendUnavailable
 */
export async function checkModel(
  model: ModelSource,
  inputs: NamedValues,
  backend: string | Adapter,
  options: CheckModelOptions = {},
): Promise<Report> {
  const args = readCall(modelOptions, options);
  const network = networkIn(model, inputs);
  return judged(network, { ...args, backend, model: named(model) });
}

/**
 * Judges each node of a model by given values, such as a dump of a device.
 * @param given values by name: of the inputs, and of the outputs of nodes. A node with a missing value is not judged
 * @throws BadInput for a model that cannot be read, and for values and options that cannot be used
 */
export async function judgeNodes(
  model: ModelSource,
  given: NamedValues,
  options: JudgeNodesOptions = {},
): Promise<Report> {
  const args = readCall(networkOptions, options);
  const network = networkIn(model, given);
  const known = new Map(entriesOf(given));
  return judged(
    network,
    { ...readCall(modelOptions, {}), ...args, backend: valuesAdapter, model: named(model) },
    (opened) => givenValues(opened, known),
  );
}

/** An adapter without a runtime: there are only the given values. */
const valuesAdapter: Adapter = {
  name: 'given values',
  version: '1',
  prepare: () => {
    throw new Unsupported('the values are given');
  },
};

interface JudgeArguments extends OptionValues<typeof modelOptions> {
  readonly backend: string | Adapter;
  readonly model: string;
}

async function judged(
  closed: Network,
  args: JudgeArguments,
  values?: (network: Network) => NetworkValues,
): Promise<Report> {
  const { node: nodes, elements, memory, limit, seed, model } = args;
  const requirements = parseRequirements(args);
  const settings = { elements, memory, limit, seed, requirements, ...(values && { values }) };
  const selection = { seed, ids: [], opsets: [], dtypes: [] };
  const launching = launchingOf(args, selection);
  const network = await openNetwork(closed, launching, settings);
  const plan = networkPlan(network, { ...settings, nodes });
  const judged = { elements, ...(Number.isFinite(limit) && { limit }), isGiven: true };
  const run = planRun({ launching, selection, requirements, network: { model, plan, judged } });
  const { report, failure } = await executeRun(run);
  if (failure) throw Object.assign(failure, { report });
  return printAs(report, () => renderTerminal(report));
}

const named = (model: ModelSource): string => (typeof model === 'string' ? model : 'model');

const entriesOf = (given: NamedValues): readonly (readonly [string, Value])[] =>
  given instanceof Map ? [...given] : Object.entries(given as Readonly<Record<string, Value>>);

function networkIn(model: ModelSource, given: NamedValues): Network {
  const known = new Map(entriesOf(given));
  const bytes = typeof model === 'string' ? readModelFile(model) : model;
  return networkOf(bytes, named(model), (decoded) => {
    const required = requiredInputs(decoded);
    const missing = required.find(({ name }) => !known.has(name));
    if (missing) throw new BadInput(`the input ${missing.name} of the model is missing`);
    return new Map(required.map(({ name }) => [name, known.get(name)!]));
  });
}

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import picocolors from 'picocolors';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { hangingIndent, sanitize } from '../../../reports/print/layout.ts';
import type { Report } from '../../../reports/schema.ts';
import { scriptFile } from '../../../reports/scripts/shown.ts';
import { nodeFolderOf, nodesFolder } from '../../../reports/view/node-folder.ts';
import { scriptOf } from '../../../reports/view/pages/bug.ts';
import { plural } from '../../../reports/view/plural.ts';
import { writeVectorFiles } from '../../../vectors/export/write.ts';
import { writeWhole } from '../../../vectors/onnx/files.ts';
import { requiredInputs, type ValueInfo } from '../../../vectors/onnx/model.ts';
import { formatSize } from '../../backends/text.ts';
import { findExpectations } from '../../expectations/file.ts';
import { type LaunchArguments, parseLaunch } from '../../options/launch.ts';
import { parseRequirements, type RequirementArguments } from '../../options/selection.ts';
import { type InputSource, type Network, readNetwork } from '../../run/network/network.ts';
import { openNetwork } from '../../run/network/open.ts';
import { writeOptimized } from '../../run/network/optimized.ts';
import { type NetworkPlan, networkPlan } from '../../run/network/plan.ts';
import type { SuiteSettings } from '../../run/suite-run.ts';
import type { EffortSettings } from '../../run/trial/effort.ts';
import type { Interruption } from '../interruption.ts';
import type { ConclusionArguments } from '../options/conclusion.ts';
import { parseFormats } from '../options/formats.ts';
import { onStdout } from '../terminal.ts';
import { runInFolder } from './run.ts';

/** The options of `check`. */
export interface CheckArguments extends LaunchArguments, RequirementArguments, ConclusionArguments {
  readonly model: string;
  readonly inputs: string | undefined;
  readonly optimized: boolean;
  readonly shape: Readonly<Record<string, string>>;
  readonly node: readonly string[];
  readonly elements: number;
  readonly memory: number;
  readonly limit: number;
  readonly seed: number;
}

/**
 * The command `check`: judges the nodes of a model, prints the report, and writes wrong nodes as models of their own.
 * @returns the exit code
 * @throws BadInput and BackendUnavailable, which the CLI prints
 */
export async function checkNetwork(args: CheckArguments, interrupt: Interruption): Promise<number> {
  const { inputs: folder, node: nodes, elements, memory, limit, seed, backend } = args;
  const source = { folder, shapes: shapesOf(args.shape), seed };
  const requirements = parseRequirements(args);
  const launching = parseLaunch(args);
  const written = readNetwork(args.model, source);
  const model = args.optimized ? join(args.out, 'optimized.onnx') : args.model;
  if (args.optimized) await writeOptimized(written, launching, model);
  const closed = args.optimized ? readNetwork(model, source) : written;
  const judging = { elements, memory, limit, seed, requirements };
  const network = await openNetwork(closed, launching, judging);
  const judged = {
    ...(folder !== undefined && { inputs: folder }),
    ...(source.shapes.size > 0 && { shapes: args.shape }),
    elements,
    ...(Number.isFinite(limit) && { limit }),
  };
  const expectations = findExpectations(args);
  let plan: NetworkPlan | undefined;
  const settings = (effort: EffortSettings): SuiteSettings => {
    plan = networkPlan(network, { ...judging, ...effort, nodes });
    const selection = { seed, ids: [], opsets: [], dtypes: [] };
    const expected = expectations?.expected;
    return { launching, selection, requirements, expected, network: { model, plan, judged } };
  };
  const what = {
    words: sanitize(`${plural(network.nodes.length, 'node')} of ${model} on ${backend}`),
    nothing: () => `${model}: the oracle knows no node of it`,
  };
  return runInFolder(
    { ...args, resume: false, shard: undefined },
    {
      settings,
      formats: parseFormats(args.format),
      expectations,
      what,
      more: (report) => said(report, plan!, args, chosenShapes(closed, source)),
    },
    interrupt,
  );
}

/** Parses shapes. @throws BadInput for a text that is not a list of dimensions */
const shapesOf = (given: CheckArguments['shape']): ReadonlyMap<string, readonly number[]> =>
  new Map(
    Object.entries(given).map(([name, text]) => {
      const dims = text.split(/[,x]/).map(Number);
      if (/^\d+([,x]\d+)*$/.test(text) && dims.every(Number.isSafeInteger)) return [name, dims] as const;
      throw new BadInput(`--shape ${name}=${text}: give dimensions such as ${name}=1,3,224,224`);
    }),
  );

/** Returns the shapes of drawn inputs that the model leaves open, as options. */
function chosenShapes({ model, inputs }: Network, { folder, shapes }: InputSource): readonly string[] {
  const isChosen = ({ name, dims }: ValueInfo) =>
    folder === undefined && !shapes.has(name) && dims?.some((dim) => typeof dim !== 'number');
  return requiredInputs(model)
    .filter(isChosen)
    .map(({ name }) => `--shape ${name}=${(inputs.get(name) as Tensor).dims}`);
}

/**
 * Returns the lines below the report: how the values were obtained, and where the wrong nodes are.
 * @param shapes those that were chosen where the model leaves them open, as options
 */
function said(report: Report, plan: NetworkPlan, { inputs, out }: CheckArguments, shapes: readonly string[]): string {
  const { columns, color } = onStdout();
  const row = (label: string, text: string) => hangingIndent(`  ${label.padEnd(8)} `, sanitize(text), columns);
  const lines = row('inputs', inputs ?? `drawn from --seed ${report.options.seed}; --inputs DIR takes your own`);
  if (shapes.length > 0) lines.push(...row('shapes', `${shapes.join(' ')} where the model leaves them open`));
  lines.push(...row('values', plan.judge.how));
  const { unrounded } = plan.judge;
  if (unrounded.length > 0) {
    const [first] = unrounded;
    const what = 'right for inputs that were not rounded, as if computed together with the nodes before';
    const more = unrounded.length > 1 ? ' …' : '';
    lines.push(...row('rounding', `${plural(unrounded.length, 'node')} ${what}: ${first}${more}`));
  }
  lines.push(...row('memory', `up to ${formatSize(process.resourceUsage().maxRSS * 1024)}, without the backend`));
  removeNodes(join(out, nodesFolder));
  const folders: string[] = [];
  for (const finding of report.findings) {
    const own = nodeFolderOf(report, finding);
    const found = plan.judge.broken.get(finding.smallest.id);
    if (own === undefined || !found) continue;
    const folder = join(out, own);
    const { model, inputs: values } = found.request;
    writeVectorFiles(folder, { model, dataSets: [{ inputs: values.map(({ bytes }) => bytes), outputs: [] }] });
    const bug = { backend: report.backend, launch: report.launch, element: finding.smallest.failure };
    const scriptOn = (shown: ReturnType<typeof found.shown>) =>
      shown && scriptOf({ ...bug, runs: [shown] }, { file: 'model.onnx' });
    // right outputs take time: they are computed where a script is possible
    const script = scriptOn(found.shown(false)) && scriptOn(found.shown(true));
    if (script) writeWhole(join(folder, scriptFile(script)[0]), scriptFile(script)[1]);
    folders.push(folder);
  }
  // not wrapped, so that they can be copied
  lines.push(...folders.map((folder, i) => `  ${(i === 0 ? 'to send' : '').padEnd(8)} ${sanitize(folder)}`));
  return `\n${picocolors.createColors(color).bold('Network')}\n${lines.join('\n')}\n`;
}

/** Removes only the folders of nodes that an earlier check wrote. */
function removeNodes(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => /^\d+-\w+$/.test(one))) {
    rmSync(join(folder, name), { recursive: true });
  }
}

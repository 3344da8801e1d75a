import { existsSync } from 'node:fs';
import { type CaseResult, isInvalid, type Launch, type RunOptions } from '../../reports/schema.ts';
import { checkCommand, quoted, requirementsAsTyped, startOf } from '../../reports/view/launch.ts';

/**
 * Returns the command that runs cases again; for a backend in this process, the options that do so.
 * @param results results, or prefixes of ids: these select cases as in the run with these options
 */
export function replayCommand(launch: Launch, options: RunOptions, results: readonly (CaseResult | string)[]): string {
  const { seed, vectors, gateInvalid, nodes } = options;
  const ids = results.map((result) => (typeof result === 'string' ? result : result.id));
  const listed = ids.map((id) => `'${id}'`).join(', ');
  if (nodes && (nodes.isGiven || launch.inProcess))
    return `node: [${listed}], elements: ${nodes.elements}, seed: ${seed}`;
  if (launch.inProcess) return `ids: [${listed}], seed: ${seed}`;
  if (nodes) return checkCommand(launch, options, ids);
  const backend = startOf({ launch, options });
  const required = requirementsAsTyped(options)
    .map((text) => ` ${text}`)
    .join('');
  if (vectors === undefined) {
    const gate =
      gateInvalid && results.some((result) => typeof result !== 'string' && isInvalid(result)) ? ' --gate-invalid' : '';
    const selected = results.some((result) => typeof result === 'string') ? selectionAsTyped(options) : '';
    return `npx onnx-conformance run ${ids.map(quoted).join(' ')} ${backend} --seed ${seed}${selected}${required}${gate}`;
  }
  const below = `${vectors.replace(/\/+$/, '')}/${ids[0]!.replace(/\/[^/]*$/, '')}`;
  // `vectors` may be the vector itself; several vectors need the folder that contains them all
  const folder = ids.length === 1 && existsSync(below) ? below : vectors;
  return `npx onnx-conformance run --vectors ${quoted(folder)} ${backend}${required}`;
}

/** The options besides ids that select the cases of a run. */
const selectionAsTyped = ({ suite, opsets, dtypes }: RunOptions): string =>
  [
    ...(suite ? [` --suite ${suite}`] : []),
    ...opsets.map((opset) => ` --opset ${opset}`),
    ...dtypes.map((dtype) => ` --dtype ${dtype}`),
  ].join('');

import { existsSync } from 'node:fs';
import { type CaseResult, isInvalid, type Launch, type RunOptions } from '../../reports/schema.ts';
import { launchAsTyped, quoted, requirementsAsTyped } from '../../reports/view/launch.ts';

/** The command that runs cases again; of what is called in this process, the options that do. */
export function replayCommand(launch: Launch, options: RunOptions, results: readonly CaseResult[]): string {
  const { seed, vectors, gateInvalid, nodes } = options;
  const ids = results.map(({ id }) => id);
  if (launch.inProcess) return `ids: [${ids.map((id) => `'${id}'`).join(', ')}], seed: ${seed}`;
  const backend = launchAsTyped(launch);
  const required = requirementsAsTyped(options)
    .map((text) => ` ${text}`)
    .join('');
  if (nodes) {
    const chosen = ids.map((id) => ` --node ${quoted(id)}`).join('');
    return `npx onnx-conformance check ${quoted(vectors!)} ${backend} --seed ${seed}${required}${chosen}`;
  }
  if (vectors === undefined) {
    const gate = gateInvalid && results.some(isInvalid) ? ' --gate-invalid' : '';
    return `npx onnx-conformance run ${ids.map(quoted).join(' ')} ${backend} --seed ${seed}${required}${gate}`;
  }
  const below = `${vectors.replace(/\/+$/, '')}/${ids[0]!.replace(/\/[^/]*$/, '')}`;
  // which may be the vector itself; of several vectors it is what holds them all
  const folder = ids.length === 1 && existsSync(below) ? below : vectors;
  return `npx onnx-conformance run --vectors ${quoted(folder)} ${backend}${required}`;
}

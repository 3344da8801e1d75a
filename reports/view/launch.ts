import { meetsTier } from '../../oracles/judge/tier.ts';
import type { Launch, Report, RunOptions } from '../schema.ts';

/** The default limits of a launch, in seconds and bytes. */
export const usualLaunch = { timeout: 10, startTimeout: 30, memoryLimit: 4 * 2 ** 30 } as const;

/** The default limits of a check of a network: elements, and seconds for a run and for the oracle. */
export const usualCheck = { elements: 64, timeout: 300, limit: 5 } as const;

/**
 * Returns the options of a launch: "--backend ./mine.mjs --provider cuda --timeout 20".
 * @param usualTimeout the default of the command, in seconds
 */
export function launchAsTyped(launch: Launch, usualTimeout: number = usualLaunch.timeout): string {
  const { backend, options = {}, env = {}, cwd, config, timeout, startTimeout, memoryLimit } = launch;
  const { provider, ...others } = options;
  const words: (readonly [option: string, value: string])[] = [['backend', backend]];
  if (config !== undefined) words.push(['config', config]);
  if (provider !== undefined) words.push(['provider', provider]);
  for (const [name, value] of Object.entries(others)) words.push(['backend-option', `${name}=${value}`]);
  for (const [name, value] of Object.entries(env)) words.push(['env', `${name}=${value}`]);
  if (cwd !== undefined) words.push(['cwd', cwd]);
  if (timeout !== usualTimeout) words.push(['timeout', `${timeout}`]);
  if (startTimeout !== usualLaunch.startTimeout) words.push(['start-timeout', `${startTimeout}`]);
  if (memoryLimit !== usualLaunch.memoryLimit) words.push(['memory-limit', sizeAsTyped(memoryLimit)]);
  return words.map(([option, value]) => `--${option} ${quoted(value)}`).join(' ');
}

/** Returns the options that start the backend of a report again; empty if they are not known. */
export function startOf({ launch, options }: Pick<Report, 'launch' | 'options'>): string {
  return launch ? launchAsTyped(launch, options.nodes ? usualCheck.timeout : usualLaunch.timeout) : '';
}

/** Returns the command that judges nodes of a network again. */
export function checkCommand(launch: Launch, options: RunOptions, ids: readonly string[]): string {
  const words = [
    quoted(options.vectors!),
    startOf({ launch, options }),
    `--seed ${options.seed}`,
    ...requirementsAsTyped(options),
    ...checkAsTyped(options.nodes!),
    ...ids.map((id) => `--node ${quoted(id)}`),
  ];
  return `npx onnx-conformance check ${words.join(' ')}`;
}

/** Returns the options of `check` for judging nodes, except defaults. */
function checkAsTyped({ inputs, shapes = {}, elements, limit }: NonNullable<RunOptions['nodes']>): string[] {
  return [
    ...(inputs === undefined ? [] : [`--inputs ${quoted(inputs)}`]),
    ...Object.entries(shapes).map(([name, dims]) => `--shape ${quoted(`${name}=${dims}`)}`),
    ...(elements === usualCheck.elements ? [] : [`--elements ${elements}`]),
    ...(limit === usualCheck.limit ? [] : [`--limit ${limit ?? 'none'}`]),
  ];
}

/** Returns the options for requirements on answers, except defaults. */
export function requirementsAsTyped(requirements?: Pick<RunOptions, 'requireTier' | 'policies'>): string[] {
  const { requireTier = 'native', policies = [] } = requirements ?? {};
  return [
    ...(requireTier === 'native' ? [] : [`--${meetsTier(requireTier, 'native') ? 'require' : 'allow'} ${requireTier}`]),
    ...policies.map(({ policy, choice }) => `--policy ${quoted(`${policy}=${choice}`)}`),
  ];
}

/** Returns the command that writes a case of the suite as files. */
export function exportCommand(id: string, { seed }: Pick<RunOptions, 'seed'>): string {
  return `npx onnx-conformance export ${quoted(id)}${seed === 1 ? '' : ` --seed ${seed}`} --out case`;
}

/** Formats a size as an option: "4GiB", "1500kB", "none". */
export function sizeAsTyped(bytes: number | undefined): string {
  if (bytes === undefined) return 'none';
  for (const [unit, size] of [...binary, ...decimal]) if (bytes % size === 0) return `${bytes / size}${unit}`;
  return `${bytes}B`;
}

const binary = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;
const decimal = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

/** Returns a word quoted for a shell, if needed. */
export function quoted(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import { satisfies } from '../../oracles/judge/tier.ts';
import type { Launch, RunOptions } from '../schema.ts';

/** What holds where a launch says nothing else: seconds, and bytes. */
export const usualLaunch = { timeout: 10, startTimeout: 30, memoryLimit: 4 * 2 ** 30 } as const;

/** What holds where a check of a network says nothing else: elements, and seconds of a run and of the oracle. */
export const usualCheck = { elements: 64, timeout: 300, limit: 5 } as const;

/** A launch as it is typed after a command: "--backend ./mine.mjs --provider cuda --timeout 20". @param usualTimeout of the command, in seconds */
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

/** How the nodes of a network are judged, as options of `check`; none where it is as usual. */
export function checkAsTyped({ inputs, shapes = {}, elements, limit }: NonNullable<RunOptions['nodes']>): string[] {
  return [
    ...(inputs === undefined ? [] : [`--inputs ${quoted(inputs)}`]),
    ...Object.entries(shapes).map(([name, dims]) => `--shape ${quoted(`${name}=${dims}`)}`),
    ...(elements === usualCheck.elements ? [] : [`--elements ${elements}`]),
    ...(limit === usualCheck.limit ? [] : [`--limit ${limit ?? 'none'}`]),
  ];
}

/** What answers have to reach, as options of a command; none where nothing beyond the usual is asked. */
export function requirementsAsTyped(requirements?: Pick<RunOptions, 'requireTier' | 'policies'>): string[] {
  const { requireTier = 'native', policies = [] } = requirements ?? {};
  return [
    ...(requireTier === 'native' ? [] : [`--${satisfies(requireTier, 'native') ? 'require' : 'allow'} ${requireTier}`]),
    ...policies.map(({ policy, choice }) => `--policy ${quoted(`${policy}=${choice}`)}`),
  ];
}

/** The command that writes a case of the suite as files. */
export function exportCommand(id: string, { seed }: Pick<RunOptions, 'seed'>): string {
  return `npx onnx-conformance export ${quoted(id)}${seed === 1 ? '' : ` --seed ${seed}`} --out case`;
}

/** "4GiB", "1500kB", "none". */
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

/** A word for a shell. */
export function quoted(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import { statSync } from 'node:fs';
import { BadInput } from '../../oracles/bad-input.ts';
import type { BackendCommand } from '../backends/backend.ts';
import { backendCommand } from '../backends/resolve.ts';
import type { Launching } from '../harness/suite-run.ts';

/** The options that say how a backend is started and bounded, the same for every command that starts one. */
export interface LaunchArguments {
  readonly backend: string;
  readonly provider: string | undefined;
  readonly backendOption: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string | undefined;
  readonly config: string | undefined;
  /** seconds */
  readonly timeout: number;
  readonly startTimeout: number;
  /** bytes */
  readonly memoryLimit: number | undefined;
  readonly verbose: boolean;
}

/**
 * Reads the options that say how a backend is started.
 * @throws BadInput that names the option that cannot be used
 */
export function parseLaunch(args: LaunchArguments): Launching & { readonly command: BackendCommand } {
  const { backend, provider, cwd, config, timeout, startTimeout, memoryLimit, verbose } = args;
  const env = assignments('env', args.env);
  const named = assignments('backend-option', args.backendOption);
  if (provider !== undefined && named.provider !== undefined && named.provider !== provider) {
    throw new BadInput('--provider and --backend-option provider=… differ; give one of them');
  }
  const options = { ...named, ...(provider !== undefined && { provider }) };
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BadInput(`--cwd ${cwd} is no folder; name the one in which the backend is to be started`);
  }
  const given = {
    ...(Object.keys(options).length > 0 && { options }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(cwd !== undefined && { cwd }),
  };
  const limit = memoryLimit !== undefined && { memoryLimit };
  return {
    command: { ...backendCommand(backend), ...given },
    options: {
      caseTimeout: timeout * 1000,
      startTimeout: startTimeout * 1000,
      ...limit,
      ...(verbose && { onStderr: (chunk: Uint8Array) => process.stderr.write(chunk) }),
    },
    launch: { backend, ...given, ...(config !== undefined && { config }), timeout, startTimeout, ...limit },
  };
}

/** NAME=VALUE, of which the last counts for each name. */
function assignments(option: string, texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text) => {
    const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new BadInput(`--${option} takes NAME=VALUE, not '${text}'`);
    return [name, value];
  });
  return Object.fromEntries(pairs);
}

import { statSync } from 'node:fs';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { BackendCommand } from '../backends/backend.ts';
import { backendCommand } from '../backends/resolve.ts';
import type { Launching } from '../run/suite-run.ts';
import type { LaunchArguments } from './groups.ts';

export type { LaunchArguments } from './groups.ts';

/**
 * Returns how a backend is started, from its options.
 * @throws BadInput that names the unusable option
 */
export function parseLaunch(args: LaunchArguments): Launching & { readonly command: BackendCommand } {
  const {
    backend,
    provider,
    backendOption: named,
    env,
    cwd,
    config,
    timeout,
    startTimeout,
    memoryLimit,
    verbose,
  } = args;
  if (provider !== undefined && named.provider !== undefined && named.provider !== provider) {
    throw new BadInput('--provider and --backend-option provider=… differ; give one of them');
  }
  const options = { ...named, ...(provider !== undefined && { provider }) };
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BadInput(`--cwd ${cwd} is not a folder; name the one in which to start the backend`);
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

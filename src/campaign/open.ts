import { isDeepStrictEqual } from 'node:util';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Fuzzer } from '../fuzz/fuzzer.ts';
import { openFuzzer } from '../fuzz/open.ts';
import { backendAsTyped } from '../fuzz/state.ts';
import { parseLaunch } from '../options/launch.ts';
import { packageInfo } from '../package-info.ts';
import type { BatchAssignment } from './processes.ts';

/**
 * Opens the fuzzer of a worker. It starts only backends of the worker's own command line, never one that the queue names.
 * @throws BadInput if the backends, or the version of the suite, differ from the campaign's
 */
export function openWorkerFuzzer({ run, expected, launches, without }: BatchAssignment): Promise<Fuzzer> {
  const { version } = packageInfo();
  if (run.version !== version) {
    throw new BadInput(
      `the campaign is of onnx-conformance ${run.version}, which draws other programs than ${version} here; install that version`,
    );
  }
  const backends = launches.map(parseLaunch);
  const own = backends.map(backendAsTyped);
  if (!isDeepStrictEqual(own, run.backends)) {
    const [there, here] = [run.backends, own].map((names) => names.join(', '));
    throw new BadInput(`the campaign tries ${there}, and this worker ${here}; give it the same --backend and options`);
  }
  const { selection, requirements } = run;
  return openFuzzer({ selection: { ...selection, ...(without && { without }) }, requirements, backends, expected });
}

import { isDeepStrictEqual } from 'node:util';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Fuzzer } from '../fuzz/fuzzer.ts';
import { openFuzzer } from '../fuzz/open.ts';
import { triedAs } from '../fuzz/state.ts';
import { parseLaunch } from '../options/launch.ts';
import { packageInfo } from '../package-info.ts';
import type { BatchAssignment } from './processes.ts';

/**
 * The fuzzer of a worker. It tries what the command line of the worker names: nothing that a queue says is ever started.
 * @throws BadInput if that, or the version of the suite, is not what the campaign is of
 */
export function openOwn({ run, expected, launches, without }: BatchAssignment): Promise<Fuzzer> {
  const { version } = packageInfo();
  if (run.version !== version) {
    throw new BadInput(
      `the campaign is of onnx-conformance ${run.version}, which draws other programs than ${version} here; install that version`,
    );
  }
  const backends = launches.map(parseLaunch);
  const own = backends.map(triedAs);
  if (!isDeepStrictEqual(own, run.backends)) {
    const [there, here] = [run.backends, own].map((names) => names.join(', '));
    throw new BadInput(`the campaign tries ${there}, and this worker ${here}; give it the same --backend and options`);
  }
  const { selection, requirements } = run;
  return openFuzzer({ selection: { ...selection, ...(without && { without }) }, requirements, backends, expected });
}

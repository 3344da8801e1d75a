import { BadInput } from '../../oracles/spec/bad-input.ts';
import { newestOpset } from '../../oracles/spec/newest-opset.ts';

/**
 * IR versions with the first ai.onnx opset released with them, up to the newest known. Source: the release table of ONNX's
 * docs/Versioning.md.
 */
const releases: readonly { readonly since: number; readonly irVersion: number }[] = [
  { since: 1, irVersion: 3 },
  { since: 9, irVersion: 4 },
  { since: 10, irVersion: 5 },
  { since: 11, irVersion: 6 },
  { since: 12, irVersion: 7 },
  { since: 15, irVersion: 8 },
  { since: 19, irVersion: 9 },
  { since: 21, irVersion: 10 },
  { since: 23, irVersion: 11 },
  { since: 24, irVersion: 12 },
  { since: 25, irVersion: 13 },
];

/**
 * Returns the IR version that ONNX released together with an ai.onnx opset, which a runtime of that age should read.
 * Opset_import exists only since IR 3, so opsets 1 to 8 are written as IR 3.
 * @throws BadInput for an opset outside the table
 */
export function irVersionOf(opset: number): number {
  const release = releases.findLast(({ since }) => since <= opset);
  if (!release || opset > newestOpset || !Number.isInteger(opset))
    throw new BadInput(`opset ${opset}: only 1 to ${newestOpset} are known`);
  return release.irVersion;
}

import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reportWriteErrors } from '../../../vectors/onnx/files.ts';
import type { Replayed } from './replay.ts';
import { caseFile } from './stored-finding.ts';

/** The files written for a finding. */
const ours = new RegExp(
  `^(?:model\\.onnx|test_data_set_\\d+|${caseFile.replace('.', '\\.')}|README\\.md|bug-report\\.md|script\\.(?:mjs|py))$`,
);

/** Whether a finding is fixed: it passes, and its failure did not depend on chance or earlier runs. */
export const isFixed = ({ status, kept }: Replayed): boolean =>
  status === 'passes' && kept.about.reproduced !== 'not-reproducible';

/**
 * Removes the folder of a finding, except foreign files.
 * @throws BadInput if it cannot be removed
 */
export function removeFinding({ kept: { path } }: Replayed): void {
  reportWriteErrors(() => {
    for (const name of readdirSync(path)) if (ours.test(name)) rmSync(join(path, name), { recursive: true });
    if (readdirSync(path).length === 0) rmdirSync(path);
  }, path);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Value } from '../../../oracles/numerics/value.ts';
import type { Launch } from '../../../reports/schema.ts';
import { writeVectorFiles } from '../../../vectors/export/write.ts';
import { folderName, reportWriteErrors, writeWhole } from '../../../vectors/onnx/files.ts';
import { answeredProgram } from '../../../vectors/onnx/program.ts';
import { encodeValue } from '../../../vectors/onnx/value-proto.ts';
import { packageInfo } from '../../package-info.ts';
import type { Requirements } from '../../run/trial/judge.ts';
import type { FuzzFinding } from '../finding.ts';
import { pagesOf } from './finding-readme.ts';
import { caseFile, type StoredCase } from './stored-finding.ts';

/** Returns the folder of a finding within a corpus: `onnxruntime-node/softmax-value-float`. */
export const folderOf = ({ backend, id }: Pick<FuzzFinding, 'backend' | 'id'>): string =>
  [backend.name, id].map((name) => folderName(name)).join('/');

/** Whether a corpus contains a finding. */
export const isStored = (dir: string, finding: Pick<FuzzFinding, 'backend' | 'id'>): boolean =>
  existsSync(join(dir, folderOf(finding), caseFile));

/**
 * Writes a finding into its own folder of a corpus, unless the corpus has its id.
 * @param launch the launch of its backend
 * @param requirements the requirements on its answers
 * @returns its folder; `undefined` if the corpus had it
 * @throws BadInput if the folder cannot be written
 */
export function keepFinding(
  dir: string,
  finding: FuzzFinding,
  launch: Launch,
  requirements: Requirements,
): string | undefined {
  if (isStored(dir, finding)) return undefined;
  const { program, ...own } = finding;
  const about: StoredCase = {
    format: 1,
    tool: packageInfo(),
    date: new Date().toISOString().slice(0, 10),
    launch,
    requirements,
    ...own,
  };
  const { model, runs } = answeredProgram(program);
  const bytesOf = (values: ReadonlyMap<string, Value>) =>
    Array.from(values, ([name, value]) => encodeValue(value, name));
  const dataSets = runs.map(({ inputs, outputs }) => ({ inputs: bytesOf(inputs), outputs: bytesOf(outputs) }));
  const folder = join(dir, folderOf(finding));
  reportWriteErrors(() => {
    writeVectorFiles(folder, { model, dataSets });
    const pages = pagesOf({ about, program, model, runs, folder });
    for (const [name, text] of Object.entries(pages)) writeWhole(join(folder, name), text);
    // written last: a folder without this file is not a finding
    writeWhole(join(folder, caseFile), `${JSON.stringify(about, null, 2)}\n`);
  }, folder);
  return folder;
}

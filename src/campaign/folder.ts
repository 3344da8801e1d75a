import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { readText, reportWriteErrors, writeWhole } from '../../vectors/onnx/files.ts';
import type { BatchResult } from '../fuzz/batch.ts';
import { type FuzzRun, readFuzz, writeFuzz } from '../fuzz/state.ts';
import type { Status } from './campaign.ts';
import * as schema from './status-schema.ts';

const fileIn = (dir: string) => join(dir, 'campaign.json');

/** Returns the status of the campaign in a folder, if there is one. @throws BadInput if the file is broken */
export function readStatus(dir: string): Status | undefined {
  const file = fileIn(dir);
  if (!existsSync(file)) return undefined;
  const text = readText(file);
  try {
    return v.parse(schema.status, JSON.parse(text));
  } catch (error) {
    throw new BadInput(`${file} is not the state of a campaign (${(error as Error).message}); name another --out`);
  }
}

/**
 * Returns the stored part of a campaign in a folder, to resume it.
 * @throws BadInput if the folder holds another campaign
 */
export function readFormer(
  dir: string,
  run: FuzzRun,
): { readonly result: BatchResult; readonly seconds: number } | undefined {
  const result = readFuzz(dir, run);
  return result && { result, seconds: readStatus(dir)?.seconds ?? 0 };
}

/** @throws BadInput if the folder cannot be written */
export function writeCampaign(dir: string, result: BatchResult, status: Status): void {
  writeFuzz(dir, status.run, result);
  reportWriteErrors(() => writeWhole(fileIn(dir), JSON.stringify(status)), dir);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { makeFolder, readText, reportWriteErrors, writeWhole } from '../../vectors/onnx/files.ts';
import { packageInfo } from '../package-info.ts';
import type { Launching } from '../run/suite-run.ts';
import { type BatchResult, readResult, type StoredBatchResult, storeResult } from './batch.ts';
import type { FuzzSettings } from './fuzzer.ts';
import * as schema from './run-schema.ts';

/** The settings that determine the programs of a run and their verdicts. */
export interface FuzzRun {
  /** the version of the suite; another version draws other programs */
  readonly version: string;
  readonly seed: number;
  readonly selection: FuzzSettings['selection'];
  readonly requirements: FuzzSettings['requirements'];
  /** the backends, in the form of {@link backendAsTyped} */
  readonly backends: readonly string[];
}

/** Returns a backend as on the command line, with its options. */
export const backendAsTyped = ({ launch: { backend, options = {} } }: Launching): string =>
  [backend, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(' ');

export const fuzzRun = (seed: number, { selection, requirements, backends }: FuzzSettings): FuzzRun => ({
  version: packageInfo().version,
  seed,
  selection: { ids: selection.ids, opsets: selection.opsets, dtypes: selection.dtypes },
  requirements,
  backends: backends.map(backendAsTyped),
});

interface StoredFuzzRun {
  readonly run: FuzzRun;
  readonly result: StoredBatchResult;
}

const fileIn = (dir: string) => join(dir, 'fuzz.json');

/**
 * Returns the stored result of a run; `undefined` if there is none.
 * @throws BadInput if the folder contains another run, or something else
 */
export function readFuzz(dir: string, run: FuzzRun): BatchResult | undefined {
  const file = fileIn(dir);
  if (!existsSync(file)) return undefined;
  const stored = parse(readText(file), file);
  if (!isDeepStrictEqual(stored.run, JSON.parse(JSON.stringify(run)))) {
    throw new BadInput(`--resume: ${file} is of a run with other options, or of another release; name another --out`);
  }
  return stored.result;
}

function parse(text: string, file: string): { readonly run: FuzzRun; readonly result: BatchResult } {
  try {
    const { run, result } = v.parse(v.object({ run: schema.run, result: v.unknown() }), JSON.parse(text));
    return { run, result: readResult(result) };
  } catch (error) {
    throw new BadInput(`${file} is not the state of a run of fuzz (${(error as Error).message}); name another --out`);
  }
}

/** @throws BadInput if the folder cannot be written */
export function writeFuzz(dir: string, run: FuzzRun, result: BatchResult): void {
  const file = fileIn(dir);
  makeFolder(dir);
  reportWriteErrors(() => {
    const stored: StoredFuzzRun = { run, result: storeResult(result) };
    writeWhole(file, `${JSON.stringify(stored, null, 2)}\n`);
  }, file);
}

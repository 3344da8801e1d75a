import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Program } from '../../../generators/fuzz/program.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { described, optional, type Read, text } from '../../../reports/schema/fields.ts';
import { launch } from '../../../reports/schema/run.ts';
import { leavesBelow } from '../../../vectors/export/tree.ts';
import { findVectors, loadDataSets, loadModel } from '../../../vectors/onnx/directory.ts';
import { readBytes, readText } from '../../../vectors/onnx/files.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { findingFields } from '../finding.ts';
import { requirements } from '../run-schema.ts';

/** The file that makes a folder with a vector a finding of a corpus. */
export const caseFile = 'case.json';

/** The schema of a finding's case.json: everything but the program, which the other files contain. */
export const storedCase = v.object({
  format: described(v.literal(1), 'the version of this format'),
  tool: described(v.object({ name: v.string(), version: v.string() }), 'the suite that found it'),
  date: text('the date, as YYYY-MM-DD'),
  launch: described(launch, 'how the backend was started'),
  requirements: optional(described(requirements, 'the requirements on answers; absent: the defaults')),
  ...findingFields.entries,
});
export type StoredCase = Read<typeof storedCase>;

/** A finding of a corpus. */
export interface CorpusFinding {
  /** its folder */
  readonly path: string;
  readonly about: StoredCase;
  readonly program: Program;
}

/** The findings below a folder, and the problems of unreadable ones, one line each. */
export interface Corpus {
  readonly findings: readonly CorpusFinding[];
  readonly unreadable: readonly string[];
}

/**
 * Reads the findings in and below a folder.
 * @throws BadInput if it cannot be read, or contains none
 */
export function readCorpus(dir: string): Corpus {
  const leaves = attemptFolder(dir);
  const folders = leaves.filter(({ path }) => basename(path) === caseFile).map(({ path }) => join(dir, path, '..'));
  if (folders.length === 0) {
    throw new BadInput(
      `${dir} is not a corpus: there is no ${caseFile} in or below it; name a folder that 'fuzz --out' has written`,
    );
  }
  const findings: CorpusFinding[] = [];
  const unreadable: string[] = [];
  for (const path of folders) {
    try {
      findings.push(readCorpusFinding(path));
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      unreadable.push(error.message);
    }
  }
  return { findings, unreadable };
}

function attemptFolder(dir: string) {
  try {
    return leavesBelow(dir);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(`${error.message}; name a folder that 'fuzz --out' has written`);
  }
}

/** Reads the finding in a folder. @throws BadInput if a file is missing or invalid */
export function readCorpusFinding(path: string): CorpusFinding {
  return { path, about: readCase(join(path, caseFile)), program: readProgram(path) };
}

function readCase(file: string): StoredCase {
  const written = readText(file);
  let data: unknown;
  try {
    data = JSON.parse(written);
  } catch (error) {
    throw new BadInput(`${file} is not JSON: ${(error as Error).message}`);
  }
  const checked = v.safeParse(storedCase, data, { abortEarly: true });
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  throw new BadInput(`${file} is of no finding: at ${v.getDotPath(issue) ?? 'the whole'}, ${issue.message}`);
}

/** Reads the model and its runs from files. */
function readProgram(dir: string): Program {
  // resolves '.' to a path with a name
  const path = resolve(dir);
  readBytes(join(dir, 'model.onnx'));
  const ref = findVectors(path).find((one) => one.path === path || one.id === basename(path))!;
  const { model } = loadModel(ref);
  const graph = readGraph(model);
  if ('unknown' in graph) throw new BadInput(`${path}: the oracle does not know ${graph.unknown}`);
  const runs = loadDataSets(ref, model).map((set) => {
    if (set.problem) throw set.problem;
    return new Map(set.inputNames.map((name, i) => [name, set.inputs[i]!]));
  });
  return { opset: model.opset, graph, runs };
}

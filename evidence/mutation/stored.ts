import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../vectors/onnx/files.ts';
import { fieldsByLine } from '../by-line.ts';
import type { MutatedFile } from './report.ts';

/** The folder whose files are mutated. */
export const mutated = 'oracles/judge';
const path = 'evidence/mutation/measured.json';

/** The result of a file, with the first 12 digits of its sha256 when it was measured. */
export interface StoredFile extends MutatedFile {
  readonly hash: string;
}

/** Returns the mutated files, the smallest first. */
export const mutatedFiles = (): readonly string[] =>
  readdirSync(mutated)
    .filter((name) => name.endsWith('.ts'))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));

/** Returns the bytes of a mutated file. */
export const sizeOf = (name: string): number => statSync(join(mutated, name)).size;

/** Returns the stored results of the files that still exist, by name. */
export function storedFiles(): ReadonlyMap<string, StoredFile> {
  const stored: Record<string, StoredFile> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return new Map(Object.entries(stored).filter(([name]) => existsSync(join(mutated, name))));
}

/** Replaces the stored results of some files. */
export function store(files: ReadonlyMap<string, MutatedFile>): void {
  const own = Array.from(files, ([name, file]) => [name, { hash: hashOf(name), ...file }] as const);
  const all = [...storedFiles(), ...own].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeWhole(path, `{\n${fieldsByLine(Object.fromEntries(all))}\n}\n`);
}

/** Returns the files without a result of today's text. */
export function staleFiles(): readonly string[] {
  const stored = storedFiles();
  return mutatedFiles().filter((name) => stored.get(name)?.hash !== hashOf(name));
}

const hashOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(mutated, name)))
    .digest('hex')
    .slice(0, 12);

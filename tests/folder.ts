import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A new folder, which goes with the test file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'onnx-conformance-'));
  folders.push(path);
  return path;
}

/** Removes those that there are. */
export function removeFolders(): void {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}

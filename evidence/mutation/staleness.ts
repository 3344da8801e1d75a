import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const page = 'evidence/mutation.md';

/** The folder whose files are mutated. */
export const mutated = 'oracles/judge';

/** The first 12 digits of the sha256 of every mutated file, by name. */
export function hashes(): ReadonlyMap<string, string> {
  const names = readdirSync(mutated).filter((name) => name.endsWith('.ts'));
  return new Map(names.toSorted().map((name) => [name, hashOf(join(mutated, name))]));
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
}

/** The mutated files that have changed since the page was written, or that it does not list. */
export function staleFiles(): readonly string[] {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return [...hashes()].filter(([, hash]) => !text.includes(hash)).map(([name]) => `${mutated}/${name}`);
}

import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import envPaths from 'env-paths';
import { once } from '../../../oracles/spec/node.ts';
import type { CaseResult } from '../../../reports/schema.ts';
import { makeFolder } from '../../../vectors/onnx/files.ts';
import type { Request } from '../../backends/backend.ts';
import { packageRoot } from '../../package-info.ts';

/** A stored task: its requests, answers and results. */
export interface StoredTask {
  readonly requests: readonly Request[];
  /** digests of the answers, in the order of the requests */
  readonly answers: readonly string[];
  readonly results: readonly CaseResult[];
}

/** The greatest size of all stores together after a run, in bytes; the most recently used ones are kept. */
const maxBytes = 2 ** 30;

/** Returns the folder of this user's stores. */
export const storesFolder = (): string => join(envPaths('onnx-conformance', { suffix: '' }).cache, 'cases');

/** The files of a store, one for each group of entries. Files that cannot be read or written are ignored. */
export class StoreFolder {
  readonly #path: string;

  /** @param key everything that results depend on besides requests and answers; each key has its own folder */
  constructor(key: unknown) {
    const name = createHash('sha256').update(JSON.stringify([suiteDigest(), process.version, key]));
    this.#path = join(storesFolder(), name.digest('hex').slice(0, 32));
  }

  /** An earlier run has stored something under this key. */
  get exists(): boolean {
    return existsSync(this.#path);
  }

  read<T>(group: string): Map<string, T> {
    try {
      return deserialize(inflateSync(readFileSync(this.#fileOf(group)))) as Map<string, T>;
    } catch {
      return new Map();
    }
  }

  /** Replaces the file of a group: another process sees the old one or the new one. */
  write<T>(group: string, known: ReadonlyMap<string, T>): void {
    const file = this.#fileOf(group);
    const written = `${file}.${process.pid}`;
    try {
      makeFolder(this.#path);
      writeFileSync(written, deflateSync(serialize(known), { level: constants.Z_BEST_SPEED }));
      renameSync(written, file);
    } catch {
      ignoringFailure(() => rmSync(written, { force: true }));
    }
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }

  /** Marks the store as used, and removes the least recently used stores if all together are too large. */
  keepSmall(): void {
    ignoringFailure(() => {
      utimesSync(this.#path, new Date(), new Date());
      const stores = storesByAge();
      let left = stores.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { path, bytes } of stores) {
        if (left <= maxBytes || path === this.#path) break;
        rmSync(path, { recursive: true, force: true });
        left -= bytes;
      }
    });
  }

  #fileOf(group: string): string {
    return join(this.#path, encodeURIComponent(group));
  }
}

/** Runs file operations and ignores errors: another process may write or remove the same files. */
function ignoringFailure(work: () => void): void {
  try {
    work();
  } catch {}
}

/** Returns all stores, the least recently used first. */
export function storesByAge(): readonly { readonly path: string; readonly bytes: number }[] {
  const dir = storesFolder();
  if (!existsSync(dir)) return [];
  const stores = readdirSync(dir).map((name) => {
    const path = join(dir, name);
    const files = readdirSync(path).map((file) => statSync(join(path, file)).size);
    return { path, bytes: files.reduce((sum, size) => sum + size, 0), used: statSync(path).mtimeMs };
  });
  return stores.toSorted((a, b) => a.used - b.used);
}

/** Returns a digest of the suite's code: results of other code may differ. A run opens two stores, and reads the code once. */
const suiteDigest = once((): string => {
  const dir = new URL('dist/bundled/', packageRoot());
  const digest = createHash('sha256');
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.js')) digest.update(name).update(readFileSync(new URL(name, dir)));
  }
  return digest.digest('hex');
});

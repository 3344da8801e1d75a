import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { CaseResult } from '../../../reports/schema.ts';
import { type Answer, isLoss, type Request } from '../../backends/backend.ts';
import { SuiteFault } from '../suite-error.ts';
import type { Ask } from '../trial/trial.ts';
import type { StoredTask, StoreFolder } from './store-folder.ts';

/** Settles a task that the store does not contain. */
type TaskWork = (ask: Ask) => Promise<readonly CaseResult[]>;

/** The greatest size of a task's requests, in bytes, to store it. */
const maxBytes = 2 ** 20;

/** The number of groups held in memory: few groups are in use at a time. */
const maxOpen = 8;

/** One in so many stored tasks is settled again, and its results have to be equal. */
const recheckedEvery = 100;

/**
 * The stored results of tasks. Results depend only on the requests and their answers, so the oracle is not called again for
 * the same answers. Tasks that cost the backend its process are not stored.
 */
export class CaseStore {
  readonly #folder: StoreFolder;
  readonly #open = new Map<string, { readonly known: Map<string, StoredTask>; isChanged: boolean }>();
  #found = 0;

  constructor(folder: StoreFolder) {
    this.#folder = folder;
  }

  /** An earlier run has stored results. */
  get hasSome(): boolean {
    return this.#folder.exists;
  }

  /**
   * Returns the results of a task.
   * @param group the tasks stored in one file; tasks of a group follow one another
   * @throws SuiteFault if the oracle's results differ from the stored ones; the store is then emptied
   */
  async settle(group: string, name: string, ask: Ask, work: TaskWork): Promise<readonly CaseResult[]> {
    const kept = this.#group(group).known.get(name);
    const given = kept && (await Promise.all(kept.requests.map(ask)));
    const isFound = given?.every((answer, i) => digestOf(answer) === kept!.answers[i]);
    if (isFound && ++this.#found % recheckedEvery !== 0) return kept!.results;
    const settled = await talk(ask, work, kept && new Map(kept.requests.map((one, i) => [digestOf(one), given![i]!])));
    if (isFound && JSON.stringify(settled.results) !== JSON.stringify(kept!.results)) {
      this.#folder.remove();
      throw new SuiteFault(
        `${name}: the store of cases holds another result than the oracle gives now; the store was emptied: run again`,
      );
    }
    if (!isFound && settled.isKept) {
      const own = this.#group(group);
      own.known.set(name, settled);
      own.isChanged = true;
    }
    return settled.results;
  }

  #group(name: string) {
    const known = this.#open.get(name) ?? { known: this.#folder.read<StoredTask>(name), isChanged: false };
    // moves the group to the end, as the one used last
    this.#open.delete(name);
    this.#open.set(name, known);
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxOpen) this.#close(oldest!);
    return known;
  }

  #close(name: string): void {
    const group = this.#open.get(name);
    // a task that still ran may have closed it, after an error
    if (!group) return;
    if (group.isChanged) this.#folder.write(name, group.known);
    this.#open.delete(name);
  }

  /** Writes all groups that are not written yet. */
  async close(): Promise<void> {
    for (const name of [...this.#open.keys()]) {
      this.#close(name);
      await setImmediate(); // lets a signal be handled between files
    }
    this.#folder.keepSmall();
  }
}

/** Settles a task and records its requests and answers. @param given known answers by the digests of their requests */
async function talk(
  ask: Ask,
  work: TaskWork,
  given: ReadonlyMap<string, Answer> = new Map(),
): Promise<StoredTask & { readonly isKept: boolean }> {
  const requests: Request[] = [];
  const answers: string[] = [];
  let isKept = true;
  let bytes = 0;
  const results = await work(async (request) => {
    const place = requests.push(request) - 1;
    bytes += bytesIn(request);
    const answer = (given.size > 0 ? given.get(digestOf(request)) : undefined) ?? (await ask(request));
    answers[place] = digestOf(answer);
    isKept &&= !isLoss(answer);
    return answer;
  });
  return { requests, answers, results, isKept: isKept && bytes <= maxBytes };
}

/** Returns a digest that depends on the content only, not on the buffers that hold it. */
export function digestOf(said: unknown): string {
  const digest = createHash('sha256');
  const add = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) digest.update(`${part.byteLength} bytes`).update(part as Uint8Array);
    else if (part instanceof Set || part instanceof Map) add([...part]);
    else if (typeof part === 'object' && part !== null) {
      const entries = Object.entries(part).filter(([, value]) => value !== undefined);
      digest.update(`${entries.length} parts`);
      for (const [name, value] of entries) {
        digest.update(`${name}:`);
        add(value);
      }
    } else digest.update(`${typeof part} ${part};`);
  };
  add(said);
  return digest.digest('base64');
}

/** Returns the number of bytes of models and tensors in a request. */
function bytesIn(said: unknown): number {
  if (ArrayBuffer.isView(said)) return said.byteLength;
  if (typeof said !== 'object' || said === null) return 0;
  return Object.values(said).reduce((sum: number, part) => sum + bytesIn(part), 0);
}

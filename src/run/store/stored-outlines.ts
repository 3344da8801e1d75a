import type { DraftOutline, Outlines } from '../../../generators/suite/cases.ts';
import { StoreFolder } from './store-folder.ts';

/** The outline of a cell as it is stored: for most cells the number of drafts says all. */
type StoredOutline = number | readonly DraftOutline[];

/** The outlines of cells that earlier runs have stored: with them a run is planned without drafting its cases. */
export class StoredOutlines {
  readonly outlines: Outlines;
  readonly #folder: StoreFolder;
  readonly #count: number;

  constructor(seed: number) {
    this.#folder = new StoreFolder({ seed, outlines: true });
    const stored = this.#folder.read<StoredOutline>(group);
    this.outlines = new Map(
      Array.from(stored, ([name, own]) => [
        name,
        typeof own === 'number' ? new Array<DraftOutline>(own).fill({}) : own,
      ]),
    );
    this.#count = stored.size;
  }

  /** Stores what has come to the outlines. */
  keep(): void {
    if (this.outlines.size > this.#count) this.#write();
    this.#folder.keepSmall();
  }

  #write(): void {
    const isPlain = (own: readonly DraftOutline[]) => own.every((draft) => Object.keys(draft).length === 0);
    const all = Array.from(this.outlines, ([name, own]) => [name, isPlain(own) ? own.length : own] as const);
    this.#folder.write(group, new Map<string, StoredOutline>(all));
  }
}

/** The only group of such a store. */
const group = 'cells';

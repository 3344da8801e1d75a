import type { CaseResult } from '../../reports/schema.ts';
import type { Trial } from './trial/trial.ts';

/** The result of a trial, or one that has none. */
export type Settled =
  | {
      readonly result: CaseResult;
      /** it says something about the backend's being of use at all */
      readonly counts: boolean;
      /** the first request of the trial cost the backend its process */
      readonly isLost: boolean;
    }
  | { readonly leftOut: Trial };

/** Trials by what they are of: those of an operator version in given types, as ids begin. */
export type Kinds = ReadonlyMap<string, Iterable<Trial>>;

/** Trials of a kind that are asked at least, and their share, before the others count as unsupported. */
const [enough, share] = [8, 1 / 10];

/** A refusal without its numbers: where others differ by more, it is about a case and not about its kind. */
const patternOf = (message: string) => message.replace(/\d+/g, '#');

/** The trials by their kinds, in their order. */
export function kindsOf(trials: Iterable<Trial>): Kinds {
  const kinds = new Map<string, Trial[]>();
  for (const trial of trials) {
    const own = trial.traits && kinds.get(trial.kind!);
    if (own) own.push(trial);
    else if (trial.traits) kinds.set(trial.kind!, [trial]);
  }
  return kinds;
}

/** How a backend is asked. */
export interface SurveyedBackend {
  /** false for what it declares not to have, which says nothing of the rest of a kind */
  readonly has: (trial: Trial) => boolean;
  readonly settle: (trial: Trial) => Promise<Settled>;
  /** called with each kind that is not supported, or not declared, at all */
  readonly onRefused?: ((kind: string) => void) | undefined;
}

/** Finds out, while trials are put to a backend, which kinds it does not support at all: the rest of these need not be prepared. */
export class Survey {
  readonly #kinds: Kinds;
  readonly #backend: SurveyedBackend;
  readonly #asked = new Map<string, Promise<Settled>>();
  readonly #refusals = new Map<string, Promise<string | undefined>>();

  constructor(kinds: Kinds, backend: SurveyedBackend) {
    this.#kinds = kinds;
    this.#backend = backend;
  }

  /** The result of a trial: unsupported, without its being asked, where others of its kind have shown that. */
  async settle(trial: Trial): Promise<Settled> {
    const why = trial.kind === undefined ? undefined : await this.#refusalOf(trial.kind);
    const asked = this.#asked.get(trial.id);
    this.#asked.delete(trial.id);
    if (asked) return asked;
    return why === undefined || !this.#backend.has(trial)
      ? this.#backend.settle(trial)
      : { result: trial.skipped(`not asked: ${why}`), counts: false, isLost: false };
  }

  /** What the backend says of a kind that it does not support at all, or of an operator that it supports no kind of. */
  #refusalOf(kind: string): Promise<string | undefined> {
    const known = this.#refusals.get(kind) ?? (this.#kinds.has(kind) ? this.#askKind(kind) : this.#askOperator(kind));
    this.#refusals.set(kind, known);
    return known;
  }

  async #askKind(kind: string): Promise<string | undefined> {
    const { has, onRefused } = this.#backend;
    for (const first of this.#kinds.get(kind)!) {
      if (!has(first)) continue;
      const why = await this.#refusal(first);
      if (why === undefined) return undefined;
      const all = [...this.#kinds.get(kind)!].filter(has);
      const least = Math.max(enough, Math.ceil(share * all.length));
      const others = await Promise.all(mostDifferent(all, least).map((trial) => this.#refusal(trial)));
      if (others.some((other) => other === undefined || patternOf(other) !== patternOf(why))) return undefined;
      onRefused?.(kind);
      return why;
    }
    onRefused?.(kind);
    return undefined;
  }

  async #askOperator(name: string): Promise<string | undefined> {
    const kinds = [...this.#kinds.keys()].filter((kind) => kind.startsWith(`${name}/`));
    const [why, ...others] = await Promise.all(kinds.map((kind) => this.#refusalOf(kind)));
    return others.includes(undefined) ? undefined : why;
  }

  /** The message with which a trial is unsupported; `undefined` if it is not, or fails in its turn. */
  async #refusal(trial: Trial): Promise<string | undefined> {
    const asked = this.#asked.get(trial.id) ?? this.#backend.settle(trial);
    this.#asked.set(trial.id, asked);
    const { outcome, message } = await asked.then(
      (settled) => ('result' in settled ? settled.result : { outcome: 'error', message: undefined }),
      () => ({ outcome: 'error', message: undefined }),
    );
    return outcome === 'unsupported' ? (message ?? outcome) : undefined;
  }
}

/** The first trial, and one by one that which has most of what those before it have not: all forms at least. */
function mostDifferent(all: readonly Trial[], least: number): readonly Trial[] {
  const rest = all.map((trial) => ({ trial, ...trial.traits!() }));
  const chosen: Trial[] = [];
  const seen = new Set<string>();
  const news = (traits: readonly string[]) => traits.filter((trait) => !seen.has(trait)).length;
  while (rest.length > 0) {
    const forms = rest.map((one) => news(one.forms));
    const most = Math.max(...forms);
    if (chosen.length >= least && most === 0) break;
    const words = rest.map((one, i) => (forms[i] === most ? news(one.words) : -1));
    const at = chosen.length === 0 ? 0 : words.indexOf(Math.max(...words));
    const [one] = rest.splice(at, 1);
    chosen.push(one!.trial);
    for (const trait of [...one!.forms, ...one!.words]) seen.add(trait);
  }
  return chosen;
}

import type { CaseResult } from '../../reports/schema.ts';
import type { Trial } from './trial/trial.ts';

/** The result of a trial, or that it could not be judged. */
export type Settled =
  | {
      readonly result: CaseResult;
      /** the result shows whether the backend answers at all */
      readonly counts: boolean;
      /** the first request of the trial cost the backend its process */
      readonly isLost: boolean;
    }
  | { readonly leftOut: Trial };

/** Trials by kind, a prefix of their ids: an operator version and dtype. */
export type TrialsByKind = ReadonlyMap<string, Iterable<Trial>>;

/** The least number and share of a kind's trials to ask before the others count as unsupported. */
const [enough, share] = [8, 1 / 10];

/** A refusal without its numbers. If refusals differ otherwise, they are about cases and not about the kind. */
const patternOf = (message: string) => message.replace(/\d+/g, '#');

/** Returns the trials by kind, in their order. */
export function trialsByKind(trials: Iterable<Trial>): TrialsByKind {
  const kinds = new Map<string, Trial[]>();
  for (const trial of trials) {
    const own = trial.traits && kinds.get(trial.kind!);
    if (own) own.push(trial);
    else if (trial.traits) kinds.set(trial.kind!, [trial]);
  }
  return kinds;
}

/** The backend of a survey. */
export interface SurveyedBackend {
  /** false for a trial that needs what the backend declares not to have; such a trial does not stand for its kind */
  readonly has: (trial: Trial) => boolean;
  readonly settle: (trial: Trial) => Promise<Settled>;
  /** called with each kind that is not supported, or not declared, at all */
  readonly onRefused?: ((kind: string) => void) | undefined;
}

/** Finds out, during a run, which kinds a backend does not support at all. Their other trials need not be prepared. */
export class Survey {
  readonly #kinds: TrialsByKind;
  readonly #backend: SurveyedBackend;
  readonly #asked = new Map<string, Promise<Settled>>();
  readonly #refusals = new Map<string, Promise<string | undefined>>();

  constructor(kinds: TrialsByKind, backend: SurveyedBackend) {
    this.#kinds = kinds;
    this.#backend = backend;
  }

  /** Returns the result of a trial. It is not asked if its kind is known to be unsupported. */
  async settle(trial: Trial): Promise<Settled> {
    const why = trial.kind === undefined ? undefined : await this.#refusalOf(trial.kind);
    const asked = this.#asked.get(trial.id);
    this.#asked.delete(trial.id);
    if (asked) return asked;
    return why === undefined || !this.#backend.has(trial)
      ? this.#backend.settle(trial)
      : { result: trial.skipped(`not asked: ${why}`), counts: false, isLost: false };
  }

  /** Returns the message with which the backend refuses a whole kind, or all kinds of an operator. */
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

  /** Returns the message of an unsupported trial; `undefined` for any other outcome. */
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

/**
 * Returns the first trial, then in each step the trial with the most new traits. All forms are covered.
 * @param least the number of trials to return at least
 */
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

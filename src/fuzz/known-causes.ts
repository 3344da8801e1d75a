import { type Cause, isPart } from './cause.ts';
import type { FuzzFinding } from './finding.ts';

/** A failure before it is shrunk. */
export interface Symptom {
  readonly cause: Cause;
  /** what its program has that the shrunk one of a cause may need */
  readonly forms: readonly string[];
}

/** Failures of one look that are shrunk; the others are counted where a finding accounts for them. */
const shrunkPerAppearance = 2;
/** Failures of one kind that are shrunk whatever they look like. */
const maxShrunkPerKind = 8;

/** A finding without the programs that it was found in. */
export type FindingCore = Omit<FuzzFinding, 'count' | 'drawn' | 'always'>;

interface Found extends Symptom {
  readonly finding: FindingCore;
}

/** The findings of a backend, to tell whether one of them accounts for a further failure. It does not affect their ids. */
export class KnownCauses {
  readonly #found: Found[] = [];
  readonly #shrunk = new Map<string, number>();

  /** @param symptom of the failure that was shrunk to it @param found what of it is left */
  add(symptom: Symptom, found: Found): void {
    this.#found.push(found);
    for (const key of [causeKey(symptom), appearanceKey(symptom)]) this.#shrunk.set(key, this.#times(key) + 1);
  }

  /** The finding that a failure is counted to, the one that needs most; `undefined` where it is to be shrunk. */
  match(symptom: Symptom): FindingCore | undefined {
    const isTried = this.#times(causeKey(symptom)) >= maxShrunkPerKind;
    if (!isTried && this.#times(appearanceKey(symptom)) < shrunkPerAppearance) return undefined;
    const [best] = this.#found.filter((one) => explains(one, symptom)).sort((a, b) => b.forms.length - a.forms.length);
    const last = isTried ? this.#found.findLast(({ cause }) => cause.what === symptom.cause.what) : undefined;
    return (best ?? last)?.finding;
  }

  /** The first finding of an id. */
  named(id: string): FindingCore | undefined {
    return this.#found.find(({ finding }) => finding.id === id)?.finding;
  }

  #times(key: string): number {
    return this.#shrunk.get(key) ?? 0;
  }
}

const causeKey = ({ cause: { operators, what } }: Symptom): string => `${operators} ${what}`;
const appearanceKey = (symptom: Symptom): string => `${causeKey(symptom)} ${symptom.forms}`;

/** Whether all that a cause needs is there in a failure of the same kind. */
function explains({ cause, forms }: Found, symptom: Symptom): boolean {
  const { operators, within, what, explanations } = symptom.cause;
  const [first] = cause.explanations;
  return (
    cause.what === what &&
    cause.operators.length > 1 === operators.length > 1 &&
    isPart(cause.within, within) &&
    (!first || explanations.some(({ id }) => id === first.id)) &&
    isPart(forms, symptom.forms)
  );
}

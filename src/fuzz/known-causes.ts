import { type Cause, isPart } from './cause.ts';
import type { FuzzFinding } from './finding.ts';

/** A failure before it is shrunk. */
export interface Symptom {
  readonly cause: Cause;
  /** the features of its program, which the shrunk program of a cause may need */
  readonly forms: readonly string[];
}

/** The number of failures with one symptom to shrink; others are counted to a finding that explains them. */
const shrunkPerAppearance = 2;
/** The number of failures of one kind to shrink, whatever their symptoms. */
const maxShrunkPerKind = 8;

/** A finding without its programs. */
export type FindingCore = Omit<FuzzFinding, 'count' | 'drawn' | 'always'>;

interface Found extends Symptom {
  readonly finding: FindingCore;
}

/** The findings of a backend, used to decide whether one of them explains a further failure. Ids do not depend on it. */
export class KnownCauses {
  readonly #found: Found[] = [];
  readonly #shrunk = new Map<string, number>();

  /** Adds a finding. @param symptom the symptom of the failure before shrinking @param found the result of shrinking */
  add(symptom: Symptom, found: Found): void {
    this.#found.push(found);
    for (const key of [causeKey(symptom), appearanceKey(symptom)]) this.#shrunk.set(key, this.#times(key) + 1);
  }

  /** Returns the finding that explains a failure, the one with the most needed features; `undefined` if it has to be shrunk. */
  match(symptom: Symptom): FindingCore | undefined {
    const isTried = this.#times(causeKey(symptom)) >= maxShrunkPerKind;
    if (!isTried && this.#times(appearanceKey(symptom)) < shrunkPerAppearance) return undefined;
    const [best] = this.#found.filter((one) => explains(one, symptom)).sort((a, b) => b.forms.length - a.forms.length);
    const last = isTried ? this.#found.findLast(({ cause }) => cause.what === symptom.cause.what) : undefined;
    return (best ?? last)?.finding;
  }

  /** Returns the first finding with an id. */
  named(id: string): FindingCore | undefined {
    return this.#found.find(({ finding }) => finding.id === id)?.finding;
  }

  #times(key: string): number {
    return this.#shrunk.get(key) ?? 0;
  }
}

const causeKey = ({ cause: { operators, what } }: Symptom): string => `${operators} ${what}`;
const appearanceKey = (symptom: Symptom): string => `${causeKey(symptom)} ${symptom.forms}`;

/** Whether a failure of the same kind has all features that a cause needs. */
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

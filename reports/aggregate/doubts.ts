import type { CaseResult, Report } from '../schema.ts';

/** The number of cases to name. */
const named = 5;

/** Counts what weakens a pass: outputs that admit nearly any value, and elements and outputs that were not judged. */
export class DoubtsTally {
  #cases = 0;
  #outputs = 0;
  #of = 0;
  #unjudged = 0;
  readonly #sampled = { cases: 0, elements: 0, of: 0 };
  readonly #first: string[] = [];

  add({ id, outcome, open, sampled, unjudged }: CaseResult): void {
    if (sampled && (outcome === 'pass' || outcome === 'fail')) {
      this.#sampled.cases++;
      this.#sampled.elements += sampled.elements;
      this.#sampled.of += sampled.of;
    }
    if (open) {
      this.#cases++;
      this.#outputs += open.outputs;
      this.#of += open.of;
    }
    if (unjudged === undefined) return;
    if (this.#unjudged++ < named) this.#first.push(`${id}: ${unjudged}`);
  }

  summary(): Pick<Report, 'open' | 'sampled' | 'unjudged'> {
    return {
      ...(this.#cases > 0 && { open: { cases: this.#cases, outputs: this.#outputs, of: this.#of } }),
      ...(this.#sampled.cases > 0 && { sampled: { ...this.#sampled } }),
      ...(this.#unjudged > 0 && { unjudged: { cases: this.#unjudged, first: [...this.#first] } }),
    };
  }
}

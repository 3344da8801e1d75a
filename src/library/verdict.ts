import type { CaseResult } from '../../reports/schema.ts';
import { describeOpenOutputs } from '../../reports/view/verdict.ts';
import { Printable } from './printing.ts';

/** What is said of the outputs for one model and its inputs; the members are those of a line of results.jsonl. */
export class Verdict extends Printable {
  /** everything that is known, as a line of results.jsonl has it */
  readonly result: CaseResult;

  constructor(result: CaseResult) {
    super();
    this.result = result;
  }

  /** true unless the answer is wrong, or missing */
  get ok(): boolean {
    return this.result.outcome === 'pass' || this.result.outcome === 'unsupported';
  }

  get outcome(): CaseResult['outcome'] {
    return this.result.outcome;
  }

  /** the worst tier over all elements; absent where no number was judged, or the answer is wrong */
  get tier(): CaseResult['tier'] {
    return this.result.tier;
  }

  /** the first wrong element: output, index, got, exact, allowed */
  get failure(): CaseResult['failure'] {
    return this.result.failure;
  }

  /** what was chosen where ONNX leaves a choice */
  get observations(): NonNullable<CaseResult['observations']> {
    return this.result.observations ?? [];
  }

  /** "pass, exact"; of a wrong answer a few lines: what is broken, the first wrong element, what explains it, the inputs */
  toString(): string {
    const { outcome, tier, message, explanations, inputs, id, clause, breaks, summary, unjudged } = this.result;
    const choices = this.observations.map(({ policy, choice }) => `${policy}=${choice}`);
    const known = [tier, ...choices].filter((word) => word !== undefined);
    const head = [outcome, ...(outcome === 'pass' ? known : [])].join(', ');
    const open = describeOpenOutputs(this.result);
    const left = unjudged === undefined ? '' : `; not judged: ${unjudged}`;
    if (outcome === 'pass') return `${head}${open === undefined ? '' : `, but ${open}`}${left}`;
    const broken = breaks ? ` (clause ${clause}, ${breaks})` : '';
    return [
      `${head}: ${id}${broken}`,
      `  ${summary}`,
      ...(message ? [`  ${message}`] : []),
      ...(explanations ? [`  looks like: ${explanations[0]!.text}`] : []),
      ...(inputs ? [`  ${inputs}`] : []),
    ].join('\n');
  }
}

/** A wrong answer, thrown as an error: its message is the verdict in a few lines. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
  readonly verdicts: readonly Verdict[];

  constructor(message: string, verdicts: readonly Verdict[]) {
    super(message);
    this.verdicts = verdicts;
    // where it was thrown is of no interest
    this.stack = `${this.name}: ${message}`;
  }
}

import type { CaseResult } from '../../reports/schema.ts';
import { describeOpenOutputs } from '../../reports/view/verdict.ts';
import { Printable } from './printing.ts';

/** The verdict on the outputs of one model and its inputs; the members are those of a line of results.jsonl. */
export class Verdict extends Printable {
  /** the complete result, in the form of a line of results.jsonl */
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

  /** the worst tier over all elements; absent if no number was judged, or the answer is wrong */
  get tier(): CaseResult['tier'] {
    return this.result.tier;
  }

  /** the first wrong element: output, index, got, exact, allowed */
  get failure(): CaseResult['failure'] {
    return this.result.failure;
  }

  /** the observed choices where ONNX leaves one */
  get observations(): NonNullable<CaseResult['observations']> {
    return this.result.observations ?? [];
  }

  /** Describes the verdict: "pass, exact"; for a wrong answer the clause, the first wrong element, an explanation, the inputs. */
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
    // the stack does not help the user
    this.stack = `${this.name}: ${message}`;
  }
}

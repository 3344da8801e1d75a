import { BadInput } from '../../oracles/spec/bad-input.ts';
import { beforeInSizeThenId } from '../../reports/aggregate/smallest.ts';
import { breaksClause, judged } from '../../reports/schema/counts.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { plural } from '../../reports/view/plural.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { requirementOptions } from '../options/groups.ts';
import { list, type OptionInput } from '../options/option.ts';
import { type Kernel, refuseNoKernel } from './kernel.ts';
import { caseOptions, programOption, readCall } from './options.ts';
import { formatFirst, Printable, printAs } from './printing.ts';
import { run } from './run.ts';
import { Verdict } from './verdict.ts';

const checkOptions = {
  operator: list('the operator of the kernel; or ids'),
  ...caseOptions,
  ...requirementOptions,
  signal: programOption<AbortSignal>('ends the check early'),
};

/** The options of `check`. */
export type CheckOptions = OptionInput<typeof checkOptions>;

/** The results of the cases of a kernel. */
export class CheckResult extends Printable {
  readonly report: Report;
  /** the wrong answers and errors, the smallest case first */
  readonly failures: readonly Verdict[];

  constructor(report: Report, broken: readonly CaseResult[]) {
    super();
    this.report = report;
    const sorted = broken.toSorted((a, b) => (beforeInSizeThenId(a, b) ? -1 : 1));
    const failures = sorted.map((result) => new Verdict(result));
    this.failures = printAs(failures, () => formatFirst(failures, plural(failures.length, 'failure')));
  }

  /** whether cases were judged, none is broken, and choices are consistent */
  get ok(): boolean {
    return verdict(this.report).kind === 'conformant';
  }

  /** Describes the result in one line, the smallest case of each of the first findings, and the observed choices. */
  toString(): string {
    const { backend, findings, policies, totals, unsupported } = this.report;
    const declined = judged(totals) > 0 ? undefined : unsupported[0]?.message?.replace(/^not asked: /, '');
    const more = findings.length - few;
    const choices = new Set(
      policies.map(({ policy, choices: seen }) => `${policy}=${Object.keys(seen).join(' and ')}`),
    );
    return [
      `${backend.name}: ${verdict(this.report).finding}`,
      ...(declined === undefined ? [] : [`most of them: ${declined}`]),
      ...findings.slice(0, few).map(({ smallest }) => String(new Verdict(smallest))),
      ...(more > 0 ? [`and ${plural(more, 'more finding')}`] : []),
      ...(choices.size > 0 ? [`chosen: ${[...choices].join(', ')}`] : []),
    ].join('\n');
  }
}

/** The greatest number of findings to print. */
const few = 3;

/**
 * Checks a kernel, in this process, on the cases of its operator. If the kernel throws, the case ends in an error.
 * @throws BadInput for options that select nothing
 */
export async function check(kernel: Kernel, options: CheckOptions): Promise<CheckResult> {
  refuseNoKernel(kernel);
  const { operator, ids, ...others } = readCall(checkOptions, options);
  const wanted = [...operator, ...ids];
  if (wanted.length === 0) throw new BadInput('say what the kernel is: operator, or ids');
  const broken: CaseResult[] = [];
  const report = await run({
    ...others,
    kernel,
    ids: wanted,
    onResult: (result) => {
      if (breaksClause(result)) broken.push(result);
    },
  });
  return new CheckResult(report, broken);
}

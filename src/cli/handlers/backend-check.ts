import picocolors from 'picocolors';
import wrapAnsi from 'wrap-ansi';
import { groupBy } from '../../../reports/aggregate/grouping.ts';
import { plural } from '../../../reports/view/plural.ts';
import { BackendUnavailable } from '../../backends/backend.ts';
import { StartFailure } from '../../backends/child.ts';
import { CheckedAdapter, type RuleResult, runCheck } from '../../check/check.ts';
import { protocolChecks } from '../../check/protocol-checks.ts';
import { tensorChecks } from '../../check/tensor-checks.ts';
import { type LaunchArguments, parseLaunch } from '../../options/launch.ts';
import { exitCodes } from '../exit-codes.ts';
import { columnsOf, wantsColor } from '../terminal.ts';

/**
 * The command `backend check`: prints a line for each check when it ends, and a verdict.
 * @returns the exit code
 * @throws BadInput, and BackendUnavailable if the adapter does not answer hello
 */
export async function checkBackend(args: LaunchArguments): Promise<number> {
  const { command, options } = parseLaunch(args);
  const adapter = await CheckedAdapter.start(command, options).catch((error) => {
    if (!(error instanceof StartFailure)) throw error;
    throw new BackendUnavailable(`the backend ${args.backend} does not answer hello: ${error.message}`);
  });
  const { name, version } = adapter.hello.info;
  process.stdout.write(`${name} ${version}\n`);
  const results: RuleResult[] = [];
  let ofDTypes: RuleResult[] = [];
  let isEmpty = false;
  try {
    for (const check of [...protocolChecks, ...tensorChecks]) {
      const result = await runCheck(check, adapter);
      results.push(result);
      if (check.dtype !== undefined) ofDTypes.push(result);
      else {
        process.stdout.write([...together(ofDTypes), result].map(lineOf).join(''));
        ofDTypes = [];
      }
    }
    isEmpty = await adapter.supportsNothing();
  } finally {
    await adapter.close();
  }
  const of = (outcome: RuleResult['outcome']) => results.filter((result) => result.outcome === outcome);
  const [kept, broken, late, untried] = [of('pass'), of('fail'), of('late'), of('skip')];
  const counts = [
    `${results.length - untried.length} of ${plural(results.length, 'rule')} tried`,
    `${kept.length} kept`,
    ...(broken.length > 0 ? [`${broken.length} broken`] : []),
    ...(late.length > 0 ? [`${late.length} not decided, as no answer came in time`] : []),
  ];
  process.stdout.write(`\n${wrapAnsi(counts.join(', '), width())}\n`);
  if (untried.length > 0) {
    const what = untried.map(({ name, dtype }) => dtype ?? name).join(', ');
    process.stdout.write(`${wrapAnsi(`left out, as it is not supported: ${what}`, width())}\n`);
  }
  if (isEmpty) process.stdout.write('None of the models is supported: put your runtime in first.\n');
  if (broken.length > 0) return exitCodes.notConformant;
  return isEmpty || late.length > 0 ? exitCodes.inconclusive : exitCodes.conformant;
}

/** Returns results of single dtypes with those of equal outcome and message as one, whose name lists the dtypes. */
function together(results: readonly RuleResult[]): readonly RuleResult[] {
  const alike = groupBy(results, ({ outcome, message, remedy }) => JSON.stringify([outcome, message, remedy]));
  return [...alike.values()].map((same) => {
    const { dtype, name, ...own } = same[0]!;
    return { ...own, name: name.replace(dtype!, same.map((one) => one.dtype).join(', ')) };
  });
}

const width = () => Math.max(columnsOf(process.stdout), 40);

/** Formats a check: "✓ tensors: rank 0", with the fault and its remedy below. */
function lineOf({ name, outcome, message, remedy }: RuleResult): string {
  const colors = picocolors.createColors(wantsColor(process.stdout.isTTY, process.env));
  const signs = { pass: colors.green('✓'), fail: colors.red('✗'), skip: colors.dim('–'), late: colors.yellow('?') };
  const below = (text: string) => wrapAnsi(text, width() - 4, { hard: true }).replace(/^/gm, '    ');
  return [
    wrapAnsi(`${signs[outcome]} ${name}`, width() - 4).replaceAll('\n', '\n    '),
    ...(message !== undefined ? [below(message)] : []),
    ...(remedy !== undefined ? [below(`→ ${remedy}`)] : []),
  ]
    .join('\n')
    .concat('\n');
}

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
import { wantsColor } from '../terminal.ts';

/**
 * The command `backend check`: a line for each check as it ends, and a verdict.
 * @returns the exit code
 * @throws BadInput, and BackendUnavailable if the adapter does not come to hello
 */
export async function checkBackend(args: LaunchArguments): Promise<number> {
  const { command, options } = parseLaunch(args);
  const adapter = await CheckedAdapter.start(command, options).catch((error) => {
    if (!(error instanceof StartFailure)) throw error;
    throw new BackendUnavailable(`the backend ${args.backend} does not come to hello: ${error.message}`);
  });
  const { name, version } = adapter.hello.info;
  process.stdout.write(`${name} ${version}\n`);
  const results: RuleResult[] = [];
  let isEmpty = false;
  try {
    for (const check of [...protocolChecks, ...tensorChecks]) {
      const result = await runCheck(check, adapter);
      results.push(result);
      process.stdout.write(lineOf(result));
    }
    isEmpty = await adapter.supportsNothing();
  } finally {
    await adapter.close();
  }
  const count = (outcome: RuleResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const failed = count('fail');
  const tried = results.length - count('skip');
  const broken = failed > 0 ? `, ${failed} broken` : '';
  process.stdout.write(
    `\n${tried} of ${plural(results.length, 'rule')} tried, ${count('pass')} kept${broken}${untried(results)}\n`,
  );
  if (isEmpty) process.stdout.write('None of the models is supported: put your runtime in first.\n');
  if (failed > 0) return exitCodes.notConformant;
  return tried * 2 < results.length ? exitCodes.inconclusive : exitCodes.conformant;
}

/** "; 2 not tried: no bfloat16 (1), …": the commonest reasons, each with how often it was given. */
function untried(results: readonly RuleResult[]): string {
  const groups = [
    ...groupBy(
      results.filter(({ outcome }) => outcome === 'skip'),
      ({ message }) => message,
    ),
  ];
  if (groups.length === 0) return '';
  const all = groups.sort(([, a], [, b]) => b.length - a.length);
  const reasons = all.slice(0, 3).map(([message, own]) => `${message} (${own.length})`);
  const count = all.reduce((sum, [, own]) => sum + own.length, 0);
  return `; ${count} not tried: ${[...reasons, ...(all.length > reasons.length ? ['…'] : [])].join(', ')}`;
}

/** "✓ tensors: rank 0"; what is wrong stands below, and what to do about it. */
function lineOf({ name, outcome, message, remedy }: RuleResult): string {
  const { isTTY, columns = 80 } = process.stdout;
  const colors = picocolors.createColors(wantsColor(isTTY, process.env));
  const sign = { pass: colors.green('✓'), fail: colors.red('✗'), skip: colors.dim('–') }[outcome];
  const below = (text: string) => wrapAnsi(text, Math.max(columns, 40) - 4, { hard: true }).replace(/^/gm, '    ');
  return [
    `${sign} ${name}`,
    ...(message !== undefined ? [below(message)] : []),
    ...(remedy !== undefined ? [below(`→ ${remedy}`)] : []),
  ]
    .join('\n')
    .concat('\n');
}

import wrapAnsi from 'wrap-ansi';
import { type Policy, policies } from '../../../oracles/judge/policy.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { exitCodes } from '../exit-codes.ts';
import { columnsOf } from '../terminal.ts';

/** Prints every policy: its name, the open point, and the choices. @returns the exit code */
export function printPolicies(): number {
  const lines = Object.entries(policies).flatMap(([name, { open, choices }]) => [
    `${name}: ${Object.keys(choices).join(' | ')}`,
    ...wrapped(open, 4),
  ]);
  const how = "What they mean: 'explain NAME'; to require one: 'run --policy NAME=CHOICE'";
  process.stdout.write(`${[...lines, '', how].join('\n')}\n`);
  return exitCodes.conformant;
}

/**
 * Prints one policy: the open point and its reason, the choices, and whether a backend has to choose once.
 * @throws BadInput for a clause or an opset, which a policy does not have
 */
export function printPolicy(name: string, policy: Policy, more: readonly (string | undefined)[]): void {
  const extra = more.find((word) => word !== undefined);
  if (extra !== undefined) throw new BadInput(`${name} is a policy: leave out '${extra}'`);
  const { open, silence, choices, lossy, mayVary } = policy;
  const widest = Math.max(...Object.keys(choices).map((choice) => choice.length));
  const consistency = mayVary
    ? `The choice may vary: ${mayVary}.`
    : 'One choice: within an operator version and dtype a backend that chooses otherwise elsewhere is not conformant.';
  const [kept] = Object.keys(choices).filter((choice) => choice !== lossy);
  const requirement = `To require one: run --policy '${name}=${kept}'`;
  const lines = [
    `${name} (policy)`,
    ...wrapped(`Open: ${open}.`, 4),
    ...wrapped(`Because ${silence}.`, 4),
    ...wrapped(consistency, 4),
    ...(lossy === undefined ? [] : wrapped(`The choice ${lossy} loses numbers: the report of a run names it.`, 4)),
    '',
    'Choices',
    ...Object.entries(choices).flatMap(([choice, text]) => hanging(`  ${choice.padEnd(widest)}  `, text)),
    '',
    mayVary ? 'To require one with --policy would fail correct kernels.' : requirement,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const width = (): number => Math.min(columnsOf(process.stdout), 100);

function wrapped(text: string, indent: number): string[] {
  return wrapAnsi(text, width() - indent)
    .split('\n')
    .map((line) => ' '.repeat(indent) + line);
}

function hanging(lead: string, text: string): string[] {
  const [first, ...rest] = wrapAnsi(text, width() - lead.length).split('\n');
  return [lead + first, ...rest.map((line) => ' '.repeat(lead.length) + line)];
}

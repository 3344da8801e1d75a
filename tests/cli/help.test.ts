import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import type { Command, CommandGroup } from '../../src/cli/command.ts';
import { allCommands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { sampled } from '../sample.ts';
import { cli } from './cli.ts';

/** The line that asks for the help of each command, and what it explains. */
const helpsBelow = (entry: Command | CommandGroup, path: readonly string[]): (readonly [string, string])[] => [
  [[...path, '--help'].join(' '), entry.help ?? ''],
  ...('commands' in entry ? entry.commands : []).flatMap((own) => helpsBelow(own, [...path, own.name])),
];

const helps = helpsBelow(allCommands, []);

test.concurrent.each(helps)('%s fits into 80 columns', async (line, explanations) => {
  const { code, stdout, stderr } = await cli(line.split(' '));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  // an example that was wrapped could not be pasted
  expect(stdout).toContain(explanations.replaceAll('$0', 'onnx-conformance'));
  const [, description = ''] = stdout.split('\n\n');
  expect(description).toBe(wrapAnsi(description.replaceAll('\n', ' '), 80));
});

test('each command has a line of help', async () => {
  for (const [command, columns] of [
    ['', 44],
    ['fuzz ', 45],
  ] as const) {
    const { stdout } = await cli([...command.split(' ').slice(0, -1), '--help']);
    const [, list] = /\nCommands:\n([\s\S]*?)\n\n/.exec(stdout)!;
    expect(list!.split('\n').length).toBeGreaterThan(2);
    expect(list!.split('\n').every((line) => line[columns] !== ' ')).toBe(true);
  }
});

test('--help shows the commands, examples and every exit code', async () => {
  const { stdout } = await cli(['--help']);
  expect(stdout.split('\n').slice(5, 15)).toMatchInlineSnapshot(`
    [
      "Commands:",
      "  onnx-conformance run [ids..]            check a backend against the spec",
      "  onnx-conformance check <model>          judge a network node by node",
      "  onnx-conformance fuzz [ids..]           try models drawn at random",
      "  onnx-conformance merge <dirs..>         make one run of its shards",
      "  onnx-conformance report <dir>           show the report of a run again",
      "  onnx-conformance diff <before> <after>  show what changed between two runs",
      "  onnx-conformance compare <runs..>       put several runtimes side by side",
      "  onnx-conformance list [ids..]           show what can be run",
      "  onnx-conformance explain <op> [clause]  show the spec, with sources",
    ]
  `);
  const listed = [...stdout.matchAll(/^ {2}(\d) {2}\w/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(exitCodes));
});

test('run --help explains backends, ids, opsets, tiers and policies', async () => {
  const { stdout } = await cli(['run', '--help']);
  expect(stdout.match(/^\w[\w ]*:$/gm)).toMatchInlineSnapshot(`
    [
      "Positionals:",
      "Options:",
      "Backends:",
      "Ids:",
      "Opsets:",
      "Tiers:",
      "Policies:",
      "Examples:",
      "Exit codes:",
    ]
  `);
});

test('the examples in the help texts work when pasted', async () => {
  const examples = helps.flatMap(([, text]) => [...text.matchAll(/npx \$0 ((?:list|explain|export).*)/g)]);
  // the whole list is tested next to
  const all = [...new Set(examples.map(([, line]) => line!.replaceAll("'", '')))].filter((line) => line !== 'list');
  expect(all.length).toBeGreaterThanOrEqual(5);
  const lines = sampled(all, 5);
  const ended = await Promise.all(lines.map((line) => cli(line.split(' '))));
  expect(ended.map(({ code }) => code)).toEqual(lines.map(() => 0));
});

test('--version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await cli(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});

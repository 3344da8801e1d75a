import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { folder } from './folder.ts';

const action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'));
const script: string = action.runs.steps[0].run;

/** What the script of the action hands to npx, as GitHub runs it. @param hint what it says itself */
function argumentsFor(inputs: Readonly<Record<string, string>>, hint = ''): readonly string[] {
  const cwd = folder();
  writeFileSync(join(cwd, 'npx'), `#!/bin/bash\nprintf '%s\\0' "$@" > arguments\n`);
  chmodSync(join(cwd, 'npx'), 0o755);
  const given = { BACKEND: './b.mjs', ARGS: '', SHARD: '', OUT: 'out', PACKAGE: 'onnx-conformance', ...inputs };
  const env = { PATH: `${cwd}:${process.env.PATH}`, GITHUB_OUTPUT: join(cwd, 'output'), ...given };
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const { status, stderr } = spawnSync('bash', args, { cwd, env, encoding: 'utf8' });
  expect([status, stderr, readdirSync(cwd).sort()]).toEqual([0, hint, ['arguments', 'npx', 'output']]);
  expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe(`out=${given.OUT}\n`);
  return readFileSync(join(cwd, 'arguments'), 'utf8').split('\0').slice(0, -1);
}

const usual = ['--yes', '--package', 'onnx-conformance', 'onnx-conformance', 'run', '--backend', './b.mjs'];
const written = ['--out', 'out', '--format', 'junit', '--format', 'shield'];

const trimmed = (line: string): string => line.replace(/^[ \t]+|[ \t]+$/g, '');

test('the action hands on one argument a line, which no shell reads', () => {
  const nasty = [
    '$(touch a)',
    '`touch a`',
    '; touch a',
    '> a',
    '*',
    "it's",
    '"',
    '\\',
    '$HOME',
    '--',
    '-n',
    ' a  b ',
    '#',
    '{a,b}',
  ];
  const line = fc.oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: 'grapheme' }).filter((text) => !/\0|^\s*--/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(argumentsFor({ ARGS: lines.join('\n') })).toEqual([
        ...usual,
        ...written,
        ...lines
          .flatMap((text) => text.split(/[\r\n]/))
          .map(trimmed)
          .filter((one) => one !== ''),
      ]);
    }),
    { numRuns: 25, examples: [[nasty], [[]], [['', '--quiet', '']], [['\t--quiet \r', '  \r', '--title=a b\r']]] },
  );
});

test('a shard is reported only', () => {
  expect(argumentsFor({ SHARD: '2/4', ARGS: '--suite=quick\n' })).toEqual([
    ...[...usual, ...written],
    ...['--shard', '2/4', '--report-only', '--suite=quick'],
  ]);
});

test('two arguments in a line are handed on as one, with a hint', () => {
  const hint = (line: string) =>
    `onnx-conformance: args takes one argument a line, and holds '${line}': write --name=value\n`;
  const lines = ['--suite quick', '--opset\t13', '--opset 13 --suite=quick'];
  expect(argumentsFor({ ARGS: lines.join('\n') }, lines.map(hint).join(''))).toEqual([...usual, ...written, ...lines]);
});

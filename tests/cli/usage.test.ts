import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, complaint, folder } from './cli.ts';

const operators = /known are ReduceL1, .*ReduceSum/;

/** A command line, its exit code, and what its one line has to say: the thing and the remedy. */
const mistakes: readonly (readonly [string, number, RegExp | string])[] = [
  ['', 2, 'a command is missing: run, list, explain or export (see --help)'],
  ['rnu', 2, 'unknown command: rnu; use run, list, explain or export (see --help)'],
  ['run', 2, /^--backend is missing; name one: onnxruntime-node, reference, .* \(see --help\)$/],
  ['run -b reference --frobnicate', 2, 'unknown argument: frobnicate (see --help)'],
  ['run -b reference -b reference', 2, '--backend is given more than once; give it once (see --help)'],
  ['run -b onnxruntime', 2, /^--backend onnxruntime: no such backend; use onnxruntime-node, reference, the path of/],
  ['run -b ./missing.mjs', 2, /^--backend \.\/missing\.mjs: there is no such file; use /],
  ['run -b stdio:', 2, /a command has to follow "stdio:"/],
  ['run ReduceProduct -b reference', 2, operators],
  ['run ReduceSum -b reference --dtype float31', 2, /^dtype 'float31' is not tested; use one of float16, /],
  ['run -b reference --opset 0', 2, /^opset 0 does not exist: ONNX opsets are 1 to \d+$/],
  ['run -b reference --opset 99', 2, /^opset 99 does not exist: ONNX opsets are 1 to \d+$/],
  ['run -b reference --opset new', 2, "--opset takes numbers and ranges such as 13 or 13-18, not 'new'"],
  ['run -b reference --opset 18-13', 2, '--opset 18-13 is empty; the lower opset comes first: 13-18'],
  ['run -b reference --opset', 2, 'a value is missing after --opset (see --help)'],
  ['run -b reference --require nonsense', 2, /^--require nonsense: .* use one of exact, faithful, wide, native$/],
  ['run -b reference --seed 1.5', 2, "--seed takes an integer, not '1.5' (see --help)"],
  ['run -b reference --seed x', 2, "--seed takes an integer, not 'x' (see --help)"],
  ['run -b reference --seed 1e30', 2, /^--seed takes an integer/],
  ['run -b reference --timeout 0', 2, /^--timeout takes seconds above 0 and up to 86400, not '0'/],
  ['run -b reference --timeout soon', 2, /^--timeout takes seconds above 0 .* not 'soon'/],
  ['run -b reference --timeout 1e9', 2, /^--timeout takes seconds above 0 .* not '1e9'/],
  [
    'run ReduceSum/13/float32 -b reference --out file/x',
    2,
    /^--out file\/x cannot be written \(ENOTDIR\); name a fold/,
  ],
  ['run ReduceSum/13/float32 -b reference --vectors .', 2, /^--vectors .*; leave out ids/],
  ['run ReduceSum/99 -b reference', 3, "no case is left of ReduceSum/99; 'onnx-conformance list' shows what there is"],
  ['run ReduceSum/13/**/nonsense -b reference', 3, /^no case is left of ReduceSum\/13\/\*\*\/nonsense; /],
  ['run ReduceSum/13 --opset 12 -b reference', 3, /^no case is left of ReduceSum\/13, opset 12; /],
  ['list ReduceProduct', 2, operators],
  ['list ReduceSum/99', 3, /^no case is left of ReduceSum\/99; /],
  ['explain ReduceProduct', 2, operators],
  ['explain reducesum', 2, /^operator 'reducesum' is not known; do you mean ReduceSum/],
  ['explain ReduceSum --opset 99', 2, /^opset 99 does not exist/],
  ['explain ReduceSum --opset x', 2, "--opset takes one number such as 13, not 'x'"],
  ['explain', 2, '0 arguments where at least 1 is needed (see --help)'],
];

test.concurrent.each(mistakes)('%s', async (line, code, message) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'file'), '');
  const ended = await cli(line.split(' ').filter(Boolean), cwd);
  expect(complaint(ended)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(ended.code).toBe(code);
  expect(ended.stdout).toBe('');
});

test.concurrent('messages are in one language, whatever the terminal speaks', async () => {
  const ended = await cli(['run', '-b'], folder(), { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' });
  expect(complaint(ended)).toBe('a value is missing after --b (see --help)');
});

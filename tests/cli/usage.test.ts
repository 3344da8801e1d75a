import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../sample.ts';
import { cli, complaint, folder } from './cli.ts';

const operators = /'onnx-conformance list operators' shows what is/;

/** A command line, its exit code, and what its one line has to say: the thing and the remedy. */
const mistakes: readonly (readonly [string, number, RegExp | string])[] = [
  [
    '',
    2,
    'a command is missing: run, check, fuzz, merge, report, diff, compare, list, explain, export, oracle, vectors, backend, store or init (see --help)',
  ],
  ['rnu', 2, 'unknown command: rnu; did you mean run? (see --help)'],
  [
    'go',
    2,
    'unknown command: go; use one of run, check, fuzz, merge, report, diff, compare, list, explain, export, oracle, vectors, backend, store, init (see --help)',
  ],
  ['backends', 2, 'unknown command: backends; did you mean backend? (see --help)'],
  ['backend', 2, 'backend needs to know what to do: list or check (see --help)'],
  ['backend prune', 2, 'unknown command: backend prune; use one of list, check (see --help)'],
  ['vectors exprt', 2, 'unknown command: vectors exprt; did you mean export? (see --help)'],
  ['init jss', 2, "unknown kind 'jss'; did you mean js? (see --help)"],
  ['vectors list --by x', 2, "unknown --by 'x'; use one of version, release, opset (see --help)"],
  ['list operator', 2, "no operator matches 'operator'; did you mean operators?"],
  ['list operators --opset 12', 2, /^list operators shows all of them: leave out what else is given/],
  ['run Relu//float32 -b reference', 2, /^'Relu\/\/float32' has an empty part; ids are operator\/version/],
  ['list --dtype flaot16', 2, "dtype 'flaot16' is not tested; did you mean float16?"],
  ['list --dtype flot', 2, "dtype 'flot' is not tested; did you mean float32?"],
  ['run Redusum -b reference', 2, "no operator matches 'Redusum'; did you mean ReduceSum?"],
  ['list --dtype float,Double', 2, "dtype 'float' is not tested; did you mean float32?"],
  [
    'run ReduceSum/1/float32/keepdims-zero --opset 15 -b reference',
    2,
    'ReduceSum-1 is in force at opsets 1 to 10; opset 15 uses 13',
  ],
  ['explain ReduceSum/13/float32/nan@12', 2, /: ReduceSum-13 is in force at opsets 13 to \d+, not at 12$/],
  ['explain ReduceSum/12/float32', 2, "'ReduceSum/12/float32': ReduceSum has versions 1, 11, 13, not '12'"],
  ['run', 2, /^--backend is missing; name one: onnxruntime-node, reference, .* \(see --help\)$/],
  ['run -b reference --frobnicate', 2, 'unknown option --frobnicate (see --help)'],
  ['run --bakend x', 2, 'unknown option --bakend; did you mean --backend? (see --help)'],
  ['run --report-onl', 2, 'unknown option --report-onl; did you mean --report-only? (see --help)'],
  ['run -b reference -x', 2, 'unknown option -x (see --help)'],
  ['run -b reference -b reference', 2, '--backend is given more than once; give it once (see --help)'],
  ['run -b onnxruntime', 2, /^--backend onnxruntime: no such backend; did you mean onnxruntime-node, onnxruntime-web/],
  ['run -b ./missing.mjs', 2, /^--backend \.\/missing\.mjs: no such file; use /],
  ['run -b stdio:', 2, /a command has to follow "stdio:"/],
  ['run Xyzzyplugh -b reference', 2, operators],
  ['run ReduceSum -b reference --dtype complex64', 3, /^no case is left of ReduceSum, complex64; /],
  ['run ReduceSum -b reference --dtype quaternion', 2, /^dtype 'quaternion' is not tested; use one of float16, /],
  ['run -b reference --opset 0', 2, /^opset 0 does not exist: ONNX opsets are 1 to \d+$/],
  ['run -b reference --opset 99', 2, /^opset 99 does not exist: ONNX opsets are 1 to \d+$/],
  ['run -b reference --opset new', 2, "--opset takes numbers and ranges such as 13 or 13-18, not 'new'"],
  ['run -b reference --opset 18-13', 2, '--opset 18-13 is empty; the lower opset comes first: 13-18'],
  ['run -b reference --opset', 2, 'a value is missing after --opset (see --help)'],
  [
    'run -b reference --require nonsense',
    2,
    /^unknown --require 'nonsense'; use one of exact, faithful, wide, native \(see --help\)$/,
  ],
  ['run -b reference --allow tf16', 2, "unknown --allow 'tf16'; use one of tf32, bfloat16 (see --help)"],
  ['run -b reference --allow tf32 --require wide', 2, /^--allow tf32 is looser than --require wide; leave one/],
  [
    'run -b reference --policy wrap',
    2,
    /^--policy takes a policy and a choice, such as integer-overflow=wrap, not 'wrap'$/,
  ],
  ['run -b reference --policy zero-sign', 2, /^--policy takes a policy and a choice, such as zero-sign=0, not/],
  ['run -b reference --policy integer-overflw=wrap', 2, /unknown policy 'integer-overflw'; did you mean integer-ov/],
  ['run -b reference --policy none=such', 2, /unknown policy 'none'; use one of integer-overflow, /],
  ['run -b reference --policy integer-overflow=warp', 2, /integer-overflow has no choice 'warp'; did you mean wrap\?$/],
  ['run -b reference --policy integer-overflow=no', 2, /has no choice 'no'; use one of wrap, saturate$/],
  ['run -b reference --policy', 2, 'a value is missing after --policy (see --help)'],
  ['explain integer-overflw', 2, /^'integer-overflw' is not known; did you mean integer-overflow\?$/],
  ['explain zero-sign sum', 2, "zero-sign is a policy: leave out 'sum'"],
  ['run -b reference --seed 1.5', 2, "--seed takes an integer, not '1.5' (see --help)"],
  ['run -b reference --seed x', 2, "--seed takes an integer, not 'x' (see --help)"],
  ['run -b reference --seed 1e30', 2, /^--seed takes an integer/],
  ['run -b reference --timeout 0', 2, /^--timeout takes seconds above 0 and up to 86400, not '0'/],
  ['run -b reference --timeout soon', 2, /^--timeout takes seconds above 0 .* not 'soon'/],
  ['run -b reference --timeout 1e9', 2, /^--timeout takes seconds above 0 .* not '1e9'/],
  [
    'run ReduceSum/13/float32 -b reference --out file/x',
    2,
    /^--out file\/x cannot be written \(a folder above it is a file\); name a fold/,
  ],
  ['run ReduceSum/13/float32 -b reference --vectors .', 2, /^--vectors .*; leave out ids/],
  ['run ReduceSum/14 -b reference', 2, 'ReduceSum has versions 1, 11, 13; opset 14 uses 13'],
  ['run ReduceSum/99 -b reference', 2, "ReduceSum has versions 1, 11, 13, not '99'"],
  ['run ReduceSum/int32 -b reference', 2, /^ReduceSum has .*; \* matches all of them: 'ReduceSum\/\*\/int32'$/],
  ['run ReduceSum/13/float8 -b reference', 2, /^ReduceSum\/13 has no dtype 'float8'; it has float16, .*, uint64$/],
  ['run Reduce*/1/bfloat16 -b reference', 2, /^Reduce\*\/1 has no dtype 'bfloat16'; it has float16, float32, /],
  ['run ReduceSum/13/nan -b reference', 2, /^'nan' is in the place of the dtype; .* 'ReduceSum\/13\/\*\/nan'$/],
  [
    'run ReduceSum/13/float32/keepdims-zro -b reference',
    2,
    "ReduceSum/13/float32 has no clause 'keepdims-zro'; did you mean keepdims-zero?",
  ],
  [
    'run ReduceSum/13/float32/blah -b reference',
    2,
    /'onnx-conformance list ReduceSum\/13\/float32' shows its clauses$/,
  ],
  ['run ReduceSum/13/int32/nan -b reference', 2, /^ReduceSum\/13\/int32 has no clause 'nan': it concerns float16, /],
  [
    'run ReduceSum/13/float32/keepdims-zero/999 -b reference',
    2,
    'cell ReduceSum/13/float32/keepdims-zero has cases 0 to 6, not 999',
  ],
  ['run ReduceSum/13/*/keepdims-zero/x -b reference', 2, /^'x' of .* is not a number; an id is operator\/version\//],
  ['run ReduceSum/13/*/keepdims-zero/3/4 -b reference', 2, /has more than five parts; an id is operator\//],
  ['run reducesum -b reference', 2, "no operator matches 'reducesum'; did you mean ReduceSum?"],
  ['run ReduceSum-13 -b reference', 2, "no operator matches 'ReduceSum-13'; did you mean ReduceSum/13?"],
  [
    'run ReduceFoo -b reference',
    2,
    /^no operator matches 'ReduceFoo'; 'onnx-conformance list operators' shows what is$/,
  ],
  ['run **/acuracy -b reference', 2, /^'acuracy' of '\*\*\/acuracy' is not an operator, .*; did you mean accuracy\?$/],
  ['run ReduceSum/13/**/nonsense -b reference', 2, /^'nonsense' of .* is not an operator, version, dtype or clause; /],
  ['run ReduceSum --opset 11 --dtype bfloat16 -b reference', 3, /^no case is left of ReduceSum, opset 11, bfloat16; /],
  ['run ReduceSum/13 --opset 12 -b reference', 2, /^ReduceSum-13 is in force at opsets 13 to \d+; opset 12 uses 11$/],
  ['list Xyzzyplugh', 2, operators],
  ['list polices', 2, "no operator matches 'polices'; did you mean policies?"],
  ['list policy', 2, "no operator matches 'policy'; did you mean policies?"],
  ['list ReduceSum/99', 2, /^ReduceSum has versions 1, 11, 13, not '99'$/],
  [
    'explain Xyzzyplugh',
    2,
    /known are operators \('list operators'\), policies \('list policies'\), clauses and rules \('list --cl/,
  ],
  ['explain invalid-dtyp', 2, "'invalid-dtyp' is not known; did you mean invalid-dtype?"],
  [
    'explain keepdims-zero ReduceSum',
    2,
    /^keepdims-zero is a clause: leave out .*: explain ReduceSumSquare keepdims-z/,
  ],
  ['explain reducesum', 2, /^'reducesum' is not known; did you mean ReduceSum\?/],
  ['explain ReduceSum keepdims-zro', 2, "ReduceSum-13 has no clause 'keepdims-zro'; did you mean keepdims-zero?"],
  [
    'explain ReduceSum noop-with-axes --opset 11',
    2,
    "ReduceSum-11 has no clause 'noop-with-axes'; version 13 has it: add --opset 13",
  ],
  ['explain ReduceSum frob', 2, /^ReduceSum-13 has no clause 'frob'; it has definition, /],
  ['explain ReduceSum keepdims-zero too', 2, "unexpected argument 'too' (see --help)"],
  ['explain ReduceSum --opset 99', 2, /^opset 99 does not exist/],
  ['explain ReduceSum --opset x', 2, "--opset takes one number such as 13, not 'x' (see --help)"],
  ['backend chck ./backend.mjs', 2, 'unknown command: backend chck; did you mean check? (see --help)'],
  ['run -b reference --shard 1/2 --shard 2/2', 2, '--shard is given more than once; give it once (see --help)'],
  [
    'vectors list --release 1.17.0 --opset 13',
    2,
    '--release and --opset exclude each other; give one of them (see --help)',
  ],
  ['list -- --x', 2, /^no operator matches '--x'; /],
  ['explain', 2, 'explain needs the name of an operator, e.g. ReduceL1, or of a policy or rule (see --help)'],
  ['export', 2, /^export needs the id of a case, e\.g\. .* \(see --help\)$/],
  ['report', 2, 'report needs the folder of a run, e.g. report out (see --help)'],
  ['report .', 2, /^\. has no report.json: no run has been stored there; name a folder that 'run --out' has written$/],
  ['diff out', 2, 'diff needs the folders of two runs, e.g. diff out/main out/branch (see --help)'],
  ['compare', 2, 'compare needs the folders of two runs or more, e.g. compare out/one out/other (see --help)'],
  ['compare .', 2, 'compare needs two runs or more, e.g. compare out/one out/other (see --help)'],
  [
    'compare . nowhere',
    2,
    /^\. has no report.json: no run has been stored there; name a folder that 'run --out' has written$/,
  ],
  ['compare a b --format markdwn', 2, "unknown --format 'markdwn'; did you mean markdown? (see --help)"],
  ['compare a b --format json --format text', 2, '--format is given more than once; give it once (see --help)'],
  ['report . --format markdwn', 2, '--format markdwn: unknown format; did you mean markdown?'],
  ['run -b reference --format x=y', 2, /^--format x=y: unknown format; use one of text, markdown, /],
  ['run -b reference --suite quik', 2, "unknown --suite 'quik'; did you mean quick? (see --help)"],
  ['explain through-flot64', 2, "'through-flot64' is not known; did you mean through-float64?"],
  ['list --foo', 2, 'unknown option --foo (see --help)'],
];

test.concurrent.each(sampled(mistakes, 50))('%s', async (line, code, message) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'file'), '');
  const ended = await cli(line.split(' ').filter(Boolean), cwd);
  expect(complaint(ended)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(ended.code).toBe(code);
  expect(ended.stdout).toBe('');
});

test.concurrent.each([
  ['Redusum', '-b', 'reference'],
  ['ReduceSum/13/float32/keepdims-zro', '-b', 'reference'],
  ['Abs', '-b', 'referense'],
  ['Abs', '-b', 'reference', '--dtype', 'flot'],
])('names are looked at before anything is begun: run %s %s %s', async (...args) => {
  const cwd = folder();
  const { stderr } = await cli(['run', ...args], cwd);
  expect(stderr).toMatch(/^onnx-conformance: [^\n]*did you mean [^\n]*\n$/);
  expect(readdirSync(cwd)).toEqual([]);
});

test.concurrent('messages are in one language, whatever the terminal speaks', async () => {
  const ended = await cli(['run', '-b'], folder(), { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' });
  expect(complaint(ended)).toBe('a value is missing after -b (see --help)');
});

import { expect, test } from 'vitest';
import { parseExpectations } from '../../src/expectations/file.ts';

const at = 'Neg/13/float32/special-values';
const read = (text: string, file = 'known.yaml') => parseExpectations(text, file, false).expected;
const entry = (rest: string) => `# known\nknown:\n  - id: ${at}\n    ${rest}\n`;
const complaint = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    expect((error as Error).name).toBe('BadInput');
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
  throw new Error(`${text} is taken`);
};

test('YAML and JSON say the same, whatever the line ends', () => {
  const yaml = entry('outcome: [fail, crash]\n    reason: why\n    opsets: 13-15');
  const [one] = read(yaml).entries;
  expect(one).toEqual({ line: 3, ids: [at], outcomes: ['fail', 'crash'], opsets: [13, 14, 15], reason: 'why' });
  expect(read(yaml.replaceAll('\n', '\r\n')).entries).toEqual([one]);
  const json = JSON.stringify({ known: [{ id: at, outcome: ['fail', 'crash'], opsets: '13-15', reason: 'why' }] });
  expect(read(`\uFEFF${json}`, 'known.json').entries).toEqual([{ ...one, line: 1 }]);
  expect(read('').entries).toEqual([]);
  const open = read(entry('outcome: fail\n    opsets: 13-99999999999\n    reason: why')).entries[0]!;
  expect(open.opsets!.length).toBeLessThan(100);
});

test('what is wrong with a file is reported in one line, with its place and what to do', () => {
  const cases: readonly (readonly [string, string | RegExp])[] = [
    ['known: [', /^known\.yaml line \d+: /],
    ['- 1', 'known.yaml line 1: the file is a list; its entries belong under the key known'],
    ['knwon: []', "known.yaml line 1: unknown key 'knwon'; did you mean known?"],
    [entry('outcome: fail'), "known.yaml line 3: 'reason' is missing: an entry says why it is known"],
    [entry('outcome: fail\n    reason: " "'), 'known.yaml line 5: reason is empty'],
    [entry('outcom: fail\n    reason: why'), "known.yaml line 4: unknown key 'outcom'; did you mean outcome?"],
    [entry('outcome: fails\n    reason: why'), /^known\.yaml line 4: outcome is "fails", and has to be .*"fail"/],
    ['known: *nope', /^known\.yaml line 1: \*nope is an alias of YAML: quote a text that begins with \*/],
    ['known: []\n---\nknown: []', /^known\.yaml line \d: another document begins here/],
    ['known: []\nknown: []', 'known.yaml line 2: this key is there twice; remove one of them'],
    ...['20-3', '999', '0'].map((opsets): readonly [string, RegExp] => [
      entry(`outcome: fail\n    opsets: ${opsets}\n    reason: why`),
      /^known\.yaml line 3: opsets \S+ holds no opset; there are 1 to \d+$/,
    ]),
    [entry('outcome: pass\n    reason: why'), /^known\.yaml line 3: a case that passes needs no entry/],
    [
      entry('outcome: varies\n    reason: why'),
      /line 3: outcome: varies has to be the only outcome, with the name of a policy/,
    ],
    [
      entry('outcome: fail\n    policy: nan\n    reason: why'),
      "known.yaml line 3: unknown policy 'nan'; 'list policies' shows them",
    ],
    [
      `${entry('outcome: fail\n    reason: a')}  - { id: ${at}, outcome: fail, reason: b }`,
      'known.yaml line 6: this entry says the same as that in line 3; remove one of them',
    ],
  ];
  for (const [text, message] of cases) expect(complaint(text)).toMatch(message);
});

test('a figure that is none is named in a short line', () => {
  const figures = (judged: string, cases: string, ulps: string) => {
    const cells = Array.from({ length: 40 }, (_, i) => `          13/float32/c${i}: { cases: 1 }\n`).join('');
    const abs = `        judged: ${judged}\n        broken:\n${cells}          13/int8/c: { cases: ${cases}, ulps: ${ulps} }\n`;
    return `runs:\n  - seed: 1\n    operators:\n      Abs:\n${abs}`;
  };
  const whole = ', and has to be a whole number from 0';
  for (const [written, shown] of [
    ['1e400', 'Infinity'],
    ['-.inf', '-Infinity'],
    ['.nan', 'NaN'],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['"3"', '"3"'],
    ['', 'null'],
  ] as const) {
    expect(complaint(figures(written, '1', '1'))).toBe(`known.yaml line 5: Abs: judged is ${shown}${whole}`);
    const message = complaint(figures('1', written, '1'));
    expect(message).toBe(`known.yaml line 47: Abs: broken: 13/int8/c: cases is ${shown}${whole}`);
  }
  expect(complaint(figures('1', '1', '1e400'))).toMatch(
    /13\/int8\/c: ulps is Infinity, and has to be a finite number$/,
  );
  expect(complaint(figures('1', '1', '1, ulpz: 1'))).toBe("known.yaml line 47: unknown key 'ulpz'");
  expect(complaint(`known: ${'x'.repeat(2000)}`).length).toBeLessThan(120);
});

test('an entry names its clauses: one that begins to fail next to a known one is never hidden', () => {
  const ids = [
    'Neg',
    'Neg/13/float32',
    'Neg/13/float32/*',
    'Neg/**',
    '**',
    '**/float32',
    'Neg/13/float32/special-*',
    'Neg/**/*/3',
    '**/13',
    '**/{float3,x}2',
    'a/b/*/{special-values,*}',
  ];
  for (const id of ids) {
    expect(complaint(`known: [{ id: '${id}', outcome: fail, reason: why }]`)).toContain('does not end with a clause');
  }
  for (const id of [
    at,
    `${at}/3`,
    '**/special-values',
    'Neg/*/*/{special-values,size-zero}',
    'Neg/**/size-zero/{1,2}',
  ]) {
    expect(read(`known: [{ id: '${id}', outcome: fail, reason: why }]`).entries).toHaveLength(1);
  }
  for (const id of [
    '!Abs/13/float32/nan',
    '!x/y/z/nan',
    '{**,a/b/c/nan}',
    '!(a)/*/*/nan',
    '@(**|a/b/c/nan)',
    '{a]/b}',
  ]) {
    expect(complaint(`known: [{ id: '${id}', outcome: fail, reason: why }]`)).toContain('is not a pattern of an entry');
  }
});

test('a choice that varies is expected of operators, at versions and dtypes', () => {
  const text = (id: string) => `known: [{ id: '${id}', outcome: varies, policy: nan-index, reason: why }]`;
  for (const id of [
    '**',
    '*',
    '!x',
    '*/*/*',
    'ArgMax',
    'ArgMax/**',
    'ArgMax/{**,a}/float32',
    'ArgMax/13/float32/nan',
  ]) {
    expect(complaint(text(id))).toMatch(/is not an? (pattern of an entry|operator\/version\/dtype)/);
  }
  for (const id of ['ArgMax/13/float32', '{ArgMax,ArgMin}/*/*']) expect(read(text(id)).entries).toHaveLength(1);
});

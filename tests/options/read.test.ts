import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Command, CommandGroup } from '../../src/cli/command.ts';
import { allCommands } from '../../src/cli/commands.ts';
import { run } from '../../src/library/run.ts';
import { assignments, choice, flag, list, type Options, single, text } from '../../src/options/option.ts';
import { checkNames, flagOf, readOptions } from '../../src/options/read.ts';
import * as values from '../../src/options/values.ts';

const options = {
  all: flag('everything'),
  out: single(v.optional(text, 'out'), 'a folder'),
  seed: single(v.optional(values.seed, 1), 'of the data'),
  opset: list('13 or 13-18'),
  env: assignments('A=1'),
  kind: choice(['js', 'python'], 'js', 'what it is'),
};

const typed = (given: Readonly<Record<string, unknown>>) => readOptions(options, { values: given });
const inFile = (given: Readonly<Record<string, unknown>>) => readOptions(options, { values: given, file: 'x.json' });

test('what is not given has its default', () => {
  expect(typed({})).toEqual({ all: false, out: 'out', seed: 1, opset: [], env: {}, kind: 'js' });
});

test('a number stands for its text, one value for a list of it, a record for a list of NAME=VALUE', () => {
  expect(inFile({ seed: 4, opset: 13, env: { A: 1, B: 'x=y' } })).toMatchObject({
    seed: 4,
    opset: ['13'],
    env: { A: '1', B: 'x=y' },
  });
  expect(typed({ seed: '4', opset: ['13', '14-15'], env: ['A=1', 'A=2'] })).toMatchObject({
    seed: 4,
    opset: ['13', '14-15'],
    env: { A: '2' },
  });
});

test('the last source that has an option counts, and records are joined', () => {
  const file = { file: 'x.json', values: { out: 'file', seed: 2, opset: [13], env: { A: 'file', B: 'file' } } };
  const line = { values: { out: 'line', opset: ['14'], env: ['B=line'] } };
  expect(readOptions(options, file, line)).toMatchObject({
    ...{ out: 'line', seed: 2, opset: ['14'] },
    env: { A: 'file', B: 'line' },
  });
});

test.each([
  [{ all: 'yes' }, 'x.json: all has to be true or false, not "yes"'],
  [{ out: ['a'] }, 'x.json: out has to be a text, not ["a"]'],
  [{ opset: {} }, 'x.json: opset has to be a text or a list of texts, not {}'],
  [{ env: { A: [] } }, 'x.json: env has to be a text or a list of texts, not {"A":[]}'],
  [{ env: 'A' }, "x.json: env takes NAME=VALUE, not 'A'"],
  [{ seed: 1.5 }, "x.json: seed takes an integer, not '1.5'"],
  [{ kind: 'pyhton' }, "x.json: unknown kind 'pyhton'; did you mean python?"],
  [{ kind: 3 }, 'x.json: kind has to be one of js, python, not 3'],
])('%j is refused in one line', (given, message) => {
  expect(() => inFile(given)).toThrow(message);
});

test('of a command line, a single value that is given twice, or a word that is none', () => {
  expect(() => typed({ seed: ['1', '2'] })).toThrow('--seed is given more than once; give it once');
  const source = { values: { kind: 'jss' }, words: ['kind'] };
  expect(() => readOptions(options, source)).toThrow("unknown kind 'jss'; did you mean js?");
});

test('one that has to be given says how, after what is wrong with others', () => {
  const needy = { ...options, backend: single(text, 'what to check', { missing: 'name one' }) };
  expect(() => readOptions(needy, { values: {} })).toThrow('--backend is missing; name one');
  expect(() => readOptions(needy, { values: { seed: 'x' } })).toThrow('--seed takes an integer');
});

test('names that there are not', async () => {
  expect(() => checkNames({ sed: 1 }, Object.keys(options))).toThrow("unknown option 'sed'; did you mean seed?");
  const misspelt: object = { backend: 'reference', sed: 1 };
  await expect(run(misspelt)).rejects.toThrow("unknown option 'sed'; did you mean seed?");
});

const commandsIn = (entry: Command | CommandGroup): readonly Command[] =>
  'commands' in entry ? entry.commands.flatMap(commandsIn) : [entry];
const declared: readonly (readonly [string, Options])[] = commandsIn(allCommands).map((own) => [own.name, own.options]);

test.each(declared)('every option of %s has help, and refuses what is not a value at all', (_, own) => {
  for (const [name, option] of Object.entries(own)) {
    expect(option.describe).not.toBe('');
    expect(flagOf(name)).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    const given = { values: { [name]: null }, file: 'x.json' };
    expect(() => readOptions({ [name]: option }, given)).toThrow(`x.json: ${name} has to be `);
  }
});

test('numbers are read as they are written, and others refused', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (seed) => {
      expect(v.parse(values.seed, seed)).toBe(seed);
      expect(v.safeParse(values.count, String(seed)).success).toBe(seed >= 1);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1200 }), (number, of) => {
      expect(v.safeParse(values.shard, `${number}/${of}`).success).toBe(number <= of && of <= 1000);
    }),
  );
  expect(v.parse(values.duration, '90s')).toBe(90);
  expect(v.parse(values.memory, '1.5 KiB')).toBe(1536);
  expect(v.parse(values.limit, 'none')).toBe(Number.POSITIVE_INFINITY);
  for (const given of ['', '5', '5x', '-5s', '8d', '1000h']) {
    expect(v.safeParse(values.duration, given).success).toBe(false);
  }
});

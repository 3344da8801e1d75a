import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operators } from '../oracles/operators.ts';

/** The rooms in the order in which data flows: each imports itself and those before it. */
const rooms = ['oracles', 'generators', 'vectors', 'reports', 'src'] as const;
/** Within the oracles the same holds. */
const oracleRooms = ['oracles/numerics', 'oracles/acceptance', 'oracles/reduction', 'oracles/arg-reduction'] as const;

const root = resolve(import.meta.dirname, '..');

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.split(sep).join('/')}`);
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, specifier]) =>
    relative(root, resolve(root, dirname(file), specifier!))
      .split(sep)
      .join('/'),
  );
}

describe('imports flow one way', () => {
  it.each(rooms)('%s imports nothing from the rooms after it', (room) => {
    const later = rooms.slice(rooms.indexOf(room) + 1);
    const wrong = filesBelow(room).flatMap((file) =>
      importsOf(file)
        .filter((target) => later.some((other) => target.startsWith(`${other}/`)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(oracleRooms)('%s imports no value from the oracle rooms after it', (room) => {
    const later = oracleRooms.slice(oracleRooms.indexOf(room) + 1);
    const wrong = filesBelow(room).filter((file) =>
      importsOf(file).some((target) => later.some((other) => target.startsWith(`${other}/`))),
    );
    expect(wrong).toEqual([]);
  });
});

describe('shared code', () => {
  const own = new Set([
    'oracles/operators.ts',
    'src/cli/help.ts',
    ...filesBelow('oracles/reduction'),
    ...filesBelow('oracles/arg-reduction'),
  ]);
  /** what may know an attribute besides: the plans of a family, the recipes of ONNX's vectors, what is said of its text */
  const ofAttributes = [
    ...filesBelow('generators/reduction'),
    ...filesBelow('generators/arg-reduction'),
    ...filesBelow('vectors/recipes'),
    'oracles/acceptance/policy.ts',
  ];
  const shared = rooms.flatMap(filesBelow).filter((file) => !own.has(file));
  const code = (file: string) =>
    readFileSync(join(root, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
      // examples in help texts and usage lines may name one
      .replace(/^.*(?:example|describe|e\.g\.).*$/gm, '');

  it.each(operators.map((operator) => operator.name))('names no operator: %s', (name) => {
    expect(shared.filter((file) => new RegExp(`\\b${name}\\b`).test(code(file)))).toEqual([]);
  });

  const attributes = operators.flatMap(({ versions }) => versions.flatMap((version) => version.attributes));
  it.each([...new Set(attributes.map(({ name }) => name))])('names no attribute: %s', (name) => {
    // one that is a word of the language, or of ours, counts where it is written as a name
    const asName = `(['"\`])${name}\\1|\\battributes\\.${name}\\b|\\b${name}=`;
    const pattern = new RegExp(name.includes('_') ? `\\b${name}\\b` : asName);
    const files = shared.filter((file) => !ofAttributes.includes(file));
    expect(files.filter((file) => pattern.test(code(file)))).toEqual([]);
  });
});

it('every file of the rooms was looked at', () => {
  for (const room of rooms) expect(filesBelow(room).length).toBeGreaterThan(3);
});

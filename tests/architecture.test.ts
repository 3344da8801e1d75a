import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operators } from '../oracles/operators.ts';

/** The layers in the order in which data flows: each imports itself and those before it. */
const layers = ['oracles', 'generators', 'vectors', 'reports', 'src'] as const;
/** Within a layer the same holds for its folders, each with the file of its name next to it. */
const folders = [
  ['oracles/numerics', 'oracles/arithmetic', 'oracles/judge', 'oracles/graph', 'oracles/operators'],
  ['reports/schema', 'reports/aggregate', 'reports/view', 'reports/print'],
  // printers do not know each other
  ['reports/print/terminal', 'reports/print/markdown', 'reports/print/html'],
  ['reports/print/html', 'reports/print/markdown', 'reports/print/terminal'],
  ['src/run/trial', 'src/run/folder'],
  [
    'generators/cases',
    'generators/values',
    'generators/calls',
    'generators/invalid',
    'generators/sessions',
    'generators/covering',
    'generators/notation',
    'generators/families',
    'generators/suite',
    'generators/fuzz',
  ],
  ['generators/classes', 'generators/covering'],
  ['vectors/onnx', 'vectors/official'],
  ['src/run', 'src/options', 'src/library', 'src/cli'],
  ['src/run', 'src/fuzz', 'src/campaign', 'src/cli'],
  ['src/check', 'src/cli'],
  ['src/cli/options', 'src/cli/handlers', 'src/cli/commands'],
];

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

it('the page that a browser opens imports nothing of Node', () => {
  const seen = new Set<string>();
  const loadedBy = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:im|ex)port type [^;]*;/gm, '');
    expect(text, file).not.toMatch(/from 'node:/);
    for (const [, path] of text.matchAll(/from\s*'(\.[^']+)'/g)) {
      loadedBy(
        relative(root, resolve(root, dirname(file), path!))
          .split(sep)
          .join('/'),
      );
    }
  };
  loadedBy('src/backends/browser/page.ts');
  expect(seen.size).toBeGreaterThan(5);
});

describe('imports flow one way', () => {
  it.each(layers)('%s imports nothing from the layers after it', (layer) => {
    const later = layers.slice(layers.indexOf(layer) + 1);
    const wrong = filesBelow(layer).flatMap((file) =>
      importsOf(file)
        .filter((target) => later.some((other) => target.startsWith(`${other}/`)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  const steps = folders.flatMap((row) => row.map((folder, i) => ({ folder, later: row.slice(i + 1) })));
  it.each(steps)('$folder imports nothing from $later', ({ folder, later }) => {
    const isIn = (file: string, other: string) => file === `${other}.ts` || file.startsWith(`${other}/`);
    const own = filesBelow(dirname(folder)).filter((file) => isIn(file, folder));
    expect(own).not.toEqual([]);
    const wrong = own.filter((file) => importsOf(file).some((target) => later.some((other) => isIn(target, other))));
    expect(wrong).toEqual([]);
  });

  it.each([...layers, 'evidence'])('no file of %s imports itself by way of others, types included', (layer) => {
    const files = filesBelow(layer);
    const reached = new Map(files.map((file) => [file, new Set(importsOf(file))]));
    for (const middle of files) {
      for (const from of reached.values()) {
        if (from.has(middle)) for (const target of reached.get(middle)!) from.add(target);
      }
    }
    expect(files.filter((file) => reached.get(file)!.has(file))).toEqual([]);
  });
});

describe('shared code', () => {
  const own = new Set([
    'oracles/operators.ts',
    'oracles/spec/schemas/other-domains.ts', // as ai.onnx.json is for ai.onnx
    'src/cli/commands.ts',
    ...filesBelow('src/cli/commands'), // help shows examples
    'src/check/questions.ts', // adapters are checked with a model
    'src/backends/hosts/opencv-js.ts', // a model makes its matrices
    'vectors/onnx/instrument.ts', // a model returns the shapes of its values
    ...filesBelow('generators/families'),
    ...filesBelow('oracles/operators'),
  ]);
  /** what may know an attribute besides: the plans of a family, the recipes of ONNX's vectors, what is said of its text */
  const ofAttributes = [...filesBelow('vectors/official'), 'oracles/judge/policy.ts'];
  const shared = layers.flatMap(filesBelow).filter((file) => !own.has(file));
  const code = (file: string) =>
    readFileSync(join(root, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      // examples in help texts and usage lines may name one
      .filter((line) => !/^\s*\/\/|example|describe|e\.g\./.test(line))
      .join('\n');
  const codes = new Map(shared.map((file) => [file, code(file)]));
  const filesWith = (pattern: RegExp) => shared.filter((file) => pattern.test(codes.get(file)!));

  it.each(operators.map((operator) => operator.name))('names no operator: %s', (name) => {
    // one that is a word of English, or of the language, counts where it is written as a name
    const isWord = /^[A-Z][a-z]+$/.test(name);
    const pattern = new RegExp(isWord ? `(['"\`])${name}\\1` : `\\b${name}\\b`);
    expect(filesWith(pattern)).toEqual([]);
  });

  /** what is also a key of a source, a choice of a policy, an event of Node, a kind of fault, an option of ours, a field of a row, how a folder of vectors is laid out, HTML */
  const ambiguous = new Set([
    'to',
    'saturate',
    'end',
    'value',
    'seed',
    'largest',
    'shape',
    'size',
    'dtype',
    'precision',
    'p',
    'layout',
  ]);
  const attributes = operators.flatMap(({ versions }) => versions.flatMap((version) => version.attributes));
  /** what all code and all HTML is full of cannot be looked for */
  const words = new Set(['type', 'scale']);
  const names = new Set(attributes.map(({ name }) => name).filter((name) => !words.has(name)));
  it.each([...names])('names no attribute: %s', (name) => {
    // one that is a word of the language, or of ours, counts where it is written as a name
    const asName = `${ambiguous.has(name) ? '' : `(['"\`])${name}\\1|`}\\battributes\\.${name}\\b|\\b${name}=`;
    const pattern = new RegExp(name.includes('_') ? `\\b${name}\\b` : asName);
    expect(filesWith(pattern).filter((file) => !ofAttributes.includes(file))).toEqual([]);
  });
});

it('every layer has files to look at', () => {
  for (const layer of layers) expect(filesBelow(layer).length).toBeGreaterThan(3);
});

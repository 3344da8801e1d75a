/**
 * Lines of each operator: of its oracle (`oracles/operators/`) and of its plans (`generators/families/`, for reductions their own
 * folders), without imports, comments and blank lines. A declaration counts in equal parts for the operators that reach it, an entry
 * of a table under the name of an operator for that one. What all families share and the schemas do not count. Arguments: names of
 * operators (`Softmax`) and of families (`softmax`, a folder of `oracles/operators/`), or `all`; without any, the operators below.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One operator of each kind. */
const proof =
  'Add Neg Sigmoid Where Cast Transpose Concat Gather MatMul Softmax LayerNormalization MaxPool TopK CumSum Constant Dropout Shape';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const definitions = join(root, 'oracles/operators');
const generators = join(root, 'generators');

/** What a file imports: the names by file. */
const importsOf = (text, folder) =>
  Array.from(text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']*)';$/gm), ([, names, path]) => ({
    file: join(folder, path),
    names: names.split(/[\s,]+/).filter((name) => name && name !== 'type'),
  }));

/** The text in parts, each of which begins with a line of that indentation. */
const partsOf = (text, indentation) => text.split(new RegExp(`^(?=${indentation}[^\\s})\\]])`, 'm'));
const linesOf = (text) => text.split('\n').filter((line) => line.trim() !== '').length;

const operators = importsOf(readFileSync(join(definitions, 'contents.ts'), 'utf8'), definitions)
  .filter(({ file }) => dirname(dirname(file)) === definitions)
  .flatMap(({ file, names }) => names.map((name) => ({ name, file, family: basename(dirname(file)) })));
const isOperator = new Set(operators.map(({ name }) => name.toLowerCase()));

const files = new Map();
/** The declarations of a file by name, and where the names come from that it imports. */
function parsed(file) {
  if (!files.has(file)) {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const origins = new Map(
      importsOf(text, dirname(file)).flatMap(({ names, file: from }) => names.map((name) => [name, from])),
    );
    const declarations = new Map();
    for (const part of partsOf(text, '').filter((one) => !one.startsWith('import '))) {
      const name =
        /^(?:export )?(?:declare )?(?:async )?(?:const|let|class|type|interface|function\*?) (\w+|\{[^}]*\}|\[[^\]]*\])/.exec(
          part,
        )?.[1];
      if (!name) continue;
      const entries = partsOf(part, '  ').map((entry) => ({ owner: ownerOf(entry), text: entry }));
      const declaration = { file, name, isExported: part.startsWith('export '), entries };
      for (const one of name.match(/\w+/g)) declarations.set(one, declaration);
    }
    files.set(file, { origins, declarations });
  }
  return files.get(file);
}

/** The operator that an entry of a table is about. */
function ownerOf(entry) {
  const key = /^ {2}(?:([A-Z]\w*):|(\w+),$)/.exec(entry)?.slice(1).find(Boolean).toLowerCase();
  return isOperator.has(key) ? key : undefined;
}

/** The entries that count for an operator, from some declarations on, within a folder. */
function reached(operator, starts, folder) {
  const [seen, entries] = [new Set(), new Set()];
  const visit = (declaration) => {
    if (!declaration || seen.has(declaration)) return;
    seen.add(declaration);
    const { origins, declarations } = parsed(declaration.file);
    const own = declaration.entries.filter(({ owner }) => owner === undefined || owner === operator.name.toLowerCase());
    for (const entry of own) {
      entries.add(entry);
      for (const name of new Set(entry.text.match(/\w+/g))) {
        const from = origins.get(name);
        if (from?.startsWith(`${folder}/`)) visit(parsed(from).declarations.get(name));
        else if (!from) visit(declarations.get(name));
      }
    }
  };
  for (const start of starts) visit(start);
  return entries;
}

const exportsOf = (file) => [...parsed(file).declarations.values()].filter(({ isExported }) => isExported);

/** The plans of an operator: what its family declares, and what is said of the operator there. */
function plansOf(operator) {
  const families = join(generators, 'families');
  const common = join(families, `${operator.family}.ts`);
  if (existsSync(common)) return reached(operator, exportsOf(common), families);
  const own = join(generators, operator.family);
  return reached(operator, exportsOf(join(own, 'plans.ts')), own);
}

/** How many operators share an entry. */
const users = new Map();
for (const operator of operators) {
  const definition = parsed(operator.file).declarations.get(operator.name);
  operator.parts = [reached(operator, [definition], definitions), plansOf(operator)];
  for (const entry of operator.parts.flatMap((entries) => [...entries])) users.set(entry, (users.get(entry) ?? 0) + 1);
}

const given = process.argv.length > 2 ? process.argv.slice(2) : proof.split(' ');
const isMeant = ({ name, family }, argument) =>
  argument === 'all' ||
  argument === family ||
  (argument !== argument.toLowerCase() && argument.toLowerCase() === name.toLowerCase());
const unknown = given.filter((argument) => !operators.some((operator) => isMeant(operator, argument)));
if (unknown.length > 0) {
  console.error(`neither an operator (Softmax) nor a family (softmax): ${unknown.join(', ')}`);
  process.exit(2);
}
const rows = operators
  .filter((operator) => given.some((argument) => isMeant(operator, argument)))
  .map(({ name, family, parts }) => {
    const [oracle, plans] = parts.map((entries) =>
      [...entries].reduce((sum, entry) => sum + linesOf(entry.text) / users.get(entry), 0),
    );
    return { name, family, counts: [oracle, plans, oracle + plans] };
  });

const inColumns = (label, counts) =>
  console.log(label.padEnd(28), ...counts.map((count) => count.toFixed(0).padStart(8)));
const mediansOf = (some) =>
  [0, 1, 2].map((column) => {
    const counts = some.map((row) => row.counts[column]).sort((a, b) => a - b);
    return (counts[(counts.length - 1) >> 1] + counts[counts.length >> 1]) / 2;
  });

console.log(
  'lines without imports, comments and blank ones; what several operators use in equal parts; without what all families share',
);
console.log(''.padEnd(28), ...['oracle', 'plans', 'both'].map((title) => title.padStart(8)));
for (const { name, counts } of rows) inColumns(name, counts);
for (const family of new Set(rows.map((row) => row.family))) {
  const own = rows.filter((row) => row.family === family);
  if (own.length > 1 && own.length < rows.length) inColumns(`median of ${own.length}, ${family}`, mediansOf(own));
}
inColumns(`median of ${rows.length}`, mediansOf(rows));

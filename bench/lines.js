/**
 * Lines of each operator: of its oracle (`oracles/operators/`) and of its plans (`generators/families/`, for reductions their own
 * folders), without comments and blank lines. A file that defines operators counts in equal parts for these, any other in equal parts for all that use
 * it. What all families share and the schemas do not count. Arguments: names of operators; without any, those below.
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
const read = (file) => readFileSync(file, 'utf8');
/** Lines of a file that are neither blank nor nothing but comment. */
const codeLines = (file) =>
  read(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;

/** What a file imports: the names by file. */
const importsOf = (file) =>
  Array.from(read(file).matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']*)';$/gm), ([, names, path]) => ({
    file: join(dirname(file), path),
    names: names.split(/[\s,]+/).filter(Boolean),
  }));

/** A file and those below a folder that it reaches. */
function reached(file, folder, found = new Set()) {
  if (found.has(file) || !file.startsWith(`${folder}/`)) return found;
  found.add(file);
  for (const other of importsOf(file)) reached(other.file, folder, found);
  return found;
}

const operators = importsOf(join(definitions, 'contents.ts'))
  .filter(({ file }) => dirname(dirname(file)) === definitions)
  .flatMap(({ file, names }) => names.map((name) => ({ name, file, family: basename(dirname(file)) })));

/** The files with the plans of an operator: its own, where its family has one for it, and that of the family. */
function plansOf({ name, family }) {
  const families = join(generators, 'families');
  const common = join(families, `${family}.ts`);
  if (!existsSync(common)) return reached(join(generators, family, 'plans.ts'), join(generators, family));
  const own = importsOf(common).find(({ names }) => names.includes(name));
  return new Set([common, ...reached(own?.file ?? common, families)]);
}

/** How many operators share a file. */
const users = new Map();
for (const operator of operators) {
  operator.parts = [reached(operator.file, definitions), plansOf(operator)];
  for (const file of operator.parts.flatMap((files) => [...files]))
    users.set(file, [...(users.get(file) ?? []), operator]);
}
const definedIn = new Map(operators.map(({ file }) => [file, operators.filter((other) => other.file === file)]));
const linesOf = (operator, files) =>
  [...files].reduce((sum, file) => {
    const sharing = definedIn.get(file) ?? users.get(file);
    return sum + (sharing.includes(operator) ? codeLines(file) / sharing.length : 0);
  }, 0);

const wanted = (process.argv.length > 2 ? process.argv.slice(2) : proof.split(' ')).map((name) => name.toLowerCase());
const rows = operators
  .filter(({ name }) => wanted.includes(name.toLowerCase()))
  .map((operator) => ({ name: operator.name, lines: operator.parts.map((files) => linesOf(operator, files)) }));
const totals = rows.map(({ lines: [oracle, plans] }) => oracle + plans).sort((a, b) => a - b);
const median = (totals[(totals.length - 1) >> 1] + totals[totals.length >> 1]) / 2;

console.log(
  'lines without comments and blank ones; files that several operators use in equal parts; without what all families share, and schemas',
);
for (const {
  name,
  lines: [oracle, plans],
} of rows) {
  const columns = [oracle, plans, oracle + plans].map((count) => count.toFixed(0).padStart(8));
  console.log(name.padEnd(20), ...columns);
}
console.log(`median of ${rows.length}: ${median.toFixed(0)}`);

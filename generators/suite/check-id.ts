import picomatch from 'picomatch';
import { firstOpset, newestOpset, opsetRange, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { operatorNames } from '../../oracles/spec/schemas/schemas.ts';
import type { Cell } from '../cases/case.ts';
import { formatChoices } from '../did-you-mean.ts';
import { subjects } from './subjects.ts';

/** The parts of an id, in order. */
const parts = [
  { word: 'operator', of: (cell: Cell) => cell.operator.name },
  { word: 'version', of: (cell: Cell) => String(cell.version.since) },
  { word: 'dtype', of: (cell: Cell): string => cell.name.split('/')[2]! },
  { word: 'clause', of: (cell: Cell) => cell.clause.id },
] as const;

const shape = 'operator/version/dtype/clause/number';

/** Splits an id or pattern into its path and the opset that may follow it: `…/3@15`. */
export function parseId(pattern: string): { readonly path: string; readonly opset: number | undefined } {
  const [, path, opset] = /^(.*?)\/*(?:@(\d+))?$/s.exec(pattern)!;
  return { path: path!, opset: opset === undefined ? undefined : Number(opset) };
}

/**
 * The opsets to which a selection is restricted: those of `--opset`, or those in the ids if each id has one. Empty if there is no
 * restriction.
 */
export function selectedOpsets({
  ids,
  opsets,
}: {
  readonly ids: readonly string[];
  readonly opsets: readonly number[];
}): readonly number[] {
  if (opsets.length > 0) return opsets;
  const own = ids.flatMap((id) => parseId(id).opset ?? []);
  return own.length === ids.length ? [...new Set(own)].sort((a, b) => a - b) : [];
}

/** The cells and cases against which ids are checked. */
export interface CaseIndex {
  /** returns the cells of an operator, for valid and invalid models */
  cellsOf(operator: Operator): readonly Cell[];
  /** returns the numbers of a cell's cases, in order */
  numbersOf(cell: Cell): readonly number[];
}

/**
 * Checks that every part of an id can match, whatever else is selected. It is not a mistake if parts match separately but not together:
 * `Reduce*\/1/bfloat16` is empty only because of version 1.
 * @throws BadInput that names the part, and names that could have been meant
 */
export function checkId(pattern: string, { cellsOf, numbersOf }: CaseIndex): void {
  const { path, opset } = parseId(pattern);
  const given = path.split('/');
  if (given.includes(''))
    throw new BadInput(`'${pattern}' has an empty part; ids are ${shape}, or a beginning of that`);
  // a slash in a group, or a negation, cannot be checked part by part
  if (/^!|[{(][^)}]*\//.test(pattern)) return;
  const every = () => subjects.flatMap(cellsOf);
  const deep = given.indexOf('**');
  if (deep >= 0) checkWords(pattern, given.slice(deep + 1), every);
  const certain = deep >= 0 ? given.slice(0, deep) : given;
  const [name] = certain;
  if (name === undefined) return;
  const isNamed = picomatch(name);
  let left = subjects.filter((operator) => isNamed(operator.name)).flatMap(cellsOf);
  if (left.length === 0) throw new BadInput(wrongOperator(certain));
  if (opset !== undefined) checkOpset(pattern, opset, left);
  for (const [i, { of, word }] of parts.entries()) {
    if (i === 0) continue;
    const part = certain[i];
    if (part === undefined) return;
    const matches = picomatch(part);
    const next = left.filter((cell) => matches(of(cell)));
    if (next.length === 0) {
      if (isGlob(part) && every().some((cell) => matches(of(cell)))) return;
      throw new BadInput(wrongPart(i, certain, left, every(), word));
    }
    left = next;
    if (opset !== undefined) checkOpset(pattern, opset, left);
  }
  const [, , , , number, ...more] = certain;
  if (more.length > 0) throw new BadInput(`'${pattern}' has more than five parts; an id is ${shape}`);
  if (number === undefined || isGlob(number)) return;
  if (!/^\d+$/.test(number)) throw new BadInput(`'${number}' of '${pattern}' is not a number; an id is ${shape}`);
  const all = left.map(numbersOf);
  if (all.some((numbers) => numbers.some((one) => String(one) === number))) return;
  const names = certain.slice(0, 4).join('/');
  const what = left.length === 1 ? `cell ${names} has` : `cells ${names} have`;
  throw new BadInput(`${what} cases ${rangeOf(all.flat())}, not ${number}`);
}

/** A range of case numbers in words; the numbers of drawn calls have gaps. */
function rangeOf(numbers: readonly number[]): string {
  const last = Math.max(...numbers);
  return new Set(numbers).size === last + 1 ? `0 to ${last}` : `with some of the numbers up to ${last}`;
}

/**
 * Checks that the opset of an id exists, and that the version is in force at it if the id leaves one version. @throws BadInput otherwise
 */
function checkOpset(pattern: string, opset: number, left: readonly Cell[]): void {
  if (opset < 1 || opset > newestOpset) {
    throw new BadInput(`opset ${opset} of '${pattern}' does not exist: ONNX opsets are 1 to ${newestOpset}`);
  }
  const [{ operator, version }] = left as [Cell];
  const { first, last } = opsetRange(operator, version);
  if (left.some((cell) => cell.version !== version) || (first <= opset && opset <= last)) return;
  throw new BadInput(
    `'${pattern}' asks for opset ${opset}: ${operator.name}-${version.since} is in force at opsets ${first} to ${last}`,
  );
}

/** Checks the words after `**`: each may be any part of an id, but must exist. @throws BadInput otherwise */
function checkWords(pattern: string, words: readonly string[], every: () => readonly Cell[]): void {
  const names = words.filter((word) => !isGlob(word) && !/^\d+$/.test(word));
  if (names.length === 0) return;
  const known = [...new Set(every().flatMap((cell) => parts.map(({ of }) => of(cell))))];
  for (const word of names) {
    if (known.includes(word)) continue;
    const remedy = formatChoices(word, known, "'onnx-conformance list' shows what is");
    throw new BadInput(`'${word}' of '${pattern}' is not an operator, version, dtype or clause; ${remedy}`);
  }
}

/** Operators are too many to list in a message. */
const theList = "'onnx-conformance list operators' shows what is";

/** Where operators that are not in ai.onnx have their schemas. */
const schemaFile = 'oracles/spec/schemas/other-domains.ts';

function wrongOperator(given: readonly string[]): string {
  const [name = '', ...rest] = given;
  const names = subjects.map((operator) => operator.name);
  if (names.includes(name)) {
    const unused = operatorNames.filter((known) => !names.includes(known));
    return `${name} has no schema of its name; ${formatChoices(name, unused, `add one to ${schemaFile}`)}`;
  }
  const [, stem, since] = /^([\w.]+)-(\d+)$/.exec(name) ?? [];
  const path = stem !== undefined && names.find((known) => known.toLowerCase() === stem.toLowerCase());
  const remedy = path ? `did you mean ${[path, since, ...rest].join('/')}?` : formatChoices(name, names, theList);
  return `no operator matches '${name}'; ${remedy}`;
}

/**
 * The message for a part that matches nothing. @param i index of the first part of `given` that matches none of the cells left by the
 * parts before it
 */
function wrongPart(
  i: number,
  given: readonly string[],
  left: readonly Cell[],
  cells: readonly Cell[],
  word: string,
): string {
  const part = given[i]!;
  const before = given.slice(0, i).join('/');
  const { of } = parts[i]!;
  const there = [...new Set(left.map(of))];
  const [{ operator }] = left as [Cell];
  const single = left.every((cell) => cell.operator === operator);
  if (i === 1) {
    const have = `${before} ${single ? 'has' : 'have'} versions ${there.sort((a, b) => Number(a) - Number(b)).join(', ')}`;
    const opset = Number(part);
    if (single && /^\d+$/.test(part) && opset >= firstOpset(operator.versions[0]!) && opset <= newestOpset) {
      return `${have}; opset ${part} uses ${versionAt(operator, opset).since}`;
    }
    if (parts.slice(2).some((later) => cells.some((cell) => later.of(cell) === part))) {
      return `${have}, not '${part}'; * matches all of them: '${before}/*/${given.slice(1).join('/')}'`;
    }
    return `${have}, not '${part}'`;
  }
  // a clause given where the dtype belongs
  if (i === 2 && left.some((cell) => cell.clause.id === part)) {
    return `'${part}' is in the place of the dtype; * matches all of them: '${before}/*/${given.slice(2).join('/')}'`;
  }
  if (i === 3) {
    const [isOperator, isVersion] = given.slice(0, 2).map((pattern) => picomatch(pattern));
    const elsewhere = cells.filter(
      ({ operator, version, clause }) =>
        clause.id === part && isOperator!(operator.name) && isVersion!(String(version.since)),
    );
    const dtypes = [...new Set(elsewhere.map(({ dtype }) => dtype))];
    if (dtypes.length > 0) return `${before} has no clause '${part}': it concerns ${dtypes.join(', ')} alone`;
  }
  const all = i === 3 ? `'onnx-conformance list ${before}' shows its clauses` : `it has ${there.join(', ')}`;
  const isElsewhere = cells.some((cell) => of(cell) === part);
  return `${before} has no ${word} '${part}'; ${isElsewhere ? all : formatChoices(part, there, all)}`;
}

const isGlob = (part: string): boolean => /[*?[\]{}()!+@]/.test(part);

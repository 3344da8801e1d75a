import picomatch from 'picomatch';
import { firstOpset, newestOpset, opsetRange, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import type { Cell } from '../cases/case.ts';
import { formatChoices } from '../did-you-mean.ts';
import { subjects } from './subjects.ts';

/** What each part of an id is, in order. */
const parts = [
  { word: 'operator', of: (cell: Cell) => cell.operator.name },
  { word: 'version', of: (cell: Cell) => String(cell.version.since) },
  { word: 'dtype', of: (cell: Cell): string => cell.name.split('/')[2]! },
  { word: 'clause', of: (cell: Cell) => cell.clause.id },
] as const;

const shape = 'operator/version/dtype/clause/number';

/** An id or pattern without the opset that may be asked for behind it: `…/3@15`. */
export function parseId(pattern: string): { readonly path: string; readonly opset: number | undefined } {
  const [, path, opset] = /^(.*?)\/*(?:@(\d+))?$/s.exec(pattern)!;
  return { path: path!, opset: opset === undefined ? undefined : Number(opset) };
}

/** The opsets to which a selection is confined: those of `--opset`, or those behind the ids if each has one; else none. */
export function opsetsAsked({
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

/** What ids are checked against. */
export interface CaseIndex {
  /** the cells of an operator, of valid and of invalid models */
  cellsOf(operator: Operator): readonly Cell[];
  /** the numbers of the cases of a cell, in their order */
  numbersOf(cell: Cell): readonly number[];
}

/**
 * Finds the part of an id that can never match, whatever else is selected. Parts that match something, though nothing
 * together, are no mistake: `Reduce*\/1/bfloat16` is empty at version 1 alone.
 * @throws BadInput naming the part, and what could have been meant
 */
export function checkId(pattern: string, { cellsOf, numbersOf }: CaseIndex): void {
  const { path, opset } = parseId(pattern);
  const given = path.split('/');
  if (given.includes(''))
    throw new BadInput(`'${pattern}' has an empty part; ids are ${shape}, or a beginning of that`);
  // a slash in a group, or a negation, cannot be looked at part by part
  if (/^!|[{(][^)}]*\//.test(pattern)) return;
  const every = () => subjects.flatMap(cellsOf);
  const deep = given.indexOf('**');
  if (deep >= 0) checkWords(pattern, given.slice(deep + 1), every());
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
  if (!/^\d+$/.test(number)) throw new BadInput(`'${number}' of '${pattern}' is no number; an id is ${shape}`);
  const all = left.map(numbersOf);
  if (all.some((numbers) => numbers.some((one) => String(one) === number))) return;
  const names = certain.slice(0, 4).join('/');
  const what = left.length === 1 ? `cell ${names} has` : `cells ${names} have`;
  throw new BadInput(`${what} cases ${rangeOf(all.flat())}, not ${number}`);
}

/** Numbers in words; those of drawn calls have gaps. */
function rangeOf(numbers: readonly number[]): string {
  const last = Math.max(...numbers);
  return new Set(numbers).size === last + 1 ? `0 to ${last}` : `with some of the numbers up to ${last}`;
}

/** The opset behind an id has to exist, and to be one of the version's where the id leaves one version. */
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

/** After `**`, a word may stand for any part, but has to be one. */
function checkWords(pattern: string, words: readonly string[], cells: readonly Cell[]): void {
  const known = [...new Set(cells.flatMap((cell) => parts.map(({ of }) => of(cell))))];
  for (const word of words) {
    if (isGlob(word) || /^\d+$/.test(word) || known.includes(word)) continue;
    const remedy = formatChoices(word, known, "'onnx-conformance list' shows what is");
    throw new BadInput(`'${word}' of '${pattern}' is not an operator, version, dtype or clause; ${remedy}`);
  }
}

/** There are too many to be named. */
const theList = "'onnx-conformance list operators' shows what is";

function wrongOperator(given: readonly string[]): string {
  const [name = '', ...rest] = given;
  const names = subjects.map((operator) => operator.name);
  const [, stem, since] = /^([\w.]+)-(\d+)$/.exec(name) ?? [];
  const path = stem !== undefined && names.find((known) => known.toLowerCase() === stem.toLowerCase());
  const remedy = path ? `did you mean ${[path, since, ...rest].join('/')}?` : formatChoices(name, names, theList);
  return `no operator matches '${name}'; ${remedy}`;
}

/** @param i index of the first part of `given` that matches none of the cells that the parts before it leave */
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
      return `${have}, not '${part}'; * stands for all of them: '${before}/*/${given.slice(1).join('/')}'`;
    }
    return `${have}, not '${part}'`;
  }
  // a clause in the place of the dtype
  if (i === 2 && left.some((cell) => cell.clause.id === part)) {
    return `'${part}' stands where the dtype has to; * stands for all of them: '${before}/*/${given.slice(2).join('/')}'`;
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

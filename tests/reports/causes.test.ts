import { expect, test } from 'vitest';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import { parseReport, writeReport } from '../../reports/schema/json.ts';
import type { CaseResult, Finding } from '../../reports/schema.ts';
import { shareOf } from '../../reports/view/finding.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf, tallied } from './samples.ts';

const entries = [...operator('A', [[13, 13, 28]]), ...operator('B', [[13, 13, 28]])];
const plan = planAll(entries, ['float32', 'int64'], 8);

/** Ranks 1 to 4, the last of two axes in every other case. */
const classesOf = ({ dtype }: PlannedCell, n: number) => ({
  inputs: { 'type of X': dtype },
  shapes: { 'rank of X': `${1 + (n % 4)}` },
  attributes: { axis: n % 2 === 0 ? 'the first' : 'the last' },
});

type Judge = (cell: PlannedCell, n: number) => Partial<CaseResult> | false;
const resultsWith = (judge: Judge) =>
  resultsOf(plan, (cell, n) => {
    const wrong = judge(cell, n);
    return { classes: classesOf(cell, n), ...(wrong && { outcome: 'fail', problem: 'value', ...wrong }) };
  });
const reportOn = (judge: Judge) => aggregate(plan, resultsWith(judge), entries);
const titlesOf = (judge: Judge) => reportOn(judge).findings.map(titleOf);

const explained = (...ids: readonly string[]) => ({ explanations: ids.map((id) => ({ id, text: `as ${id}` })) });
const signs = (what: readonly string[], where: readonly string[] = [], telling = where) => ({
  signs: { what, where, telling },
});

test('one fault of an operator is one finding, whatever the clauses, dtypes and problems', () => {
  const judge: Judge = ({ operator, clause }, n) =>
    operator === 'A' && n % 4 === 2 && { problem: clause === 'keepdims-0' ? 'shape' : 'value' };
  const report = reportOn(judge);
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]).toMatchObject({
    id: 'a-shape',
    cases: 12,
    conditions: [{ dimension: 'rank of X', values: ['3'] }],
    clauses: ['keepdims-0', 'noop-with-empty-axes', 'integer-overflow'],
  });
  expect(aggregate(plan, resultsWith(judge).toReversed(), entries).findings).toEqual(report.findings);
  expect(parseReport(writeReport(report))).toEqual(JSON.parse(JSON.stringify(report)));
  for (const text of [renderFull(report), renderMarkdown(report)]) {
    expect(text).toContain('A where rank of X is 3: wrong shape, in 12 cases');
    expect(text).toMatch(/id:? +`?a-shape/);
  }
});

test('two operators are two findings, also where they look alike', () => {
  expect(titlesOf((_, n) => n % 4 === 0 && signs(['0']))).toEqual([
    'A where rank of X is 1: wrong values: 0',
    'B where rank of X is 1: wrong values: 0',
  ]);
});

test('unless an explanation that knows no operator accounts for all, and only types set it apart', () => {
  const wide: Judge = ({ dtype }) => dtype === 'int64' && explained('through-float64');
  expect(titlesOf(wide)).toEqual(['A, B: as through-float64']);
  expect(reportOn(wide).findings[0]!.id).toBe('through-float64');
  // what passes with such values sets it apart
  const large = { values: { 'numbers from 2^53 on in X': 'everywhere' } };
  const ofRank = resultsWith((cell, n) => n % 4 === 1 && wide(cell, n)).map((result) =>
    result.dtype === 'int64' ? { ...result, classes: { ...result.classes, ...large } } : result,
  );
  expect(aggregate(plan, ofRank, entries).findings).toHaveLength(2);
  expect(titlesOf(({ dtype }) => dtype === 'int64' && explained('ignores-axis'))).toHaveLength(2);
});

test('of explanations the first that fits all cases is taken; none that a passing case rules out', () => {
  const judge: Judge = ({ operator }, n) =>
    operator === 'A' && n % 4 === 1 && explained(...(n === 1 ? ['once'] : []), 'ignores-axis', 'identity');
  // no case that passes would show it
  expect(titlesOf(judge)).toEqual(['A: as ignores-axis']);
  const refuted = (n: number) =>
    resultsWith(judge).map((result) =>
      result.id.endsWith(`/${n}`) && result.outcome === 'pass' ? { ...result, refutes: ['ignores-axis'] } : result,
    );
  const title = (n: number) => aggregate(plan, refuted(n), entries).findings.map(titleOf);
  // what passes elsewhere says nothing of the last axis
  expect(title(0)).toEqual(['A where axis is the last: as ignores-axis']);
  const some: Judge = (cell, n) => cell.dtype === 'int64' && judge(cell, n);
  const both = resultsWith(some).map((result) => ({
    ...result,
    ...(result.outcome === 'pass' && { refutes: ['ignores-axis'] }),
  }));
  expect(aggregate(plan, both, entries).findings.map(titleOf)).toEqual([
    'A where X is int64 and rank of X is 2: as ignores-axis',
  ]);
  // of two cases nobody knows what sets them apart
  const two: Judge = (cell, n) => cell.clause === 'keepdims-0' && n === 1 && some(cell, n);
  const few = resultsWith(two).map((result) => ({
    ...result,
    ...(result.outcome === 'pass' && { refutes: ['once', 'ignores-axis'] }),
  }));
  expect(aggregate(plan, few, entries).findings.map(titleOf)[0]).toMatch(/: as identity$/);
});

test('what all wrong elements have in common is reported, and where they stand if others do not', () => {
  const title = (...all: readonly Partial<CaseResult>[]) =>
    titlesOf(({ operator }, n) => operator === 'A' && n % 2 === 0 && all[(n / 2) % all.length]!);
  expect(title(signs(['0', 'the input'], ['in the last element']))).toEqual([
    'A where axis is the first: 0 in the last element',
  ]);
  const other = signs(['the input', '0'], ['for NaN', 'at the ends of rows'], []);
  expect(title(signs(['0'], ['in the last element', 'at the ends of rows'], ['at the ends of rows']), other)).toEqual([
    'A where axis is the first: 0 at the ends of rows',
  ]);
  // that all that is wrong stands somewhere says nothing where all there is stands there
  expect(title(other)).toEqual(['A where axis is the first: wrong values: the input']);
  expect(title(signs(['0'], ['for negative numbers']))).toEqual(['A where axis is the first: 0 for negative results']);
  expect(title(signs(['0']), signs(['NaN']))).toEqual(['A where axis is the first: wrong values']);
});

test('two causes of one operator are two findings where their conditions and symptoms are others', () => {
  const judge: Judge = ({ operator, dtype }, n) =>
    operator === 'A' &&
    ((n % 4 === 0 && signs(['0'])) || (n % 2 === 1 && dtype === 'int64' && signs(['the next element'])));
  expect(titlesOf(judge).toSorted()).toEqual([
    'A where X is int64 and axis is the last: wrong values: the next element',
    'A where rank of X is 1: wrong values: 0',
  ]);
});

test('what looks different has two causes sooner than what looks alike', () => {
  const judge =
    (...what: readonly string[]): Judge =>
    ({ operator, dtype }, n) =>
      operator === 'A' &&
      ((n === 0 && signs([what[0]!, 'another element'])) ||
        (n % 4 === 3 && dtype === 'int64' && signs([what[1]!, 'another element'])));
  const counts = [judge('the first row', 'the next element'), judge('the first row', 'the first row')].map(
    (one) => titlesOf(one).length,
  );
  expect(counts).toEqual([2, 1]);
});

test('answers in another dtype, and values that go through one, are two findings', () => {
  const judge: Judge = ({ operator, dtype }, n) =>
    operator === 'A' &&
    (dtype === 'int64'
      ? explained('through-float64')
      : n % 2 === 0 && { problem: 'dtype', ...explained('answers-in-int64') });
  expect(titlesOf(judge).toSorted()).toEqual([
    'A where axis is the first: as answers-in-int64',
    'A: as through-float64',
  ]);
});

test('two wrong dtypes for one that is wanted are two findings, which operators with the first share', () => {
  const judge: Judge = ({ operator, dtype }, n) =>
    dtype === 'int64' && {
      problem: 'dtype',
      ...explained(operator === 'A' && n === 0 ? 'answers-in-uint8' : 'answers-in-float32'),
    };
  expect(reportOn(judge).findings.map((finding) => [finding.id, finding.cases])).toEqual([
    ['answers-in-float32', 45],
    ['a-answers-in-uint8', 3],
  ]);
});

test('two causes that are not likely enough yet are one finding, and further cases are asked of each', () => {
  const judge: Judge = ({ operator, dtype, clause }, n) =>
    operator === 'A' &&
    ((n === 0 && clause === 'keepdims-0' && dtype === 'int64') || (n % 4 === 3 && dtype === 'float32')) &&
    signs(['0']);
  const results = resultsWith(judge);
  expect(aggregate(plan, results, entries).findings).toHaveLength(1);
  const smallest = tallied(plan, results, entries)
    .undecided()
    .map((finding) => finding.smallest.dtype);
  expect(smallest.toSorted()).toEqual(['float32', 'int64']);
});

test('shapes that are not alike are one condition, whatever they are', () => {
  const shapes = [
    'of the same shape',
    'one element',
    'the other is repeated',
    'both are repeated',
    'with leading ones',
  ];
  const own = resultsOf(plan, ({ operator }, n) => ({
    classes: { shapes: { 'B along A': shapes[n % 5]! } },
    ...(operator === 'A' && n % 5 > 0 && { outcome: 'fail', problem: 'value' }),
  }));
  expect(aggregate(plan, own, entries).findings.map(titleOf)).toEqual([
    'A where B and A differ in shape: wrong values',
  ]);
});

test('what is left over from earlier runs, and what is known, is never one with the rest', () => {
  const judge: Judge = ({ operator }, n) =>
    operator === 'A' && n % 4 === 0 && { ...explained('state'), alone: n === 0 ? 'right' : 'wrong' };
  expect(reportOn(judge).findings.map(({ cases }) => cases)).toEqual([6, 6]);
  const known: Judge = ({ operator }, n) => operator === 'A' && n % 4 === 0 && (n === 0 ? { known: 'why' } : {});
  const { findings } = reportOn(known);
  expect(findings.map((finding) => [finding.id, finding.known])).toEqual([
    ['a-value-2', undefined],
    ['a-value', 6],
  ]);
});

test('what is known keeps its id and its title whatever else fails', () => {
  const knownIn: Judge = ({ operator }, n) => operator === 'A' && n % 4 === 2 && { ...signs([]), known: 'why' };
  const before = reportOn(knownIn).findings[0]!;
  expect(titleOf(before)).toBe('A where rank of X is 3: wrong values');
  const others: readonly Judge[] = [
    ({ dtype }) => dtype === 'int64' && signs([]),
    ({ dtype }) => dtype === 'int64' && signs(['0'], ['in the last element']),
    (_, n) => n % 2 === 1 && explained('state'),
    ({ clause }) => clause === 'keepdims-0' && { outcome: 'error', message: 'no kernel' },
  ];
  for (const other of others) {
    const { findings } = reportOn((cell, n) => knownIn(cell, n) || (cell.operator === 'A' && other(cell, n)));
    const known = findings.filter((finding) => finding.known !== undefined);
    expect(known.map((finding) => [finding.id, finding.cases, titleOf(finding)])).toEqual([
      [before.id, before.cases, titleOf(before)],
    ]);
  }
});

test('what is new has the title that it has without what is known', () => {
  // some cases of rank 3 are known, all of int64 and rank 2 are new
  const isNew = ({ operator, dtype }: PlannedCell, n: number) => operator === 'A' && dtype === 'int64' && n % 4 === 1;
  const wrong = signs([], ['in the last element']);
  const alone = titlesOf((cell, n) => isNew(cell, n) && wrong);
  const [first] = titlesOf((cell, n) =>
    isNew(cell, n) ? wrong : cell.operator === 'A' && n === 2 && { ...wrong, known: 'why' },
  );
  expect([first]).toEqual(alone);
});

test('of wrong values the digits that are right are counted', () => {
  const failure = (got: string) => ({ output: 0, index: [], got, exact: '2', allowed: 'exactly 2' });
  const wrong = (...got: string[]) =>
    titlesOf(({ operator }, n) => operator === 'A' && { problem: 'value', failure: failure(got[n % got.length]!) });
  expect(wrong('2.000003', '2.00001')).toEqual([expect.stringContaining(': wrong values after the first 5 digits')]);
  expect(wrong('2.000003', '2.5')[0]).not.toContain('digits');
  expect(wrong('2.000003', 'NaN')[0]).not.toContain('digits');
});

test('of values that are close to the right ones a rank is a condition only with many cases', () => {
  const failure = (got: string) => ({ output: 0, index: [], got, exact: '2', allowed: 'exactly 2' });
  const ofRank4 = (got: string, isIn: (cell: PlannedCell) => boolean = () => true) =>
    titlesOf((cell, n) => cell.operator === 'A' && isIn(cell) && n % 4 === 3 && { failure: failure(got) })[0];
  const isOfFew = ({ clause }: PlannedCell) => clause === 'keepdims-0';
  expect(ofRank4('2.000003')).toContain('where rank of X is 4');
  expect(ofRank4('2.5', isOfFew)).toContain('rank of X is 4');
  expect(ofRank4('2.000003', isOfFew)).not.toContain('rank');
});

test('of graphs and files, which have no classes, each clause is a finding', () => {
  const results = resultsOf(plan, ({ operator }, n) =>
    operator === 'A' && n === 0 ? { outcome: 'fail', problem: 'value' } : {},
  ).map(({ classes: _, ...result }) => result);
  expect(aggregate(plan, results, entries).findings.map(titleOf)).toEqual([
    'A, keepdims 0: wrong values',
    'A, noop with empty axes: wrong values',
    'A, integer overflow: wrong values',
  ]);
});

test('ids follow from the symptom, not from how often and where it was seen', () => {
  const errors = (message: string, dtype: string) =>
    reportOn((cell) => cell.dtype === dtype && { outcome: 'error', message }).findings.map(({ id }) => id);
  expect(errors('no kernel for float32 of 3', 'float32')).toEqual(errors('no kernel for int64 of 7', 'int64'));
  expect(errors('no kernel', 'int64')).not.toEqual(errors('out of memory', 'int64'));
});

test('errors in the same words are one finding of several operators where one condition sets each apart', () => {
  const errors = (isOne: (cell: PlannedCell, n: number) => boolean) =>
    titlesOf((cell, n) => isOne(cell, n) && { outcome: 'error', message: 'no kernel' });
  // what is possible for each is said of all
  expect(errors(({ dtype }) => dtype === 'int64')).toEqual(['A, B where X is int64: refused']);
  expect(errors(() => true)[0]).toMatch(/^A, B, as A with /);
  // nothing sets one case of each apart
  expect(errors(({ clause, dtype }, n) => clause === 'keepdims-0' && dtype === 'int64' && n === 2)).toEqual([
    'A, as with data int64[2,3] axes=[1]: refused: no kernel',
    'B, as with data int64[2,3] axes=[1]: refused: no kernel',
  ]);
  // the message follows in the finding
  expect(errors((_, n) => n % 4 === 2)).toEqual(['A, B where rank of X is 3: refused']);
  expect(errors(({ operator }, n) => (operator === 'A' ? n % 4 === 2 : n % 2 === 1))).toEqual([
    'B where axis is the last: refused',
    'A where rank of X is 3: refused',
  ]);
});

test('crashes in the same words are one finding of several operators where a condition of one describes the other', () => {
  const crashes = (isOne: (cell: PlannedCell, n: number) => boolean) =>
    titlesOf((cell, n) => isOne(cell, n) && { outcome: 'crash', message: 'killed by SIGABRT' });
  const isOf3 = ({ operator }: PlannedCell, n: number) => n % 4 === 2 && (operator === 'A' || n < 4);
  // it may be chance that some calls survive
  expect(crashes(isOf3)).toEqual(['A, B in 75 % of cases where rank of X is 3: crash (SIGABRT)']);
  expect(crashes(({ operator }, n) => (operator === 'A' ? n % 4 === 2 : n % 2 === 1))).toEqual([
    'B where axis is the last: crash (SIGABRT)',
    'A where rank of X is 3: crash (SIGABRT)',
  ]);
});

test('few failing calls of an operator take the condition of another one with the same problem in the same clause', () => {
  const isOfB = ({ operator, clause, dtype }: PlannedCell, n: number) =>
    operator === 'B' && clause === 'integer-overflow' && dtype === 'int64' && n === 2;
  const titles = (last: string) => {
    const all = resultsWith((cell, n) => (isOfB(cell, n) || (cell.operator === 'A' && n % 4 === 2)) && signs(['0']));
    // one call of B with the condition passes, and one fails
    const own = all.filter(
      ({ operator, classes, outcome, id }) =>
        operator === 'A' || outcome === 'fail' || classes?.shapes?.['rank of X'] !== '3' || id.endsWith(last),
    );
    return aggregate(plan, own, entries).findings.map(titleOf);
  };
  expect(titles('int64/integer-overflow/6')).toEqual([
    'A where rank of X is 3: wrong values: 0',
    'B in 50 % of cases where rank of X is 3, as with data int64[2,3] axes=[1]: wrong values: 0',
  ]);
  // most that meet it pass
  expect(titles('/2')[1]).not.toContain('where');
});

test('a later run with the wrong values of single calls has their cause', () => {
  const later = { ...explained('state'), alone: 'right' as const };
  const titles = (of: Partial<CaseResult>, isInAllClauses = false) =>
    titlesOf(
      ({ operator, dtype, clause }, n) =>
        operator === 'A' &&
        dtype === 'int64' &&
        n % 2 === 0 && {
          ...signs(['a number'], ['for NaN']),
          ...(n === 0 && (isInAllClauses || clause === 'keepdims-0') && of),
        },
    );
  expect(titles(later)).toEqual([expect.stringMatching(/^A.*: a number for NaN$/)]);
  expect(titles({ ...later, ...signs(['0'], ['in the last element']) })).toHaveLength(2);
  // many cases with a condition of their own
  expect(titles(later, true)).toHaveLength(2);
});

test('the values of an input at wrong elements say where, unless right elements have such values too', () => {
  const values = (wrong: readonly number[], right: readonly number[]) => ({
    ...signs(['0']),
    inputValues: [{ input: 'X', wrong, right }],
  });
  const title = (wrong: readonly number[], right: readonly number[]) =>
    titlesOf(({ operator }, n) => operator === 'A' && n % 4 === 1 && values(wrong, right))[0];
  const head = 'A where rank of X is 2: 0';
  const to = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  expect(title([88.71234, 90, 100], to(1, 20))).toBe(`${head} where X is 88.7 or more`);
  expect(title([-3, -2, -1], to(1, 20))).toBe(`${head} where X is -1 or less`);
  expect(title(to(1, 6), [...to(-9, 0), ...to(7, 16)])).toBe(`${head} where X is from 1 to 6`);
  expect(title([-19, 18, 21, -23], to(-16, 16))).toBe(`${head} where X is 18 or more in magnitude`);
  // a few right ones may be there too
  expect(title([18, 19, 30, 32, 33], to(0, 20))).toBe(`${head} where X is 18 or more`);
  const nothing = 'A where rank of X is 2: wrong values: 0';
  expect(title([1, 5, 9], to(0, 20))).toBe(nothing);
  expect(title([1, 2, 3], [4, 5, 6, 7])).toBe(nothing);
});

test('a place where most elements are right counts in many cases', () => {
  const possible = {
    signs: { what: ['0'], where: [], telling: ['behind the last 4 of all'], possible: ['behind the last 4 of all'] },
  };
  const title = (isWrong: (n: number) => boolean) =>
    titlesOf(({ operator }, n) => operator === 'A' && isWrong(n) && possible)[0];
  expect(title(() => true)).toMatch(/0 behind the last 4 of all$/);
  const few = resultsWith(
    ({ operator, clause, dtype }, n) =>
      operator === 'A' && clause === 'keepdims-0' && dtype === 'int64' && n % 4 === 1 && possible,
  );
  expect(aggregate(plan, few, entries).findings.map(titleOf)[0]).not.toContain('behind');
});

test('a kind of right values and a place are both named', () => {
  const both = signs(['a number'], ['for NaN', 'in the last element']);
  const [title] = titlesOf(({ operator }, n) => operator === 'A' && n % 4 === 1 && both);
  expect(title).toMatch(/: a number for NaN in the last element$/);
});

test('errors in the same words join others if few cases with their condition pass', () => {
  const three = [...entries, ...operator('C', [[13, 13, 28]])];
  const planOfThree = planAll(three, ['float32', 'int64'], 8);
  const titles = (isRight: (cell: PlannedCell) => boolean) => {
    const own = resultsOf(planOfThree, (cell, n) => ({
      classes: classesOf(cell, n),
      ...(n % 4 === 2 &&
        !(cell.operator === 'C' && isRight(cell)) && { outcome: 'error' as const, message: 'no kernel' }),
    }));
    return aggregate(planOfThree, own, three).findings.map(titleOf);
  };
  expect(titles(({ clause, dtype }) => clause === 'keepdims-0' && dtype === 'int64')).toEqual([
    'A, B, C where rank of X is 3: refused',
  ]);
  expect(titles(({ clause }) => clause !== 'keepdims-0')[0]).toBe('A, B where rank of X is 3: refused');
});

test('a condition on an input holds of several operators whatever they call it', () => {
  const own = resultsOf(plan, ({ operator }, n) => {
    const name = operator === 'A' ? 'X' : 'data';
    const [form, has] = [n % 2 === 0 ? 'constant' : 'at run time', n % 4 < 2];
    return {
      classes: { inputs: { [`form of ${name}`]: form }, values: has ? { [`NaN in ${name}`]: 'some' } : {} },
      ...(form === 'constant' && has && { outcome: 'error', message: 'no kernel' }),
    };
  });
  expect(aggregate(plan, own, entries).findings.map(titleOf)).toEqual([
    'A, B where any input is constant and NaN in any input: refused',
  ]);
});

test('a size of few refused cases is chance, and that of many a condition', () => {
  const refused = (isOne: (cell: PlannedCell) => boolean) => {
    const own = resultsOf(plan, (cell, n) => ({
      classes: { shapes: { 'size of X at -1': n === 7 ? '8 to 15' : '4' } },
      ...(n === 7 && isOne(cell) && { outcome: 'error', message: 'no kernel' }),
    })).filter(({ operator, outcome, id }) => operator === 'A' && (outcome === 'error' || !id.endsWith('/7')));
    return aggregate(plan, own, entries).findings.map(titleOf);
  };
  expect(refused(() => true)).toEqual(['A where size of X at -1 is 8 to 15: refused']);
  expect(refused(({ clause, dtype }) => clause === 'keepdims-0' && dtype === 'int64')).toEqual([
    'A, as with data int64[2,8] axes=[1]: refused: no kernel',
  ]);
});

test('a size is not named if most cases of that size pass', () => {
  const own = resultsOf(plan, ({ operator, clause }, n) => ({
    classes: { shapes: { 'size of X at -1': n > 5 ? '8 to 15' : '4' } },
    ...(operator === 'A' && clause === 'keepdims-0' && n > 5 && { outcome: 'error', message: 'no kernel' }),
  }));
  expect(aggregate(plan, own, entries).findings[0]).toMatchObject({ cases: 4, conditions: [] });
});

test('the title of an error has its message if another one has the same condition', () => {
  const errors = (...messages: readonly string[]) =>
    titlesOf(
      ({ operator }, n) => operator === 'A' && n % 4 === 2 && { outcome: 'error', message: messages[n < 4 ? 0 : 1]! },
    );
  expect(errors('no kernel', 'out of memory')).toEqual([
    'A where rank of X is 3: refused: no kernel',
    'A where rank of X is 3: refused: out of memory',
  ]);
  expect(errors('no kernel', 'no kernel')).toEqual(['A where rank of X is 3: refused']);
});

test('what most cases of an operator show needs no condition', () => {
  const most: Judge = ({ operator }, n) => operator === 'A' && n % 8 !== 1 && n % 8 !== 6 && signs([]);
  expect(titlesOf(most)).toEqual(['A in 75 % of cases: wrong values']);
  expect(titlesOf((cell, n) => n % 2 === 0 && most(cell, n))[0]).not.toContain('% of cases: ');
});

test('an attribute that is absent and another value of it are two conditions', () => {
  const own = resultsOf(plan, ({ operator }, n) => {
    const value = n < 2 ? 'absent' : n % 2 === 0 ? 'not taken' : 'given';
    return {
      classes: { attributes: value === 'absent' ? { axis: value } : { axis: 'the last', 'default of axis': value } },
      ...(operator === 'A' && value !== 'given' && { outcome: 'fail', problem: 'value', ...signs([]) }),
    };
  });
  expect(aggregate(plan, own, entries).findings.map(titleOf)).toEqual([
    'A where axis is not its default: wrong values',
    'A where axis is absent: wrong values',
  ]);
});

test('title and body give one share', () => {
  const report = reportOn(({ operator }, n) => operator === 'A' && n % 8 !== 1 && n % 8 !== 6 && signs([]));
  const [finding] = report.findings as [Finding];
  expect(finding.share).toEqual({ failing: 36, of: 48 });
  expect(titleOf(finding)).toContain('in 75 % of cases');
  expect(shareOf(finding, report.options)).toBe('36 of the 48 cases of this operator, further ones included');
  expect(shareOf({ ...finding, conditions: [{ dimension: 'axis', values: ['1'] }] }, report.options)).toContain(
    'with this condition',
  );
});

test('what one case or two have that fail is said of some cases, and not what many have that pass', () => {
  const judge: Judge = ({ operator, clause, dtype }, n) =>
    operator === 'A' && clause === 'keepdims-0' && dtype === 'int64' && n === 2 && signs(['0']);
  expect(titlesOf(judge)).toEqual(['A, as with data int64[2,3] axes=[1]: wrong values: 0']);
  const own = resultsWith(judge).map((result) => {
    const form = result.outcome === 'fail' ? 'constant' : 'at run time';
    return { ...result, classes: { ...result.classes, inputs: { ...result.classes!.inputs, 'form of X': form } } };
  });
  expect(aggregate(plan, own, entries).findings.map(titleOf)).toEqual([
    'A in the only case where X is constant, as with data int64[2,3] axes=[1]: wrong values: 0',
  ]);
});

test('the result of the rerun is shown, whether it came to the same or not', () => {
  const report = reportOn((_, n) => n === 0 && {});
  const looked = (again: NonNullable<Finding['again']>) => ({
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, again })),
  });
  const { id } = report.findings[0]!.smallest;
  for (const render of [renderFull, renderMarkdown]) {
    const said = (again: NonNullable<Finding['again']>) => render(looked(again)).replace(/\s+/g, ' ');
    expect(said({ outcome: 'fail' })).toMatch(/rerun:? *`?the same in a fresh process/);
    expect(said({ outcome: 'pass' })).toMatch(/rerun:? *`?pass in a fresh process: earlier cases leave state behind/);
    expect(said({ outcome: 'fail', got: '2 at [0]' })).toContain('uninitialized memory');
    expect(said({ outcome: 'pass', after: 'A/13' })).toContain('but failed again after the earlier cases of A/13');
    expect(said({ outcome: 'pass', after: id })).toContain('but failed when repeated');
  }
});

test('wrong answers and refusals, in whatever words, are one finding where one condition sets all of them apart', () => {
  const ways: readonly Partial<CaseResult>[] = [
    signs(['0']),
    { outcome: 'error', message: 'axis out of range' },
    { outcome: 'error', message: 'sizes do not fit' },
  ];
  const judge: Judge = ({ operator, clause }, n) => operator === 'A' && n % 4 === 2 && ways[(clause.length + n) % 3]!;
  expect(titlesOf(judge)).toEqual(['A where rank of X is 3: wrong values: 0, or refused']);
});

test('and are not where each has a condition of its own', () => {
  const judge: Judge = ({ operator, dtype }, n) =>
    operator === 'A' &&
    ((n % 4 === 2 && signs(['0'])) || (dtype === 'int64' && n % 4 === 3 && { outcome: 'error', message: 'no kernel' }));
  expect(titlesOf(judge)).toEqual([
    'A where rank of X is 3: wrong values: 0',
    'A where X is int64 and rank of X is 4: refused',
  ]);
});

test('operators that declare one hypothesis are one finding, unless one of them has a more specific explanation', () => {
  const family = ['ReduceMean', 'ReduceL1'].flatMap((name) => operator(name, [[13, 13, 28]]));
  const planned = planAll(family, ['float32', 'int64'], 8);
  const titles = (...ofL1: readonly string[]) => {
    const results = resultsOf(planned, (cell, n) => ({
      classes: classesOf(cell, n),
      ...(n % 4 === 1
        ? {
            outcome: 'fail',
            problem: 'value',
            ...explained(...(cell.operator === 'ReduceL1' ? ofL1 : ['all-axes'])),
          }
        : { refutes: ['all-axes', 'ignores-keepdims'] }),
    }));
    return aggregate(planned, results, family).findings.map(titleOf);
  };
  expect(titles('all-axes')).toEqual(['ReduceMean, ReduceL1 where rank of X is 2: as all-axes']);
  expect(titles('ignores-keepdims', 'all-axes')).toEqual([
    'ReduceL1 where rank of X is 2: as ignores-keepdims',
    'ReduceMean where rank of X is 2: as all-axes',
  ]);
});

test('a condition that several inputs share is one, in any order of the results', () => {
  const results = resultsWith(({ operator: name }, n) => name === 'A' && n % 4 === 2 && signs(['0'])).map((one) => ({
    ...one,
    classes: {
      inputs: {
        'type of A': one.outcome === 'fail' ? 'int64' : 'float32',
        'type of B': one.outcome === 'fail' ? 'int64' : 'float32',
      },
    },
  }));
  for (const all of [results, results.toReversed()])
    expect(aggregate(plan, all, entries).findings.map(titleOf)).toEqual(['A where A and B are int64: wrong values: 0']);
});

test('a single negative number and a list with one have a condition in common', () => {
  const results = resultsWith(({ operator: name }, n) => name === 'A' && n % 4 < 2 && signs(['0'])).map((one, i) => ({
    ...one,
    classes: {
      attributes:
        one.outcome !== 'fail'
          ? i % 2 === 0
            ? { indices: '3 to 7' }
            : { 'length of indices': '2' }
          : i % 2 === 0
            ? { indices: 'negative' }
            : { 'length of indices': '2', 'signs of indices': 'mixed' },
    },
  }));
  expect(aggregate(plan, results, entries).findings.map(titleOf)).toEqual([
    'A where indices has negative entries: wrong values: 0',
  ]);
});

test.each(['value', 'shape'] as const)(
  'a finding with a wrong %s shows a case of the clause that fails most often',
  (problem) => {
    // the last case of each clause is the smallest one
    const shown = (failing: (clause: string, n: number) => boolean) =>
      aggregate(
        plan,
        resultsWith(({ operator, clause }, n) => operator === 'A' && failing(clause, n) && { problem, size: 10 - n }),
        entries,
      ).findings.map(({ smallest }) => smallest.clause);
    expect(shown((clause, n) => clause === 'noop-with-empty-axes' || n === 7)).toEqual(['noop-with-empty-axes']);
    expect(shown((clause, n) => n === 7 || (clause === 'integer-overflow' && n > 2))).toEqual(['integer-overflow']);
  },
);

test('of several outputs those are named that are wrong in some cases, if others are right in all', () => {
  const of = (wrong: string[], right: string[]) => ({ outputs: { wrong, right } });
  const titleWith = (judgeOutputs: (n: number) => Partial<CaseResult>, more: Partial<CaseResult> = {}) =>
    titlesOf(({ operator }, n) => operator === 'A' && n % 4 === 2 && { ...more, ...judgeOutputs(n) });
  expect(titleWith(() => of(['H'], ['Y']), signs(['0']))).toEqual(['A where rank of X is 3: wrong values of H: 0']);
  expect(titleWith(() => of(['H'], ['Y']), signs(['0'], ['in the last element']))).toEqual([
    'A where rank of X is 3: 0 in the last element of H',
  ]);
  expect(titleWith(() => of(['H'], ['Y']), signs(['0'], ['for NaN']))).toEqual([
    expect.stringMatching(/: 0 for NaN in H$/),
  ]);
  expect(titleWith((n) => (n < 4 ? of(['H'], ['Y', 'C']) : of(['C'], ['Y', 'H'])))).toEqual([
    'A where rank of X is 3: wrong values of H and C',
  ]);
  expect(titleWith(() => of(['H', 'C', 'D', 'E'], ['Y']))).toEqual([
    'A where rank of X is 3: wrong values of all outputs but Y',
  ]);
  // each is wrong somewhere, or it is not known which
  for (const others of [of(['Y'], ['H']), {}])
    expect(titleWith((n) => (n < 4 ? of(['H'], ['Y']) : others))).toEqual(['A where rank of X is 3: wrong values']);
});

test('a value that all wrong elements have is named rather than what it is like', () => {
  const titleWith = (sameValue: (n: number) => CaseResult['sameValue'], ...own: Parameters<typeof signs>) =>
    titlesOf(({ operator }, n) => {
      const same = sameValue(n);
      return operator === 'A' && n % 4 === 2 && { ...signs(...own), ...(same && { sameValue: same }) };
    });
  const like = ['another element'];
  expect(titleWith(() => ({ got: '1', exact: '0' }), like, ['for 0'])).toEqual(['A where rank of X is 3: 1 for 0']);
  expect(titleWith((n) => ({ got: '1', exact: `${n}` }), like)).toEqual(['A where rank of X is 3: wrong values: 1']);
  expect(titleWith(() => ({ got: '1', exact: '0' }), like, ['in the last element'])).toEqual([
    'A where rank of X is 3: 1 for 0 in the last element',
  ]);
  const vague = ['A where rank of X is 3: wrong values: another element'];
  expect(titleWith((n) => ({ got: `${n}`, exact: '0' }), like)).toEqual(vague);
  expect(titleWith((n) => (n === 2 ? { got: '1' } : undefined), like)).toEqual(vague);
  expect(titleWith(() => ({ got: '0.123456789012345' }), like)).toEqual(vague);
});

test('contradictory answers join wrong ones of the operator whose elements have the same values in the same places', () => {
  const varies = { problem: 'inconsistency', ...explained('choice-overflow') } as const;
  const titlesWith = (place: string, operators: readonly string[] = ['A']) =>
    titlesOf(({ operator, dtype }, n) => {
      if (operators.includes(operator) && dtype === 'int64' && n === 2) return { ...varies, ...signs(['0'], [place]) };
      return operator === 'A' && n % 4 === 2 && signs(['0', 'another element'], ['in the last element']);
    });
  expect(titlesWith('in the last element')).toEqual(['A where rank of X is 3: 0 in the last element']);
  const apart = ['A where rank of X is 3: 0 in the last element', expect.stringContaining('as choice-overflow')];
  expect(titlesWith('in the first element')).toEqual(apart);
  // of several operators these are one finding
  expect(titlesWith('in the last element', ['B'])).toEqual(apart);
  expect(titlesWith('in the first element', ['A', 'B'])).toEqual([
    expect.stringMatching(/^A, B.*as choice-overflow/),
    'A where rank of X is 3: 0 in the last element',
  ]);
});

test('a kind of values is not lost where most calls that have it pass', () => {
  const titlesWith = (...clauses: readonly string[]) =>
    aggregate(
      plan,
      resultsOf(plan, (cell, n) => {
        const { inputs, ...others } = classesOf(cell, n);
        const classes = { ...others, inputs, values: { 'NaN in X': 'some' } };
        const isWrong = cell.operator === 'A' && cell.dtype === 'int64' && clauses.includes(cell.clause);
        return { classes, ...(isWrong && { outcome: 'fail', problem: 'value', ...explained('nan-as-zero') }) };
      }),
      entries,
    ).findings.map(titleOf);
  expect(titlesWith('keepdims-0', 'noop-with-empty-axes')).toEqual([expect.stringContaining(': as nan-as-zero')]);
  expect(titlesWith('keepdims-0')).toEqual([expect.stringContaining(': wrong values')]);
});

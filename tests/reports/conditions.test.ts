import { expect, test } from 'vitest';
import type { ComparedCases } from '../../reports/aggregate/causes/candidates.ts';
import { classesOfCall, conditionIn, isMet, written } from '../../reports/aggregate/causes/conditions.ts';
import { OperatorClasses } from '../../reports/aggregate/causes/operator-classes.ts';
import type { ClassList } from '../../reports/aggregate/causes/tried-classes.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { describeConditions } from '../../reports/view/condition.ts';

type Classes = NonNullable<CaseResult['classes']>;

/** What sets broken cases apart from others that pass. */
const apart = (broken: readonly Classes[], passing: readonly Classes[], values?: string) =>
  found(broken, passing, { values }).map(({ dimension, values: own }) => `${dimension}: ${own}`);

const found = (...given: Parameters<typeof bestOf>) => bestOf(...given).conditions.map(written);

/** The number of passing cases that meet what is found. */
const leftOf = (...given: Parameters<typeof bestOf>): number => bestOf(...given).left;

function bestOf(broken: readonly Classes[], passing: readonly Classes[], compared: ComparedCases = {}) {
  const all = new OperatorClasses();
  const add = (classes: Classes, outcome: 'pass' | 'fail') =>
    all.add({ id: 'A/13/float32/definition/0', classes, outcome, dataClass: 'mixed' } as CaseResult);
  for (const classes of passing) add(classes, 'pass');
  const lists: readonly ClassList[] = broken.map((classes) => add(classes, 'fail'));
  return all.possible(lists, compared)[0];
}

const ranks = ['1', '2', '3', '4', '5 or more'];
/** Each rank in each of two types, at run time and as a constant, three times. */
const every = ranks.flatMap((rank) =>
  ['float32', 'int64'].flatMap((type) =>
    ['at run time', 'constant', 'at run time', 'constant', 'at run time', 'constant'].map(
      (form): Classes => ({ shapes: { 'rank of X': rank }, inputs: { 'type of X': type, 'form of X': form } }),
    ),
  ),
);
const split = (isBroken: (shapes: string, type: string, form: string) => boolean) => {
  const is = ({ shapes, inputs }: Classes) =>
    isBroken(shapes!['rank of X']!, inputs!['type of X']!, inputs!['form of X']!);
  return apart(
    every.filter(is),
    every.filter((classes) => !is(classes)),
  );
};

test('one class, several of a dimension, or classes of two dimensions', () => {
  expect(split((rank) => rank === '3')).toEqual(['rank of X: 3']);
  expect(split((_, type) => type === 'int64')).toEqual(['type of X: int64']);
  expect(split((rank) => rank > '2')).toEqual(['rank of X: 3,4,5 or more']);
  expect(split((rank, type) => rank === '3' && type === 'int64').toSorted()).toEqual([
    'rank of X: 3',
    'type of X: int64',
  ]);
});

test('all values but one are described by that one, unless they are a range', () => {
  const described = (isBroken: (value: string) => boolean, values: readonly string[], dimension: string) => {
    const all = values.flatMap((value): Classes[] => Array(6).fill({ attributes: { [dimension]: value } }));
    const is = ({ attributes }: Classes) => isBroken(attributes![dimension]!);
    const conditions = found(
      all.filter(is),
      all.filter((classes) => !is(classes)),
    );
    return describeConditions(conditions);
  };
  expect(described((rank) => rank !== '4', ranks, 'rank of X')).toBe('rank of X is not 4');
  expect(described((rank) => rank !== '1', ranks, 'rank of X')).toBe('rank of X is 2 or more');
  expect(described((rank) => rank !== '1', ['1', '3', '5 or more'], 'rank of X')).toBe('rank of X is not 1');
  const modes = ['constant', 'edge', 'reflect', 'wrap'];
  expect(described((mode) => mode !== 'edge', modes, 'mode')).toBe('mode is not edge');
  // two are named
  expect(described((mode) => mode !== 'edge', modes.slice(0, 3), 'mode')).toBe('mode is constant or reflect');
});

test('a refusal may concern all sizes from 2 on; wrong values show in large tensors, whatever the cause', () => {
  const of = (size: string): Classes[] => Array(3).fill({ shapes: { 'elements of scale': size } });
  const [broken, passing] = [['2', '3 to 7', '8 to 15'].flatMap(of), ['0', '1'].flatMap(of)];
  expect(describeConditions(found(broken, passing, { refusal: 'no' }))).toBe('scale has 2 to 15 elements');
  expect(found(broken, passing)).toEqual([]);
});

test('how shapes compare is less likely where some valid calls have unrelated ones', () => {
  const of = (alongside: string, size: string): Classes[] =>
    Array(4).fill({ shapes: { 'B along A': alongside, 'rank of B': size } });
  const passing = of('one element', '1');
  const conditionsOf = (first: string) => apart([...of(first, '2'), ...of('with leading ones', '3')], passing);
  expect(conditionsOf('of another shape')).toEqual(['rank of B: 2,3']);
});

test('nothing where all are broken, or what all have says too little', () => {
  expect(split(() => true)).toEqual([]);
  const [first, ...others] = every;
  expect(apart([...every, first!], others)).toEqual([]);
});

test('all types of a kind are one thing to say, where there are many', () => {
  const integers = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'];
  const [broken, passing] = [integers, ['float16', 'float32', 'float64']].map((types) =>
    types.flatMap((type): Classes[] => Array(3).fill({ inputs: { 'type of X': type } })),
  );
  expect(apart(broken!, passing!)).toEqual([`type of X: ${integers.toSorted()}`]);
});

test('of two that say the same a rank is likelier than a remainder', () => {
  const [broken, passing] = [3, 2].map((rank) =>
    Array.from(
      { length: 9 },
      (): Classes => ({
        shapes: { 'divisors of grid at -1': rank === 3 ? 'odd' : 'a multiple of 2', 'rank of X': `${rank}` },
      }),
    ),
  );
  expect(apart(broken!, passing!)).toEqual(['rank of X: 3']);
});

test('a name in a list counts wherever it stands', () => {
  const of = (...names: readonly string[]): Classes[] =>
    Array(4).fill({ attributes: Object.fromEntries(names.map((name, i) => [`activations[${i}]`, name])) });
  const broken = [...of('Relu', 'Tanh'), ...of('Tanh', 'Relu')];
  expect(apart(broken, [...of('Tanh', 'Tanh'), ...of('Elu', 'Tanh'), ...of('Tanh', 'Elu')])).toEqual([
    'one of activations: Relu',
  ]);
  const condition = conditionIn({ dimension: 'one of activations', values: ['Relu'] });
  const isMetBy = (name: string) => isMet(condition, classesOfCall({ attributes: { 'activations[1]': name } }));
  expect(['Relu', 'Tanh'].map(isMetBy)).toEqual([true, false]);
});

test('that a dimension is there at all is said in one word', () => {
  const [some, none] = [
    ['first', 'within', 'last', 'at several places'].map((place): Classes => ({ values: { 'NaN in X': place } })),
    Array.from({ length: 12 }, (): Classes => ({ values: {} })),
  ];
  expect(apart(some!, none!)).toEqual(['NaN in X: ']);
});

test('a version without an attribute is as if it were absent', () => {
  const older = { inputs: { version: '1' } };
  const absent = { inputs: { version: '9' }, attributes: { axis: 'absent' } };
  const given = ['0', '1', '2'].map((axis) => ({ inputs: { version: '9' }, attributes: { axis } }));
  expect(apart([older, older, absent, absent], [...given, ...given])).toEqual(['axis: absent']);
});

test('what is wrong for some values is looked for among cases that have such', () => {
  const of = (rank: string, nan: boolean): Classes => ({
    shapes: { 'rank of X': rank },
    values: nan ? { 'NaN in X': 'first' } : {},
  });
  const broken = [of('3', true), of('3', true), of('3', true)];
  const passing = [
    ...['1', '2', '4', '1', '2', '4'].map((rank) => of(rank, true)),
    ...ranks.map((rank) => of(rank, false)),
  ];
  expect(apart(broken, passing, 'NaN')).toEqual(['rank of X: 3']);
  expect(apart(broken, [of('3', false), of('3', false), of('3', false), of('1', false)], 'NaN')).toEqual([]);
});

test('an attribute that is a list is not absent', () => {
  const list: Classes = { attributes: { 'length of perm': '3 to 7' } };
  const single: Classes = { attributes: { perm: '0' } };
  const absent: Classes = { attributes: { perm: 'absent' } };
  expect(apart([absent, absent, absent], [list, list, list, list, single, single])).toEqual(['perm: absent']);
  const condition = conditionIn({ dimension: 'perm', values: ['absent'] });
  expect([list, {}].map((classes) => isMet(condition, classesOfCall(classes)))).toEqual([false, true]);
});

test('values in one input or another are one condition, unless one input has them always', () => {
  const call = (a: boolean, b: boolean): Classes => ({
    values: { ...(a && { 'NaN in A': 'within' }), ...(b && { 'NaN in B': 'first' }), 'halves in A': 'within' },
  });
  const [none, ofA, ofB] = [call(false, false), call(true, false), call(false, true)];
  const passing = Array<Classes>(12).fill(none);
  expect(apart([ofA, ofB, ofA, ofB, ofA, ofB], passing)).toEqual(['NaN in any input: ']);
  expect(apart([ofA, ofA, ofA, ofA, ofA, ofA], [...passing, ofB])).toEqual(['NaN in A: ']);
  const withNaN = conditionIn({ dimension: 'NaN in any input', values: [] });
  const isMetBy = (own: Classes) => isMet(withNaN, classesOfCall(own));
  expect([none, ofA, ofB].map(isMetBy)).toEqual([false, true, true]);
});

test('negative numbers are named where most such calls fail', () => {
  const [some, all, none] = [{ 'negative numbers in X': 'some' }, { 'negative numbers in X': 'all' }, {}].map(
    (values): Classes => ({ values: { 'halves in X': 'within', ...values } }),
  );
  const times = (count: number, classes: Classes | undefined) => Array<Classes>(count).fill(classes!);
  expect(apart(times(20, some), [...times(8, some), ...times(20, none)])).toEqual(['negative numbers in X: ']);
  expect(apart(times(20, some), [...times(20, some), ...times(8, none)])).toEqual([]);
  expect(apart(times(20, all), [...times(20, some), ...times(20, none)])).toEqual(['negative numbers in X: all']);
});

test('an axis is one place from either end, or negative anywhere', () => {
  const of = (...values: readonly string[]): Classes[] =>
    values.flatMap((axis) => Array<Classes>(6).fill({ attributes: { axis } }));
  const [first, last] = ['the first', 'the last'].map((place) => [place, `${place}, negative`] as const);
  expect(apart(of(...first!), of(...last!, 'in the middle'))).toEqual(['axis: the first,the first, negative']);
  expect(apart(of(first![1], last![1]), of(first![0], last![0], 'in the middle'))).toEqual(['signs of axis: ']);
});

test('the version of a node in a graph is not a condition: all graphs import one opset', () => {
  const all = new OperatorClasses();
  const add = (operator: string, version: string, outcome: 'pass' | 'fail') =>
    all.add({
      id: `${operator}/${version}/float32/definition/0`,
      operator,
      classes: { inputs: { version } },
      outcome,
      dataClass: 'mixed',
    } as unknown as CaseResult);
  const versions = (broken: readonly ClassList[]) =>
    all.possible(broken)[0].conditions.map((one) => written(one).dimension);
  for (let i = 0; i < 12; i++) add('A', i % 2 === 0 ? '7' : '14', 'pass');
  expect(versions([1, 2, 3, 4].map(() => add('graph', '13', 'fail')))).toEqual([]);
  expect(versions([1, 2, 3, 4].map(() => add('A', '13', 'fail')))).toEqual(['version']);
});

test('a wrong value may need more than one slice along an axis', () => {
  const of = (size: string): Classes[] => Array(6).fill({ shapes: { 'size of X at 0': size } });
  const [broken, passing] = [['2', '3 to 7', '8 to 15'].flatMap(of), ['0', '1'].flatMap(of)];
  expect(describeConditions(found(broken, passing))).toBe('size of X at 0 is 2 to 15');
});

test('what stands in data, in words', () => {
  const said = (dimension: string, ...values: readonly string[]) => describeConditions([{ dimension, values }]);
  expect(said('zeros among X', 'at several places')).toBe('zeros in X at several places');
  expect(said('zeros among X', 'first', 'last')).toBe('zeros in X at the start or at the end');
  expect(said('zeros among X', 'absent')).toBe('no zeros in X');
  expect(said('positive numbers in x', 'all')).toBe('only positive numbers in x');
  expect(said('duplicates among indices', 'some')).toBe('duplicates in indices');
  expect(said('elements equal to alpha among X', 'some')).toBe('elements equal to alpha in X');
  expect(said("'->' among equation", 'absent')).toBe("no '->' in equation");
});

test('comparisons of sizes, counts and ties in words', () => {
  const said = (dimension: string, ...values: readonly string[]) => describeConditions([{ dimension, values }]);
  expect(said('size of X at 0 against the next', 'below')).toBe('size of X at 0 is below the next');
  expect(said('size of X at -2 against the next', 'equal to', 'above')).toBe('size of X at -2 is at least the next');
  const channels = 'size at 1 of X against num_groups';
  expect(said(channels, 'equal to')).toBe('size at 1 of X is equal to num_groups');
  expect(said(channels, 'not a multiple of', 'below')).toBe('size at 1 of X is not a multiple of num_groups');
  expect(said('q_num_heads against kv_num_heads', 'above')).toBe('q_num_heads is above kv_num_heads');
  expect(said(channels, 'a larger multiple of')).toBe('size at 1 of X is a larger multiple of num_groups');
  expect(said(channels, 'a larger multiple of', 'not a multiple of')).toBe('size at 1 of X is above num_groups');
  expect(said('last size of shape against the rank of input', 'below')).toBe(
    'last size of shape is below the rank of input',
  );
  expect(said('outer dimensions of B along A', 'both are repeated')).toBe(
    'outer dimensions of B against A are broadcast both ways',
  );
  expect(said('inverse of perm', 'another')).toBe('perm is not its own inverse');
  expect(said('gaps in axes', 'some')).toBe('axes leaves out dimensions in between');
  expect(said('empty ones of inputs', 'before others')).toBe('one of inputs is empty and before others');
  expect(said('ties for the least in X', 'some')).toBe('elements of X tie for the least');
  expect(said('tensors in S', '1')).toBe('S holds 1 tensor');
  expect(said('tensors in S', '2')).toBe('S holds 2 tensors');
  expect(said('shapes in S', 'of several ranks')).toBe('shapes in S are of several ranks');
  expect(said('values from outside in body', '1')).toBe('body reads 1 value from outside');
  expect(said('graphs in body', 'none')).toBe('no graphs in body');
});

test('multiples of a width, and lines along dimensions, in words', () => {
  const said = (dimension: string, ...values: readonly string[]) => describeConditions([{ dimension, values }]);
  const size = 'divisors of X at -1';
  expect(said(size, 'odd')).toBe('size of X at -1 is odd');
  expect(said(size, 'odd', 'a multiple of 2')).toBe('size of X at -1 is not a multiple of 4');
  expect(said(size, 'a multiple of 8', 'a multiple of 16')).toBe('size of X at -1 is a multiple of 8');
  expect(said('divisors of lines along axes', 'odd', 'a multiple of 4', 'a multiple of 2')).toBe(
    'number of elements along axes is not a multiple of 8',
  );
  expect(said('elements of lines along axis', '3 to 7')).toBe('3 to 7 elements along axis');
});

test('entries and offsets of every kind but none are one condition', () => {
  const described = (dimension: string, ...values: readonly string[]) => {
    const of = (value: string): Classes[] => Array(6).fill({ attributes: { [dimension]: value } });
    const [nothing, untried, ...broken] = values;
    return describeConditions(
      found(broken.flatMap(of), [nothing!, nothing!, nothing!].flatMap(of).concat(of(untried!).slice(0, 1))),
    );
  };
  expect(described('entries of pads', 'all 0', 'all 2', 'all 1', 'unequal')).toBe('entries of pads are not all 0');
  expect(described('k', '0', '128 to 255', '-1', '1', '2', 'negative')).toBe('k is not 0');
  // where a float is 0, it rather hides a fault
  expect(described('alpha', '0', 'positive, above 1', 'positive, below 1', '1')).toBe('alpha is 1 or between 0 and 1');
});

test('what most calls with a condition fail for needs no size, sign or shape besides', () => {
  const of = (count: number, reduction: string, sign: string): Classes[] =>
    Array(count).fill({ attributes: { reduction }, values: { 'negative numbers in X': sign } });
  const broken = of(24, 'add', 'some');
  const passing = [...of(20, 'mul', 'some'), ...of(20, 'mul', 'all'), ...of(12, 'add', 'all')];
  expect(describeConditions(found(broken, passing))).toBe('reduction is add');
  const more = [...passing, ...of(20, 'add', 'all')];
  expect(describeConditions(found(broken, more))).toBe('reduction is add and some negative numbers in X');
});

test('calls whose data are all equal show no wrong value, so they count only if some of them fail', () => {
  const of = (count: number, reduction: string, equal: boolean): Classes[] =>
    Array(count).fill({
      attributes: { reduction },
      values: { 'greatest magnitude of X': '1 to 3', ...(equal && { 'equal elements in X': 'all' }) },
    });
  const passing = [...of(20, 'mul', false), ...of(20, 'mul', true), ...of(30, 'add', true)];
  const shares = [of(10, 'add', false), [...of(10, 'add', false), ...of(1, 'add', true)]].map((broken) =>
    leftOf(broken, passing),
  );
  expect(shares).toEqual([0, 30]);
});

test('the only value that fails is named rather than that it is not the default', () => {
  const of = (count: number, mode: string): Classes[] =>
    Array(count).fill({
      attributes: { training_mode: mode, 'default of training_mode': mode === '0' ? 'given' : 'not taken' },
    });
  expect(describeConditions(found(of(12, '1'), of(24, '0')))).toBe('training_mode is 1');
});

test('what no failing call has in its data may be a condition', () => {
  const of = (count: number, ...names: readonly string[]): Classes[] =>
    Array(count).fill({ attributes: Object.fromEntries(names.map((name) => [`${name} among equation`, 'some'])) });
  expect(describeConditions(found(of(12), [...of(30, "'->'"), ...of(4)]))).toBe("no '->' in equation");
});

import { expect, it, test } from 'vitest';
import { withRest } from '../../../generators/cases/take-turns.ts';
import { select } from '../../../generators/suite/cases.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';

const proposalsOf = (id: string) => {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
  const all = cells.flatMap(cases).map(({ proposal }) => proposal);
  expect(all.length, id).toBeGreaterThan(0);
  return all;
};
const numbersOf = (tensor: Tensor): number[] => elementsOf(tensor).map(Number);

/** What is behind the last vector of so many elements, in each case of a cell. */
const restsOf = (id: string, lanes: number): number[][] =>
  proposalsOf(id).map(({ inputs: [data] }) => {
    const numbers = numbersOf(data!.value!);
    return numbers.length < lanes ? [] : numbers.slice(numbers.length - (numbers.length % lanes));
  });

test('a list begins anew in a rest behind vectors', () => {
  for (let count = 8; count < 100; count++) {
    const list = Array.from({ length: count }, (_, i) => i);
    const all = withRest(list);
    expect(all.slice(0, count)).toEqual(list);
    expect(all.slice(-7)).toEqual(list.slice(0, 7));
    for (const lanes of [4, 8, 16]) expect(all.length % lanes).toBe(Math.min(lanes - 1, 7));
  }
});

test.each([4, 8, 16])('what is rounded is also behind vectors of %i', (lanes) => {
  const half = formatOf('float16');
  const isRounded = (x: number) => Number.isFinite(x) && roundDouble(x, half) !== x;
  const isTie = (x: number) => Math.abs(x / 0.25) % 2 === 0.5;
  expect(restsOf('Cast/25/float32-float16/float-rounding', lanes).flat().some(isRounded)).toBe(true);
  expect(restsOf('QuantizeLinear/25/float32-float32-int8/definition', lanes).flat().some(isTie)).toBe(true);
});

test('each number of a conversion is in a rest of the newest version', () => {
  const id = 'Cast/28/float32-bool/to-bool';
  const all = proposalsOf(id).flatMap(({ inputs: [data] }) => numbersOf(data!.value!));
  expect(new Set(restsOf(id, 8).flat())).toEqual(new Set(all));
});

test.each(['Relu/14/float32', 'Atan/22/float32', 'Sign/13/float64', 'Add/14/float32'])(
  '%s has special numbers within vectors of 8 and behind them',
  (cell) => {
    const all = proposalsOf(`${cell}/special-values/0`).map(({ inputs: [data] }) => numbersOf(data!.value!));
    for (const numbers of all) {
      const body = numbers.length - (numbers.length % 8);
      for (const x of [Number.NaN, Number.POSITIVE_INFINITY, -0]) {
        expect(
          numbers.slice(0, body).some((other) => Object.is(other, x)),
          `${x} in vectors`,
        ).toBe(true);
        expect(
          numbers.slice(body).some((other) => Object.is(other, x)),
          `${x} behind them`,
        ).toBe(true);
      }
    }
  },
);

test.each(['SequenceAt', 'SequenceInsert', 'SequenceErase'])(
  'positions of %s are integers of either type and sign',
  (name) => {
    const positions = proposalsOf(`${name}/11/float32/position-*`).flatMap(({ inputs }) => inputs.at(-1)?.value ?? []);
    const seen = positions.map((one) => `${one.dtype} ${numbersOf(one)[0]! < 0 ? 'negative' : 'positive'}`);
    for (const dtype of ['int32', 'int64']) {
      for (const sign of ['negative', 'positive']) expect(seen).toContain(`${dtype} ${sign}`);
    }
  },
);

it('the region of Resize has each of its types', () => {
  const regions = proposalsOf('Resize/19/float32/region').flatMap(({ inputs: [, roi] }) => roi?.value ?? []);
  expect(new Set(regions.map(({ dtype }) => dtype))).toEqual(new Set(['float16', 'float32', 'float64']));
});

test.each(['Transpose/25/float32', 'Neg/13/float32', 'Conv/22/float32', 'Add/14/int64', 'Dropout/22/float32'])(
  'a model of %s that has only constants runs twice',
  (cell) => {
    const constant = proposalsOf(`${cell}/session-reuse`).filter(({ inputs }) =>
      inputs.every(({ form }) => form !== 'input'),
    );
    expect(constant.length).toBeGreaterThan(0);
    for (const { furtherRuns = [] } of constant) expect(furtherRuns.length).toBeGreaterThan(0);
  },
);

test.each(['int32', 'uint32', 'int64', 'uint64'])(
  'Clip has bounds of %s that no float of as many bits has',
  (dtype) => {
    const round = dtype.endsWith('32') ? Math.fround : Number;
    const bounds = proposalsOf(`Clip/13/${dtype}/definition`).flatMap(({ inputs: [, ...ends] }) =>
      ends.flatMap(({ value }) => (value ? (elementsOf(value) as bigint[]) : [])),
    );
    expect(bounds.some((x) => BigInt(round(Number(x))) !== x)).toBe(true);
  },
);

test.each(['Add/14', 'Sub/14', 'Mul/14', 'Pow/15'])('%s has special numbers with a constant 0', (version) => {
  const constants = proposalsOf(`${version}/float32*/special-values`).flatMap(({ inputs: [data, other] }) =>
    data!.form === 'input' && other!.form === 'initializer' ? [elementsOf(other!.value!)] : [],
  );
  expect(constants).toContainEqual([0]);
});

test.each(['int16', 'uint16', 'int32', 'uint32'])('products of %s are not those of float32', (dtype) => {
  for (const name of ['ScatterElements', 'ScatterND']) {
    const products = proposalsOf(`${name}/18/${dtype}/reduction-mul`).flatMap(({ inputs: [data, , updates] }) => {
      const [x, y] = [data, updates].map((input) => numbersOf(input!.value!)[0]!);
      return Math.fround(x!) * Math.fround(y!) === Math.fround(x! * y!) ? [] : [x! * y!];
    });
    expect(products.length, name).toBeGreaterThan(0);
  }
});

it('rows of the Arg operators have either half of unsigned numbers, beyond vectors of 32', () => {
  const middle = 2n ** 63n;
  const long = proposalsOf('ArgMax/13/uint64/integer-exact').filter(({ inputs: [data], attributes }) => {
    const { dims } = data!.value!;
    const numbers = elementsOf(data!.value!) as bigint[];
    const isLast = attributes.axis?.value === dims.length - 1;
    return isLast && dims.at(-1)! > 32 && numbers.some((x) => x < middle) && numbers.some((x) => x >= middle);
  });
  expect(long.length).toBeGreaterThan(0);
});

test('constant strings are read in each run of a session', () => {
  const all = proposalsOf('Transpose/25/string/session-reuse');
  const constant = all.filter(({ inputs }) => inputs.every(({ form }) => form === 'initializer'));
  expect(constant.map(({ furtherRuns = [] }) => furtherRuns.length)).toEqual([1]);
});

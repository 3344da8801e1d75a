import { expect, test } from 'vitest';
import { Refusal } from '../../../evidence/kernels/implementation.ts';
import { oracle } from '../../../evidence/kernels/oracle.ts';
import { judgeOperator } from '../../../evidence/kernels/suite.ts';
import { quickFirst } from '../../../evidence/quick-first.ts';

const name = 'Not';
const cases = [...quickFirst(name, 1)];
const quick = cases.filter(({ isQuick }) => isQuick);

/** Right but for some cases, which it refuses. */
const refusing = (ids: ReadonlySet<string>) => ({
  name: `refuses ${ids.size}`,
  operators: [name],
  start: () => {
    const right = oracle.start();
    return (example: Parameters<typeof right>[0]) => {
      if (ids.has(example.id!)) throw new Refusal('not this one');
      return right(example);
    };
  },
});

test('who was caught often enough leaves, others run all cases, and it is known whether quick catches', () => {
  const idsOf = (some: typeof cases) => new Set(some.map(({ example }) => example.id));
  const late = idsOf(cases.slice(-2));
  const findings = judgeOperator(name, 1, [refusing(idsOf(cases)), refusing(idsOf(quick)), refusing(late), oracle], {
    enough: 3,
  });
  const of = (one: string) => findings.get(one)!;
  expect(of(`refuses ${cases.length}`)).toMatchObject({ cases: 3, complaints: 3, quick: 3 });
  expect(of(`refuses ${quick.length}`)).toMatchObject({ complaints: 3, quick: 3 });
  expect(of('refuses 2')).toMatchObject({ cases: cases.length, complaints: 2, quick: 0 });
  expect(of(oracle.name)).toMatchObject({ cases: cases.length, complaints: 0, quick: 0 });
});

test('cases that nobody runs any more are not prepared', () => {
  const asked: string[] = [];
  const right = oracle.start();
  const counting = {
    ...refusing(new Set()),
    start: () => (example: Parameters<typeof right>[0]) => {
      asked.push(example.id!);
      throw new Refusal('none');
    },
  };
  expect(judgeOperator(name, 1, [counting], { enough: 2 }).get(counting.name)).toMatchObject({ cases: 2 });
  expect(asked).toHaveLength(2);
});

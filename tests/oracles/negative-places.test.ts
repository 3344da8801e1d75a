import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';

const versions = operators.flatMap(({ name, versions }) => versions.map((version) => ({ name, version })));
const clauseIds = ({ version }: (typeof versions)[number]) => version.clauses.map(({ id }) => id);

test('from opset 11 on, which brought them, each operator with indices that count from the end says so', () => {
  const names = ['Gather', 'GatherElements', 'GatherND', 'OneHot', 'Scatter', 'ScatterElements', 'ScatterND'];
  const own = versions.filter(({ name }) => names.includes(name));
  const saying = own.filter((one) => clauseIds(one).includes('indices-negative'));
  expect(saying).toEqual(own.filter(({ version }) => version.since >= 11));
});

/** those whose text has a negative default alone, or names no negative axes */
const silent = ['LpNormalization-22', 'MeanVarianceNormalization-13', 'TensorScatter-24'];

test('so does each with axes', () => {
  const missing = versions.filter((one) => {
    const { attributes, inputs, since } = one.version;
    const own = [...attributes, ...inputs].map(({ name }) => name).filter((name) => name === 'axis' || name === 'axes');
    return since >= 11 && own.some((name) => !clauseIds(one).includes(`${name}-negative`));
  });
  expect(
    missing.map(({ name, version }) => `${name}-${version.since}`).filter((one) => !one.startsWith('Reduce')),
  ).toEqual(silent);
});

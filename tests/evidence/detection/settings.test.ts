import { expect, test } from 'vitest';
import { enough } from '../../../evidence/detection/measurement.ts';
import { casesThatShow, settingsOf } from '../../../evidence/detection/settings.ts';
import { operators } from '../../../oracles/operators.ts';
import { sampled } from '../../sample.ts';

// `npm run evidence -- detection Pad` looks at all of an operator
test('a kernel of one version that ignores an attribute, or an optional input, is noticed', () => {
  // older versions are tried on a sample, in which not each of their settings shows
  const all = operators
    .filter(({ family }) => !family.endsWith('reduction'))
    .flatMap((operator) => settingsOf(operator).filter(({ version }) => version === operator.versions.at(-1)));
  expect(all.length).toBeGreaterThan(250);
  for (const setting of sampled(all, 6)) {
    const { operator, version, name } = setting;
    expect([`${operator.name}-${version.since} ${name}`, casesThatShow(setting)]).toEqual([expect.anything(), enough]);
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Policy, policies } from '../../oracles/acceptance/policy.ts';

const text = readFileSync(new URL('../../docs/policies.md', import.meta.url), 'utf8');

const row = (name: string, { open, choices, mayVary }: Policy): string =>
  `| \`${name}\` | ${open} | ${Object.keys(choices)
    .map((choice) => `\`${choice}\``)
    .join(', ')} | ${mayVary === undefined ? 'yes' : `no: ${mayVary}`} |`;

test('the page has exactly the policies of the table, with their choices', () => {
  const rows = text.split('\n').filter((line) => /^\| `/.test(line) && line.split('|').length === 6);
  expect(rows).toEqual(Object.entries(policies).map(([name, policy]) => row(name, policy)));
});

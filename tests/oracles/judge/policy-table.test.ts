import { describe, expect, it } from 'vitest';
import { mustBeConsistent, type Policy, policies } from '../../../oracles/judge/policy.ts';

describe('the table of policies', () => {
  const table: readonly (readonly [string, Policy])[] = Object.entries(policies);

  it.each(table)('%s says what is open, why, and every choice', (name, { open, silence, choices, lossy, mayVary }) => {
    expect(name).toMatch(/^[a-z\d]+(-[a-z\d]+)+$/);
    for (const text of [open, silence, ...Object.values(choices)]) expect(text).toMatch(/^\S.*\w{3}.*[^.]$/);
    expect(mayVary ?? 'must not').toMatch(/^\w.*[^.]$/);
    expect(Object.keys(choices).length).toBeGreaterThan(1);
    expect([undefined, ...Object.keys(choices)]).toContain(lossy);
  });

  it('tells what has to be consistent from what may vary', () => {
    expect(mustBeConsistent('integer-overflow')).toBe(true);
    expect(mustBeConsistent('zero-sign')).toBe(false);
    expect(mustBeConsistent('toString')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { cli } from './cli.ts';

describe('list --vacuous', () => {
  it('counts elements that admit nearly anything, by clause and policy', async () => {
    const { code, stdout } = await cli(['list', '--vacuous', 'ReduceMean/18/float32/{empty-set,definition}']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ReduceMean: [\d,]+ of [\d,]+ cases, ([\d,]+) of [\d,]+ elements \(\d+ %\)\n {2}empty-set: /,
    );
    expect(stdout).toMatch(/; empty-mean: .*\(\d+\)\n\nadmitting nearly anything: /);
    expect(stdout).not.toContain('  definition:');
  });

  it('says so where there are none', async () => {
    const { stdout } = await cli(['list', '--vacuous', 'Add/14/float32/definition']);
    expect(stdout).toMatch(/^\nadmitting nearly anything: 0 of \d+ cases, 0 of \d+ elements, /);
  });
});

describe('list --unjudged', () => {
  it('counts changed cases by reason, the same each time', async () => {
    const first = await cli(['list', '--unjudged', 'Pad/25/float32/**']);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /^Pad: \d+ of \d+ changed cases\n(?: {2}.+: \d+\n)+\nnot judged: \d+ of \d+ changed cases\n/,
    );
    expect(await cli(['list', '--unjudged', 'Pad/25/float32/**'])).toEqual(first);
  });
});

it.each([
  ['--vacuous', '--unjudged'],
  ['--vacuous', '--cases'],
  ['--unjudged', '--clauses'],
])('list %s with %s is refused', async (...views) => {
  const { code, stderr } = await cli(['list', ...views]);
  expect(code).toBe(2);
  expect(stderr).toContain('lists of their own');
});

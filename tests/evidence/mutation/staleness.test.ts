import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hashes, page, staleFiles } from '../../../evidence/mutation/staleness.ts';

// a change of the acceptance does not have to wait for a run of many minutes, but everybody sees that one is due
it(`${page} is as new as the code`, (context) => {
  expect(existsSync(page)).toBe(true);
  const stale = staleFiles();
  if (stale.length > 0)
    context.skip(`${page} was written before ${stale.join(', ')} changed: npm run evidence -- mutation`);
  expect(hashes().size).toBeGreaterThan(5);
});

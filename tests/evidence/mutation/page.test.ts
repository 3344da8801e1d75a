import { describe, expect, it } from 'vitest';
import { inOneLine, isLow, pageOf } from '../../../evidence/mutation/page.ts';
import { readReport } from '../../../evidence/mutation/report.ts';
import { mutatedFiles, staleFiles, storedFiles } from '../../../evidence/mutation/stored.ts';

const source = 'const a = 1 +\n  2;\nif (a >= b) f();\n';
const at = (line: number, from: number, to: number, until = line) => ({
  start: { line, column: from },
  end: { line: until, column: to },
});
const twoLines = { location: at(1, 11, 4, 2), replacement: '1 -\n2', status: 'Killed' };
const condition = { location: at(3, 5, 11), replacement: 'false', status: 'Survived' };

const read = (...mutants: (typeof condition)[]) => readReport({ files: { 'oracles/judge/x.ts': { source, mutants } } });

describe('the result of a mutation run', () => {
  it('names survivors by what was written and what came in its place', () => {
    const file = read(condition, twoLines, { ...twoLines, status: 'NoCoverage' }).get('x.ts')!;
    expect(file.survivors).toEqual([
      [1, '1 + 2 → 1 - 2'],
      [3, 'a >= b → false'],
    ]);
  });

  it('leaves out what is not a valid program, and counts what no test reaches', () => {
    const files = read(twoLines, { ...twoLines, status: 'RuntimeError' }, { ...condition, status: 'NoCoverage' });
    expect(inOneLine(files)).toContain('notice 1 of 2 edits (50.0 %)');
    expect(inOneLine(read({ ...twoLines, status: 'Timeout' }))).toContain('notice 1 of 1 edits (100.0 %)');
  });

  it('never rounds up', () => {
    expect(inOneLine(read(...Array(1999).fill(twoLines), condition))).toContain('(99.9 %)');
  });

  it('is low below 90 %', () => {
    expect(isLow(read(...Array(9).fill(twoLines), condition))).toBe(false);
    expect(isLow(read(...Array(8).fill(twoLines), condition))).toBe(true);
  });

  it('is reported with its survivors, and with what is to be measured again', () => {
    const files = read({ ...twoLines, status: 'Timeout' }, condition);
    expect(pageOf(files, [])).toContain('| `x.ts` | 2 | 1 | 1 | 50.0 % |');
    expect(pageOf(files, [])).toContain('### x.ts\n\n* line 3: `a >= b → false`\n');
    expect(pageOf(files, ['x.ts', 'y.ts'])).toContain('| `x.ts` (changed since) | 2 |');
    expect(pageOf(files, ['x.ts', 'y.ts'])).toContain('Not measured yet: `y.ts`.');
  });
});

// a change of the acceptance does not have to wait for a run of many minutes, but everybody sees that one is due
it('every file is measured as it is today', (context) => {
  const stale = staleFiles();
  if (stale.length > 0) context.skip(`${stale.join(', ')} changed: npm run evidence -- mutation`);
  expect(storedFiles().size).toBe(mutatedFiles().length);
});

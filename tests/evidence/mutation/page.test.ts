import { describe, expect, it } from 'vitest';
import { argued } from '../../../evidence/mutation/argued.ts';
import { type Argument, complaintsOf, inOneLine, pageOf } from '../../../evidence/mutation/page.ts';
import { readReport } from '../../../evidence/mutation/report.ts';

const source = 'const a = 1 +\n  2;\nif (a >= b) f();\n';
const at = (line: number, from: number, to: number, until = line) => ({
  start: { line, column: from },
  end: { line: until, column: to },
});
const twoLines = { location: at(1, 11, 4, 2), replacement: '1 -\n2', status: 'Killed' };
const condition = { location: at(3, 5, 11), replacement: 'false', status: 'Survived' };

const read = (...mutants: object[]) =>
  readReport({ files: { 'oracles/judge/x.ts': { source, mutants: mutants as (typeof condition)[] } } });
const why = 'It is a guard of speed.';
const reason: Argument = { file: 'x.ts', edits: ['a >= b → false'], why };

describe('the result of a mutation run', () => {
  it('names edits by what was written and what came in its place', () => {
    const [file] = read(condition, twoLines);
    expect(file!.name).toBe('x.ts');
    expect(file!.mutants.map(({ edit }) => edit)).toEqual(['1 + 2 → 1 - 2', 'a >= b → false']);
  });

  it('leaves out what is not a valid program, and counts what no test reaches', () => {
    const files = read(twoLines, { ...twoLines, status: 'RuntimeError' }, { ...condition, status: 'NoCoverage' });
    expect(inOneLine(files)).toContain('notice 1 of 2 edits (50.0 %)');
    expect(inOneLine(read({ ...twoLines, status: 'Timeout' }))).toContain('notice 1 of 1 edits (100.0 %)');
  });

  it('never rounds up', () => {
    expect(inOneLine(read(...Array(1999).fill(twoLines), condition))).toContain('(99.9 %)');
  });

  it('is complained of below 90 %', () => {
    expect(complaintsOf(read(...Array(9).fill(twoLines), condition), [reason])).toEqual([]);
    expect(complaintsOf(read(...Array(8).fill(twoLines), condition), [reason])).toEqual([
      'less than 90 % of the edits are noticed',
    ]);
  });

  it('has an argument for each survivor, and no other', () => {
    const files = read(...Array(20).fill(twoLines), condition);
    expect(complaintsOf(files, [])).toEqual(['x.ts:3: a survivor that is not argued: a >= b → false']);
    const idle = { ...reason, edits: ['a >= b → true'] };
    expect(complaintsOf(files, [reason, idle])).toEqual(['x.ts: argued, and yet no survivor: a >= b → true']);
  });

  it('is reported with its survivors and why they are', () => {
    const page = pageOf(read(twoLines, condition), [reason], new Map([['x.ts', '0123456789ab']]));
    expect(page).toContain('| `x.ts` | 2 | 1 | 0 | 50.0 % | `0123456789ab` |');
    expect(page).toContain(`### x.ts\n\n* ${why}\n  * line 3: \`a >= b → false\`\n`);
    expect(pageOf(read(condition), [], new Map())).toContain('* Not argued.\n');
  });
});

it('no edit is argued twice', () => {
  const edits = argued.flatMap(({ file, edits }) => edits.map((edit) => `${file}: ${edit}`));
  expect(new Set(edits).size).toBe(edits.length);
});

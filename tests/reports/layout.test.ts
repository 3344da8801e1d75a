import fc from 'fast-check';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { commandLines, displayWidth, grid, hangingIndent, sanitize } from '../../reports/print/layout.ts';

describe('displayWidth', () => {
  test.each([
    ['412/415 3✗ 90–', 14],
    ['✗', 1],
    ['…', 1],
    ['─', 1],
    ['·', 1],
    ['×', 1],
    ['Σ|x|', 4],
    ['x²', 2],
    ['e\u0301', 1],
    ['漢字', 4],
    ['🙂', 2],
    ['', 0],
    [picocolors.createColors(true).red('3✗'), 2],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('sanitize', () => {
  test.each([
    ['two\nlines\tand a tab', 'two lines and a tab'],
    ['\u001b[2J\u001b[31mred\u001b[0m', 'red'],
    ['bell\u0007 and \u202eoverride', 'bell and override'],
    ['x² ≤ 3 ✗', 'x² ≤ 3 ✗'],
  ])('%j', (text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });
});

describe('hangingIndent', () => {
  test('indents what follows the first line', () => {
    expect(hangingIndent('  got  ', 'aaaa bbbb cccc dddd eeee', 27)).toEqual([
      '  got  aaaa bbbb cccc dddd',
      '       eeee',
    ]);
  });

  test('keeps as many lines as it may', () => {
    expect(hangingIndent('- ', 'aaaa bbbb cccc dddd eeee ffff gggg hhhh', 22, 1)).toEqual(['- aaaa bbbb cccc dddd…']);
    expect(hangingIndent('- ', 'a'.repeat(50), 22, 2)).toEqual([`- ${'a'.repeat(20)}`, `  ${'a'.repeat(19)}…`]);
    expect(hangingIndent('- ', 'aaaa bbbb', 22, 1)).toEqual(['- aaaa bbbb']);
  });

  test('no line is wider than the page, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 40, max: 120 }), (text, columns) => {
        for (const line of hangingIndent('    label ', sanitize(text), columns)) {
          expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        }
      }),
    );
  });
});

describe('grid', () => {
  test('puts columns side by side', () => {
    const rows = [
      ['', '1–10', '11–12', '13'],
      ['A', '5/5', '', '6/6'],
      ['Long', '4/5 1✗', '5/5'],
    ];
    expect(grid(rows, 80, '')).toEqual(['      1–10    11–12  13', 'A     5/5            6/6', 'Long  4/5 1✗  5/5']);
  });

  test('cuts a wide grid into bands', () => {
    const rows = [
      ['', 'one', 'two', 'six'],
      ['A', '1', '2', '3'],
    ];
    expect(grid(rows, 12, '')).toEqual(['   one  two', 'A  1    2', '', '   six', 'A  3']);
  });

  test('no rows, no lines', () => {
    expect(grid([], 80)).toEqual([]);
  });
});

test('commands break between words, which stay as they are', () => {
  expect(commandLines(`npx a --to 'b c'\\''d e' --no f`, 20)).toEqual([
    'npx a \\',
    `  --to 'b c'\\''d e' \\`,
    '  --no f',
  ]);
  expect(commandLines('npx a', 20)).toEqual(['npx a']);
});

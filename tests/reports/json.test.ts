import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { caseResult } from '../../reports/schema/case-result.ts';
import { parseReport, parseResult, writeReport, writeResult } from '../../reports/schema/json.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { aggregate, realistic } from './samples.ts';

const { plan, results } = realistic();
const report: Report = { ...aggregate(plan, results), notKnown: { count: 3, operators: { Conv: 2, Add: 1 } } };
const text = writeReport(report);

/** The same data with the keys of every object the other way round. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, backwards(item)]),
  );
}

test('what is written is read back', () => {
  expect(parseReport(text)).toEqual(report);
  expect(writeReport(parseReport(text))).toBe(text);
});

test('the order of keys does not depend on how the report was made', () => {
  expect(writeReport(backwards(report) as Report)).toBe(text);
  expect(text.startsWith('{\n  "schemaVersion": 2,\n  "tool": {')).toBe(true);
  expect(text.endsWith('}\n')).toBe(true);
});

test('results are one line each and read back', () => {
  for (const result of results.slice(0, 200)) {
    const line = writeResult(result);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(parseResult(line)).toEqual(result);
    expect(writeResult(backwards(result) as CaseResult)).toBe(line);
  }
});

test('a line is what the schema makes of it', () => {
  for (const result of results) expect(writeResult(result)).toBe(`${JSON.stringify(v.parse(caseResult, result))}\n`);
});

test('no number is written that JSON does not have', () => {
  const failing = results.find((result) => result.outcome === 'fail')!;
  expect(writeResult({ ...failing, errorOverBound: Infinity })).not.toContain('errorOverBound');
  expect(writeResult({ ...failing, errorOverBound: -0 })).toContain('"errorOverBound":0,');
  expect(() => writeResult({ ...failing, size: Number.NaN })).toThrow();
  expect(() => writeResult({ ...failing, opset: Infinity })).toThrow();
  expect(() => writeResult({ ...failing, vacuous: 3n as unknown as number })).toThrow();
  expect(() => writeReport({ ...report, planned: Number.NaN })).toThrow();
  expect(() => writeReport({ ...report, planned: 3n as unknown as number })).toThrow();
});

test.each([
  ['', /^r\.json is not JSON: /],
  ['{', /^r\.json is not JSON: /],
  ['null', /^r\.json is not a report: /],
  ['[]', /^r\.json is not a report: /],
  ['{}', /^r\.json is not a report: at schemaVersion, /],
  ['{"schemaVersion":1}', /^r\.json has schemaVersion 1, this release reads 2: run it again, /],
  ['{"schemaVersion":"1"}', /^r\.json has schemaVersion "1", /],
  [text.replace('"complete": true', '"complete": "yes"'), /^r\.json is not a report: at complete, /],
  [text.replace('"outcome": "fail"', '"outcome": "meh"'), /at findings\.\d+\.outcome, /],
  [text.replace('"pass": ', '"pass": -'), /at totals\.pass, /],
])('malformed report %#', (malformed, message) => {
  const parse = () => parseReport(malformed, 'r.json');
  expect(parse).toThrow(BadInput);
  expect(parse).toThrow(message);
});

test('a line that was cut short is bad input', () => {
  const line = writeResult(results[0]!);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: line.length - 2 }), (length) => {
      expect(() => parseResult(line.slice(0, length), 'results.jsonl line 7')).toThrow(BadInput);
    }),
  );
});

test('an outcome is one of its kind of model', () => {
  const as = (outcome: string, isInvalid?: true) => () =>
    parseResult(writeResult({ ...results[0]!, outcome, ...(isInvalid && { isInvalid }) } as CaseResult), 'line 7');
  expect(as('rejected')).toThrow('line 7 is not a result: rejected is not an outcome of a valid case');
  expect(as('fail', true)).toThrow('line 7 is not a result: fail is not an outcome of an invalid model');
  expect(as('rejected', true)()).toMatchObject({ outcome: 'rejected', isInvalid: true });
});

test('an error message is one line', () => {
  fc.assert(
    fc.property(fc.string(), (junk) => {
      try {
        parseReport(`${junk}\n{`);
      } catch (error) {
        expect((error as Error).message).not.toContain('\n');
      }
    }),
  );
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { subjects } from '../../generators/suite/subjects.ts';
import { opsetRange, versionAt } from '../../oracles/operators.ts';
import { cli, main } from './cli.ts';

const lines = async (...args: string[]) => (await cli(args)).stdout.split('\n');

test('list', async () => {
  expect(await lines('list', 'ReduceSum/13/float32/rank-zero', 'ReduceSum/1/*/rank-zero')).toMatchInlineSnapshot(`
    [
      "ReduceSum-1  opsets 1–10  Σx  6 cases",
      "  float64 int64",
      "  rank-zero             specified        6",
      "",
      "ReduceSum-13  opsets 13–28  Σx  5 cases",
      "  float32",
      "  rank-zero             specified        5",
      "",
      "11 cases in 3 cells (operator version × dtype × clause)",
      "",
    ]
  `);
});

test('list without ids has a line for each operator version', async () => {
  const table = await lines('list', '--opset', '13', '--dtype', 'int8');
  const inForce = subjects.filter((operator) =>
    operator.versions.some((version) => version.since <= 13 && opsetRange(operator, version).last >= 13),
  );
  expect(table.indexOf('')).toBe(inForce.filter((operator) => versionAt(operator, 13).dtypes.includes('int8')).length);
  expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(80);
  const some = table.filter((line) => /^(ArgMax|ReduceMax|Where)-| cells /.test(line));
  expect(some.map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/[\d,]+ (cases|cells|invalid)/g, 'N $1'))).toEqual([
    'ArgMax-13 opset 13 1 dtype 20 clauses N cases',
    'ReduceMax-13 opset 13 1 dtype 21 clauses N cases',
    'Where-9 opset 13 1 dtype 11 clauses N cases',
    'N cases in N cells (operator version × dtype × clause)',
    'N invalid models in N cells (operator version × rule)',
  ]);
  const clauses = await lines('list', '--clauses', 'Reduce*', 'Arg*');
  expect(clauses.length).toBeGreaterThan(300);
});

test('list --cases', async () => {
  expect(await lines('list', '--cases', '--opset', '13', 'ReduceSum/13/float32/keepdims-one')).toMatchInlineSnapshot(`
    [
      "ReduceSum/13/float32/keepdims-one/0  opset 13, data float32[3,4] grid, axes int64[1] (0) constant; keepdims=1",
      "ReduceSum/13/float32/keepdims-one/1@13  opset 13, data float32[3,4,2] grid, axes int64[1] (1) constant; keepdims=1",
      "ReduceSum/13/float32/keepdims-one/2  opset 13, data float32[3,4,2] grid, axes int64[2] (0 2) constant; keepdims=1",
      "ReduceSum/13/float32/keepdims-one/3@13  opset 13, data float32[3,4] grid; keepdims=1",
      "ReduceSum/13/float32/keepdims-one/4  opset 13, data float32[1,1] grid, axes int64[1] (0) constant; keepdims=1",
      "",
    ]
  `);
});

test('list at an opset shows what is in force there', async () => {
  const shown = await lines('list', 'ReduceSum', '--opset', '12', '--dtype', 'int32,float64');
  expect(shown.filter((line) => line.startsWith('ReduceSum')).map((line) => line.split(' ')[0])).toEqual([
    'ReduceSum-11',
  ]);
  expect(shown[1]).toBe('  float64 int32');
});

test('explain', async () => {
  expect((await lines('explain', 'ReduceSum', '--opset', '12')).slice(0, 16)).toMatchInlineSnapshot(`
    [
      "ReduceSum-11: Σx",
      "In force at opsets 11 to 12",
      "Other versions differ: 1, 13; --opset 13 shows that of opset 13",
      "",
      "Attributes",
      "  axes INTS, optional",
      "  keepdims INT = 1",
      "Inputs",
      "  data: T",
      "Outputs",
      "  reduced: T",
      "T",
      "    uint32 uint64 int32 int64 float16 float32 float64",
      "",
      "definition (specified)",
      "    Each output element is the result of ReduceSum on its slice.",
    ]
  `);
});

test('explain of one clause', async () => {
  expect(await lines('explain', 'ReduceSum', 'output-type', '--opset', '11')).toMatchInlineSnapshot(`
    [
      "ReduceSum-11: Σx",
      "In force at opsets 11 to 12",
      "Other versions differ: 1, 13; --opset 13 shows that of opset 13",
      "",
      "output-type (specified)",
      "    Outputs have the types and shapes that the schema defines.",
      "    Source: ReduceSum-11, outputs",
      "",
    ]
  `);
});

test('a reader that leaves early is not an error', async () => {
  const child = spawn(process.execPath, [main, 'list', 'ReduceSum'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const [code] = await once(child, 'close');
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
});

test('an id with an opset, and --opset, are reported as that opset', async () => {
  const [byId, byOption] = await Promise.all(
    [['ReduceSum/13/float32/keepdims-zero/3@15'], ['ReduceSum/13/float32', '--opset', '15']].map((args) =>
      cli(['list', ...args]),
    ),
  );
  expect(byId!.stdout).toMatch(/^ReduceSum-13 {2}opset 15 {2}/);
  expect(byId!.stdout).toMatch(/\n1 case in 1 cell \(/);
  expect(byOption!.stdout).toMatch(/^ReduceSum-13 {2}opset 15 {2}/);
  const explained = await cli(['explain', 'ReduceSum/1/float32/keepdims-zero/3@9']);
  expect(explained.stdout).toMatch(/^ReduceSum-1: [\s\S]*\nkeepdims-zero \(/);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { cli, main } from './cli.ts';

const lines = async (...args: string[]) => (await cli(args)).stdout.split('\n');

test('list', async () => {
  expect(await lines('list', 'ReduceSum/13/float32/rank-zero', 'ReduceSum/1/*/rank-zero')).toMatchInlineSnapshot(`
    [
      "ReduceSum-1  opsets 1–10  Σx  24 cases",
      "  float16 float32 float64 int32 uint32 int64 uint64",
      "  rank-zero             specified       24",
      "",
      "ReduceSum-13  opsets 13–28  Σx  7 cases",
      "  float32",
      "  rank-zero             specified        7",
      "",
      "31 cases in 8 cells (operator version × dtype × clause)",
      "",
    ]
  `);
});

test('list without ids has a line for each operator version', async () => {
  expect(await lines('list', '--opset', '13', '--dtype', 'float32')).toMatchInlineSnapshot(`
    [
      "Add-13              opset 13  x + y        1 dtype  15 clauses   21 cases",
      "ArgMax-13           opset 13  argmax x     1 dtype  27 clauses  108 cases",
      "ArgMin-13           opset 13  argmin x     1 dtype  27 clauses  108 cases",
      "Neg-13              opset 13  -x           1 dtype  14 clauses   41 cases",
      "ReduceL1-13         opset 13  Σ|x|         1 dtype  28 clauses  150 cases",
      "ReduceL2-13         opset 13  √Σx²         1 dtype  28 clauses  149 cases",
      "ReduceLogSum-13     opset 13  ln Σx        1 dtype  28 clauses  155 cases",
      "ReduceLogSumExp-13  opset 13  ln Σeˣ       1 dtype  28 clauses  159 cases",
      "ReduceMax-13        opset 13  max x        1 dtype  27 clauses  135 cases",
      "ReduceMean-13       opset 13  Σx / n       1 dtype  28 clauses  150 cases",
      "ReduceMin-13        opset 13  min x        1 dtype  27 clauses  131 cases",
      "ReduceProd-13       opset 13  Πx           1 dtype  28 clauses  152 cases",
      "ReduceSum-13        opset 13  Σx           1 dtype  34 clauses  362 cases",
      "ReduceSumSquare-13  opset 13  Σx²          1 dtype  28 clauses  152 cases",
      "Sigmoid-13          opset 13  1 / (1 + e…  1 dtype  14 clauses   47 cases",
      "Where-9             opset 13  x where th…  1 dtype  15 clauses   20 cases",
      "",
      "2040 cases in 396 cells (operator version × dtype × clause)",
      "236 illegal models in 110 cells (operator version × rule)",
      "Clauses: 'list --clauses', or 'list' with an id; what they say: 'explain'",
      "",
    ]
  `);
  const all = await lines('list');
  expect(all.length).toBeLessThan(operators.length * 6);
  expect(Math.max(...all.map((line) => line.length))).toBeLessThanOrEqual(80);
  const clauses = await lines('list', '--clauses');
  expect(clauses.length).toBeGreaterThan(300);
  expect(clauses).toContain(all.find((line) => line.includes(' cells '))!);
});

test('list --cases', async () => {
  expect(await lines('list', '--cases', '--opset', '13', 'ReduceSum/13/float32/keepdims-one')).toMatchInlineSnapshot(`
    [
      "ReduceSum/13/float32/keepdims-one/0  opset 13, data float32[3,4] axes=[0] constant keepdims=1, grid",
      "ReduceSum/13/float32/keepdims-one/1@13  opset 13, data float32[3,4,2] axes=[1] constant keepdims=1, grid",
      "ReduceSum/13/float32/keepdims-one/2  opset 13, data float32[3,4,2] axes=[0,2] constant keepdims=1, grid",
      "ReduceSum/13/float32/keepdims-one/3@13  opset 13, data float32[3,4] no axes keepdims=1, grid",
      "ReduceSum/13/float32/keepdims-one/4  opset 13, data float32[1,1] axes=[0] constant keepdims=1, grid",
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
      "    Each output element is the ReduceSum of its slice.",
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
      "    The output has the type of data.",
      "    Source: ReduceSum-11, outputs: reduced is of type T",
      "",
    ]
  `);
});

test('a reader that leaves early is no error', async () => {
  const child = spawn(process.execPath, [main, 'list', 'ReduceSum'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const [code] = await once(child, 'close');
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
});

test('an id with an opset, and --opset, are told as that opset', async () => {
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

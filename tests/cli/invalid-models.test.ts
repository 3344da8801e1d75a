import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adding, cli, folder, reportIn } from './cli.ts';

const id = 'ReduceSum/11/float32/invalid-dtype/0';

test.concurrent('the reference rejects every invalid model', async () => {
  const cwd = folder();
  await cli(['run', '{ReduceSum,ArgMax}/*/float32/invalid-*', '-b', 'reference'], cwd);
  const { invalid, totals, planned } = reportIn(cwd);
  expect(invalid!.planned).toBeGreaterThan(50);
  expect(invalid!.totals.rejected).toBe(invalid!.planned);
  expect({ planned, pass: totals.pass }).toEqual({ planned: 0, pass: 0 });
});

test('list counts invalid models apart', async () => {
  const { stdout } = await cli(['list', 'ReduceSum/11/float32/invalid-*', 'ReduceSum/11/float32/rank-zero']);
  expect(stdout.split('\n')).toMatchInlineSnapshot(`
    [
      "ReduceSum-11  opsets 11–12  Σx  5 cases",
      "  float32",
      "  rank-zero                  unspecified      5",
      "  invalid-attribute          invalid          2",
      "  invalid-attribute-type     invalid          2",
      "  invalid-extra-input        invalid          3",
      "  invalid-missing-input      invalid          2",
      "  invalid-dtype              invalid          3",
      "  invalid-axes-out-of-range  invalid          4",
      "",
      "5 cases in 1 cell (operator version × dtype × clause)",
      "16 invalid models in 6 cells (operator version × rule)",
      "",
    ]
  `);
});

test('explain tells the rules, and one of them', async () => {
  const [all, one] = await Promise.all([
    cli(['explain', 'ReduceSum']),
    cli(['explain', 'ReduceSum', 'invalid-axes-out-of-range']),
  ]);
  expect(one.stdout.split('\n').slice(4)).toMatchInlineSnapshot(`
    [
      "invalid-axes-out-of-range (a model that breaks it must be rejected)",
      "    axes lies in [-r, r-1] for r dimensions.",
      "    Source: ReduceSum-13, axes: accepted range",
      "",
    ]
  `);
  expect(all.stdout).toContain(one.stdout.split('\n').slice(4).join('\n'));
});

test('explain tells a rule without its operator, as reports name it', async () => {
  const { stdout, code } = await cli(['explain', 'invalid-axes-out-of-range']);
  expect(code).toBe(0);
  expect(stdout).toContain('invalid-axes-out-of-range (a model that breaks it must be rejected)\n    axes lies in ');
  expect(stdout.replace(/\s+/g, ' ')).toContain(' ReduceSum-11, -13, ');
  expect(stdout).toMatch(/With its source in one operator: explain \w+ invalid-axes-out-of-range\n$/);
});

test.concurrent('export writes the model and its control, which runs', async () => {
  const cwd = folder();
  const { code, stdout } = await cli(['export', id, '--out', 'x'], cwd);
  expect(code).toBe(0);
  expect(stdout).toContain('Expected\n  a refusal, while the control is answered\nWritten\n  x/model.onnx\n');
  expect(existsSync(join(cwd, 'x/test_data_set_0/output_0.pb'))).toBe(false);
  const control = await cli(['run', '--vectors', 'x/control', '-b', 'reference'], cwd);
  expect(control.stdout).toContain('CONFORMANT  the only judged case passes');
  expect(control.code).toBe(0);
  const both = await cli(['run', '--vectors', 'x', '-b', 'reference'], cwd);
  expect(both).toMatchObject({ code: 0, stderr: '' });
  const what = 'invalid model of ReduceSum, opset 11: input data: dtype bfloat16 is not allowed by version 11';
  expect(reportIn(cwd).notKnown).toEqual({ count: 1, operators: { [what]: 1 } });
  rmSync(join(cwd, 'x/control'), { recursive: true });
  const alone = await cli(['run', '--vectors', 'x', '-b', adding], cwd);
  expect(alone).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('NOTHING JUDGED  the oracle judges no model'),
  });
});

test.concurrent('equal seeds give equal invalid models', async () => {
  const of = async (seed: string) => {
    const { stdout } = await cli(['export', id, '--out', 'x', '--seed', seed]);
    return stdout.slice(0, stdout.indexOf('\nExpected'));
  };
  const [one, again] = await Promise.all([of('7'), of('7')]);
  expect(one).toContain(id);
  expect(again).toBe(one);
});

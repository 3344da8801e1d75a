import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { cli } from './cli.ts';

test('list operators has all of ONNX, and marks what is judged', async () => {
  const { code, stdout } = await cli(['list', 'operators']);
  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines).toContain('  Upsample                   1 7 9 10 (deprecated)');
  expect(lines).toContain('* ReduceSum                  1 11 13');
  expect(lines.at(-1)).toBe(`203 operators of ai.onnx with their versions; the ${operators.length} with * are judged`);
});

test('explain shows the schema of an operator that is not judged, as it is at an opset', async () => {
  const { code, stdout } = await cli(['explain', 'Det', '--opset', '12']);
  expect(code).toBe(0);
  expect(stdout).toBe(`Det-11: the suite does not judge it yet
Other versions: 22

Inputs
  X: T
Outputs
  Y: T
T
    float16 float32 float64
`);
});

test.each([
  [['explain', 'Det', 'keepdims-zero'], "the suite does not judge Det yet: leave out 'keepdims-zero'"],
  [['explain', 'Det', '--opset', '8'], 'Det does not exist before opset 11'],
  [['run', 'Det', '--backend', 'reference'], 'Det is not judged yet; '],
])('%j', async (args, message) => {
  const { code, stderr } = await cli(args);
  expect(code).toBe(2);
  expect(stderr).toContain(`onnx-conformance: ${message}`);
});

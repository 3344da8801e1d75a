import { expect, test } from 'vitest';
import { cli } from './cli.ts';

test('list operators has all of ONNX, and marks what is judged', async () => {
  const { code, stdout } = await cli(['list', 'operators']);
  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines).toContain('  Upsample                   1 7 9 10 (deprecated)');
  expect(lines).toContain('* ReduceSum                  1 11 13');
  expect(lines.at(-1)).toBe('203 operators of ai.onnx with their versions; the 12 with * are judged');
});

test('explain shows the schema of an operator that is not judged, as it is at an opset', async () => {
  const { code, stdout } = await cli(['explain', 'Clip', '--opset', '10']);
  expect(code).toBe(0);
  expect(stdout).toBe(`Clip-6: the suite does not judge it yet
Other versions: 1, 11, 12, 13

Attributes
  max FLOAT = 3.4028235e+38
  min FLOAT = -3.4028235e+38
Inputs
  input: T
Outputs
  output: T
T
    float16 float32 float64
`);
});

test.each([
  [['explain', 'Clip', 'keepdims-zero'], "the suite does not judge Clip yet: leave out 'keepdims-zero'"],
  [['explain', 'Where', '--opset', '8'], 'Where does not exist before opset 9'],
  [['run', 'Abs', '--backend', 'reference'], 'Abs is not judged yet; judged are ArgMax, '],
])('%j', async (args, message) => {
  const { code, stderr } = await cli(args);
  expect(code).toBe(2);
  expect(stderr).toContain(`onnx-conformance: ${message}`);
});

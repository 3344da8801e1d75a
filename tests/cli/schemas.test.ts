import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { cli } from './cli.ts';

test('list operators has all of ONNX, and marks what is judged', async () => {
  const { code, stdout } = await cli(['list', 'operators']);
  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines).toContain('* Upsample                   1 7 9 10 (deprecated)');
  expect(lines).toContain('* ReduceSum                  1 11 13');
  expect(lines.at(-1)).toBe(`203 operators of ai.onnx with their versions; the ${operators.length} with * are judged`);
});

test('explain shows the schema of an operator that is not judged, as it is at an opset', async () => {
  const { code, stdout } = await cli(['explain', 'GridSample', '--opset', '17']);
  expect(code).toBe(0);
  expect(stdout).toBe(`GridSample-16: the suite does not judge it yet
Other versions: 20, 22

Attributes
  align_corners INT = 0
  mode STRING = "bilinear"
  padding_mode STRING = "zeros"
Inputs
  X: T1
  grid: T2
Outputs
  Y: T1
T1
    uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32 float64
    string bool complex64 complex128
T2
    float16 float32 float64
`);
});

test('explain names the types of a judged operator that are not judged', async () => {
  const { stdout } = await cli(['explain', 'Where']);
  expect(stdout).toContain('Not judged\n    complex64 complex128\n');
});

test.each([
  [['explain', 'GridSample', 'keepdims-zero'], "the suite does not judge GridSample yet: leave out 'keepdims-zero'"],
  [['explain', 'GridSample', '--opset', '8'], 'GridSample does not exist before opset 16'],
  [['run', 'GridSample', '--backend', 'reference'], 'GridSample is not judged yet; '],
])('%j', async (args, message) => {
  const { code, stderr } = await cli(args);
  expect(code).toBe(2);
  expect(stderr).toContain(`onnx-conformance: ${message}`);
});

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
  const { code, stdout } = await cli(['explain', 'RoiAlign', '--opset', '17']);
  expect(code).toBe(0);
  expect(stdout).toBe(`RoiAlign-16: the suite does not judge it yet
Other versions: 10, 22

Attributes
  coordinate_transformation_mode STRING = "half_pixel"
  mode STRING = "avg"
  output_height INT = 1
  output_width INT = 1
  sampling_ratio INT = 0
  spatial_scale FLOAT = 1
Inputs
  X: T1
  rois: T1
  batch_indices: T2
Outputs
  Y: T1
T1
    float16 float32 float64
T2
    int64
`);
});

test('explain names the types of a judged operator that are not judged', async () => {
  const { stdout } = await cli(['explain', 'Where']);
  expect(stdout).toContain('Not judged\n    complex64 complex128\n');
});

test.each([
  [['explain', 'RoiAlign', 'keepdims-zero'], "the suite does not judge RoiAlign yet: leave out 'keepdims-zero'"],
  [['explain', 'RoiAlign', '--opset', '8'], 'RoiAlign does not exist before opset 10'],
  [['run', 'RoiAlign', '--backend', 'reference'], 'RoiAlign is not judged yet; '],
])('%j', async (args, message) => {
  const { code, stderr } = await cli(args);
  expect(code).toBe(2);
  expect(stderr).toContain(`onnx-conformance: ${message}`);
});

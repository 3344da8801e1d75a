import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { operatorNames } from '../../oracles/spec/schemas/schemas.ts';
import { cli } from './cli.ts';

test('list operators has all of ONNX, and all are judged', async () => {
  const { code, stdout } = await cli(['list', 'operators']);
  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines).toContain('Upsample                   1 7 9 10 (deprecated)');
  expect(lines).toContain('ReduceSum                  1 11 13');
  expect(lines.at(-1)).toMatch(/^203 operators of ai\.onnx .*with their versions; all are judged$/);
  expect(operators.map(({ name }) => name)).toEqual(operatorNames);
});

test('explain shows the schema of an operator, as it is at an opset', async () => {
  const { code, stdout } = await cli(['explain', 'RoiAlign', '--opset', '17']);
  expect(code).toBe(0);
  expect(stdout).toContain(`
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

test('explain names the types of an operator that are not judged', async () => {
  const { stdout } = await cli(['explain', 'Where']);
  expect(stdout).toContain('Not judged\n    complex64 complex128\n');
});

test.each([[['explain', 'RoiAlign', '--opset', '8'], 'RoiAlign does not exist before opset 10']])(
  '%j',
  async (args, message) => {
    const { code, stderr } = await cli(args);
    expect(code).toBe(2);
    expect(stderr).toContain(`onnx-conformance: ${message}`);
  },
);

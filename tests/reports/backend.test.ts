import { expect, test } from 'vitest';
import { describeProperties } from '../../reports/view/backend.ts';

test('what a backend says about itself has names, but for what needs none', () => {
  const versions = { numpy: '2.4.6', onnx: '1.23.1', provider: 'CPU', Python: '3.11.7' };
  expect(describeProperties({ name: 'onnx.reference', version: '1.23.1', ...versions })).toEqual([
    ...['numpy 2.4.6', 'onnx 1.23.1', 'CPU', 'Python 3.11.7'],
  ]);
});

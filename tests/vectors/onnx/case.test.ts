import { expect, test } from 'vitest';
import { callOf, select } from '../../../generators/suite/cases.ts';
import { encodeCase } from '../../../vectors/onnx/case.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { filesOfPack, packedCases } from '../../../vectors/pack/pack.ts';

test('a model declares the shape of its output, also where two inputs come at run time', () => {
  const { cells, cases } = select({
    seed: 1,
    ids: ['ReduceSum/13/float32/axes-listed', 'ReduceSum/13/float32/inputs-constant'],
    opsets: [],
    dtypes: [],
  });
  const questions = cells
    .flatMap(cases)
    .filter(({ proposal }) => proposal.inputs.every(({ form }) => form === 'input'));
  for (const testCase of questions) {
    const { operator, version } = testCase.cell;
    const expected = operator.expect(version, callOf(testCase.proposal));
    const { inputs, outputs } = decodeModel(encodeCase(testCase, expected).model);
    expect(inputs.map(({ name }) => name)).toEqual(['data', 'axes']);
    expect(outputs.map(({ dims }) => dims)).toEqual(expected.map(({ dims }) => dims));
  }
  expect(questions.length).toBeGreaterThan(0);
});

test('inputs that are one value have one name, and come once', () => {
  const { cells, cases } = select({ seed: 1, ids: ['Where/16/float32/inputs-same-value/0'], opsets: [], dtypes: [] });
  const [testCase] = cells.flatMap(cases);
  const { operator, version } = testCase!.cell;
  const { model, inputs } = encodeCase(testCase!, operator.expect(version, callOf(testCase!.proposal)));
  expect(decodeModel(model).nodes[0]!.inputs).toEqual(['condition', 'X', 'X']);
  expect(inputs.map(({ name }) => name)).toEqual(['condition', 'X']);
  expect(testCase!.summary).toContain(', Y = X');
});

/** The case.json of controls in a pack. */
function twinsIn(id: string): { readonly id: string; readonly dtype: string; readonly summary: string }[] {
  const packed = packedCases({ seed: 1, ids: [id], opsets: [], dtypes: [] }, 'full');
  const files = [...filesOfPack(packed, 1, {})].filter(({ path }) => path.endsWith('/control/case.json'));
  return files.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()));
}

test('a control tells its own dtype and summary', () => {
  const refusable = twinsIn('ReduceLogSum/18/int32/axes-listed');
  expect(refusable.length).toBeGreaterThan(0);
  for (const { id, dtype, summary } of refusable) {
    expect({ id, dtype }).toEqual({ id: expect.stringMatching(/\/int32\/.*\/control$/), dtype: 'float32' });
    expect(summary).toMatch(/^opset \d+, the control: data float32\[[\d,]*\] axes=\[[^\]]*\].*, grid$/);
  }
  const [ofDType] = twinsIn('ReduceMax/11/float32/invalid-dtype');
  expect(ofDType!.summary).toContain(`data ${ofDType!.dtype}[`);
  const [ofAxes] = twinsIn('ReduceSum/13/float32/invalid-axes-out-of-range/0');
  expect(ofAxes).toMatchObject({ dtype: 'float32', summary: expect.stringMatching(/ axes=\[\d+\] constant, /) });
});

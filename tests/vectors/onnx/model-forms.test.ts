import { expect, test } from 'vitest';
import { select } from '../../../generators/suite/cases.ts';
import { modelRun } from '../../../vectors/onnx/case.ts';
import { encodeModelIn, modelOf } from '../../../vectors/onnx/encode.ts';
import { inlined } from '../../../vectors/onnx/inline.ts';
import { decodeModel, encodeModel, requiredInputs } from '../../../vectors/onnx/model.ts';

const { cells, cases } = select({ seed: 1, ids: ['graph'], opsets: [13], dtypes: [], suite: 'standard' });
const written = cells.flatMap(cases).filter(({ proposal }) => proposal.form);

const spec = (testCase: (typeof written)[number]) => {
  const run = modelRun(testCase, []);
  const outputs = Array.from(run.graph.outputs, () => ({ dtype: 'float32', dims: [1] }) as const);
  return modelOf([{ ...run, outputs }]);
};

test('there are graphs in thirteen forms', () => {
  expect(new Set(written.map(({ proposal }) => proposal.form)).size).toBe(13);
});

test('a form changes the bytes, and neither nodes nor constants', () => {
  for (const testCase of written) {
    const { form } = testCase.proposal;
    const [usual, other] = [encodeModel(spec(testCase)), encodeModelIn(form, spec(testCase))];
    expect(Buffer.compare(usual, other), testCase.id).not.toBe(0);
    const [meant, read] = [decodeModel(usual), decodeModel(inlined(other, new Map(), testCase.id))];
    const nodes = (all: typeof read.nodes) =>
      all.map(({ opType, attributes, inputs, outputs }) => ({
        opType,
        attributes,
        inputs: inputs.filter(Boolean),
        outputs: outputs.filter(Boolean),
      }));
    expect(nodes(read.nodes), testCase.id).toEqual(nodes(meant.nodes));
    const constants = new Map(read.initializers.map(({ name, tensor }) => [name, tensor]));
    for (const { name, tensor } of meant.initializers) expect(constants.get(name), testCase.id).toEqual(tensor);
  }
});

test('defaults are for inputs that may be left out', () => {
  for (const testCase of written) {
    const model = decodeModel(encodeModelIn(testCase.proposal.form, spec(testCase)));
    const given = modelRun(testCase, []).values.size;
    if (testCase.proposal.form === 'constants as defaults') {
      expect(model.inputs.length).toBe(given + model.initializers.length);
      expect(requiredInputs(model).length).toBe(given);
    }
    if (testCase.proposal.form === 'defaults replaced') expect(requiredInputs(model)).toEqual([]);
  }
});

import { describe, expect, it } from 'vitest';
import { stagedOperators } from '../../../evidence/kernels/stages.ts';
import { controlOf } from '../../../generators/cases/control.ts';
import { callOf, callOfValues, select } from '../../../generators/suite/cases.ts';
import { allCells, invalidCells } from '../../../generators/suite/cells.ts';
import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { scalarsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { operators } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { calleeOf, operatorName } from '../../../oracles/spec/operator-name.ts';
import { rulesOf } from '../../../oracles/spec/rules.ts';
import { encodeInvalidCase } from '../../../vectors/onnx/case.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { sampled } from '../../sample.ts';

const everything = { seed: 1, ids: [], opsets: [], dtypes: [] };
const { invalid, cases } = select(everything);
const all = invalid.flatMap(cases);
/** Other seeds of the tests look at the rest. */
const some = sampled(all, 75);

/** What the oracle has to say of a model that breaks a rule, whatever else it might object to. */
const objections: Readonly<Record<string, RegExp>> = {
  'invalid-attribute': /^attribute \w+ is not declared by version \d+$/,
  'invalid-attribute-type': /^attribute \w+ is [A-Z_]+ where [A-Z_]+ is declared$/,
  'invalid-attribute-value': /^attribute \w+ is '(?:undeclared)?' and not one of [\w, ]+$/,
  'invalid-extra-input': /^\d+ inputs where version \d+ has \d: [\w, ]*$/,
  'invalid-missing-attribute': /^the attribute \w+ is missing$/,
  'invalid-attribute-choice': /^\d of [\w, ]+ are given instead of exactly one$/,
  'invalid-broadcast':
    /^shapes \[[\d,]*\] and \[[\d,]*\] (?:differ|do not broadcast)|^shapes .* do not broadcast$|differ, and broadcast is 0$|^a shape \[[\d,]+\] does not broadcast to|^a bound of shape \[[\d,]+\] is not a scalar$/,
  'invalid-probability': /^(?:1\.5|-0\.5|2|NaN) is not a probability$/,
  'invalid-output-type': /^output output: dtype \w+ is not allowed by version \d+$/,
  'invalid-fmod': /^floats take fmod = 1$/,
  'invalid-missing-input': /^the input \w+ is missing$/,
  'invalid-dtype': /^input \w+: dtype \w+ is not allowed by version \d+$/,
  'invalid-input-dtype': /^input \w+: dtype (?:int32|float32|int16) is not allowed by version \d+$/,
  'invalid-axis-out-of-range': /^axis -?\d is outside \[-\d, \d\]$/,
  'invalid-axes-out-of-range': /^axis -?\d is outside \[-?\d, -?\d\]$/,
  'invalid-perm': /^\[[\d,]+\] is not a permutation of \d dimensions$/,
  'invalid-target':
    /^(?:attribute to is \w+, which is not the code of a known type|\w+ is not a type that version \d+ casts to)$/,
  'invalid-shapes': /^\[[\d,]+\] and \[[\d,]+\] differ in other dimensions than \d$/,
  'invalid-shape':
    /^\[[-\d,]+\] is not a shape for \[[\d,]+\]$|^the shape must be \[C\] or \[1,C\], and is \[[\d,]*\]$/,
  'invalid-squeezed-size': /^dimension \d is of size \d$/,
  'invalid-duplicate-axes': /^axes \[[-\d,]+\] name a dimension twice$/,
  'invalid-repeats': /^\[[\d,]*\] are not repeats of \d dimensions$/,
  'invalid-step': /^a step is 0$/,
  'invalid-expansion': /^shapes \[[\d,]+\] and \[[\d,]+\] do not broadcast$/,
  'invalid-indices-out-of-range': /^index -?\d is outside \[-\d, \d\]$/,
  'invalid-batch-dims':
    /^tuples of \d for data \[[\d,]+\] with \d batch dimensions$|^data \[[\d,]+\] and indices \[[\d,]+\] do not share -?\d batch dimensions$/,
  'invalid-choice': /^(?:not one of split and num_outputs is|both of scales and sizes are) given$/,
  'invalid-output-dtype': /^output_dtype is \w+, but the zero point is \w+$/,
  'invalid-transformed-axis': /^axis -?\d is not one of the \d dimensions before the last$/,
  'invalid-parts': /^the last dimension is \d; it must be 1 for real or 2 for complex numbers$/,
  'invalid-onesided': /^onesided=1 with inverse=[01] is not valid for (?:real|complex) numbers$/,
  'invalid-window-length':
    /^a window of \d numbers does not match frames of \d$|^the window has the shape \[\d,\d\]; it must have one dimension$/,
  'invalid-output-datatype':
    /^attribute output_datatype is \d+, which is not the code of a known type$|^output output: dtype \w+ is not allowed by version \d+$/,
  'invalid-scale-shape': /^scales \[[\d,]*\] and zero points \[[\d,]*\] do not match data \[[\d,]+\]$/,
  'invalid-axes': /^batch_axis \d and time_axis \d are not 0 and 1$/,
  'invalid-lengths':
    /^\[\d\] lengths for \[[\d,]+\]$|^the shape of lengths is \[\d\]; it must be \[\d\]$|^a sequence of -?\d steps in data of \d steps$|^the scanned inputs have different lengths: [\d, ]+$|^a sequence is too short$/,
  'invalid-recurrence': /^the shape of weights [WR] is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-directions': /^the shape of weights W is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-initial-state': /^the shape of a state is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-initial-cell': /^the shape of a state is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-peepholes': /^the shape of peepholes is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-activations': /^activations has \d names; it must have \d$/,
  'invalid-hidden-size': /^hidden_size is \d where R has \d units$/,
  'invalid-shape-length': /^\d sizes for \d axes$/,
  'invalid-width': /^\w+ has not the bits of \w+$/,
  'invalid-rank':
    /^a shape \[[\d,]*\] is not that of a matrix$|^the input must be (?:a matrix|a list or a matrix); its shape is \[[\d,]*\]$|^data of \d dimensions(?:; they must have (?:4|three: steps, sequences and features))?$/,
  'invalid-theta': /^matrices \[[\d,]+\] do not match a size of \[[\d,]+\]$/,
  'invalid-grid': /^a grid \[[\d,]+\] does not match data \[[\d,]+\]$/,
  'invalid-regions':
    /^regions have the shape \[[\d,]+\]; it must be \[regions, [45]\]$|^batch_indices have the shape \[[\d,]+\]; it must be \[\d\]$/,
  'invalid-image': /^a region is in image -?\d, and there are \d images$/,
  'invalid-cells': /^pooled_shape has \d numbers; it must have 2$/,
  'invalid-boxes':
    /^boxes have the shape \[[\d,]+\]; it must be \[images, boxes, 4\]$|^scores \[[\d,]+\] do not match boxes \[[\d,]+\]$/,
  'invalid-threshold': /^iou_threshold is (?:1\.5|-0\.25); it must be from 0 to 1$/,
  'invalid-size': /^the output would have the shape \[[-\d,]+\]$/,
  'invalid-split':
    /^lengths \[[-\d,]+\] do not split a dimension of size \d$|^a dimension cannot be split into parts of length -?\d$/,
  'invalid-updates-shape': /^updates \[[\d,]+\] for places \[[\d,]+\]$/,
  'invalid-write-indices': /^write_indices \[[\d,]+\] reach beyond a cache of size \d$/,
  'invalid-inner-dimension': /^\[[\d,]+\] and \[[\d,]+\] differ in the dimension that is summed$/,
  'invalid-matrix': /^\[[\d,]+\] or \[[\d,]+\] is not a matrix$/,
  'invalid-groups': /^\d channels and weights \[[\d,]+\] do not make \d groups$/,
  'invalid-kernel-shape': /^kernel_shape is \[[\d,]+\] where the weights have \[[\d,]+\]$/,
  'invalid-bias': /^the shape of a bias is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-offsets':
    /^the shape of offsets is \[[\d,]+\]; it must be \[[\d,]+\]$|^\d groups of offsets for \d channels$/,
  'invalid-mask': /^the shape of a mask is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-weight': /^the shape of weights is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-past-state': /^the shape of a state is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-window-rank': /^a window of \d dimensions does not match \d spatial dimensions$/,
  'invalid-parameters':
    /^\[[\d,]+\] are not parameters for (?:a matrix|weights|a tensor).*$|^a scale \[[\d,]*\] and a zero point \[[\d,]*\] differ in shape$/,
  'invalid-equation':
    /^'.*' is not an? (?:equation for \d operands|term of an equation)$|^'.*' names \d dimensions of \d$|^'.*' has an output of other letters/,
  'invalid-letter-size': /^'\w' is of sizes \d and \d$/,
  'invalid-indices-shape': /^indices \[[\d,]+\] (?:for|do not match) data \[[\d,]+\]$/,
  'invalid-blocks': /^\[[\d,]+\] are not \d blocks of \d elements$/,
  'invalid-k': /^k is \d; it must be from 1 to \d, the length of a line$/,
  'invalid-scalar': /^a matrix product of a scalar$/,
  'invalid-stash-type': /^attribute stash_type is \w+, which is not a float type$/,
  'invalid-parameter-shape': /^the shape of the input \w+ is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-group-count': /^\d channels cannot be divided into \d groups$/,
  'invalid-order': /^attribute p is \d; it must be 1 or 2$/,
  'invalid-window': /^attribute size is -?\d; it must be 1 or more$/,
  'invalid-reduction': /^the reduction '\w+' is not one of none, sum, mean$/,
  'invalid-class': /^class -?\d is outside \[0, \d\]$/,
  'invalid-class-shape': /^classes \[[\d,]+\] do not match data \[[\d,]+\]$/,
  'invalid-scales': /^\d (?:scales|sizes) for \d dimensions$/,
  'invalid-pattern': /^'.*' is not a pattern of RE2$/,
  'invalid-weights': /^\d weights for \d n-grams$|^the shape of weights W is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-outputs': /^\d outputs are requested; outside of training, there is one$/,
  'invalid-dtype-of-sequence':
    /^attribute dtype is \d+, which is not the code of a known type$|^output output: dtype \w+ is not allowed by version \d+$/,
  'invalid-types':
    /^input inputs is int64 where T is float32$|^a tensor of int64 cannot be inserted into a sequence of float32$/,
  'invalid-position': /^position -?\d+ is outside \[-\d, \d\]$/,
  'invalid-kind': /^input input_sequence: float32 is not allowed by version \d+$/,
  'invalid-axis': /^axis -?\d is outside \[-\d, \d\]$/,
  'invalid-no-type': /^an optional without content needs a type$/,
  'invalid-num-heads': /^data \[[\d,]+\] of \d heads$|^the attribute num_heads is missing$/,
  'invalid-head-size': /^heads of \d features$/,
  'invalid-rotary-dim': /^\d features of \d are turned$/,
  'invalid-cache': /^the shape of (?:sines|a cache|a cache for positions) is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-position-id': /^position \d of \d$/,
  'invalid-position-ids': /^the shape of positions is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-ranks': /^inputs of [\d, ]+ dimensions$/,
  'invalid-heads': /^(?:queries|keys) \[[\d,]+\] of \d heads$|^the attribute \w+ is missing$/,
  'invalid-grouped-heads': /^\d heads of queries for \d of keys$/,
  'invalid-queries': /^the shape of queries is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-values': /^the shape of values is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-past-alone': /^past keys or past values alone$/,
  'invalid-past': /^the shape of past (?:keys|values) is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-attn-mask': /^\[[\d,]+\] is not broadcast to \[[\d,]+\]$/,
  'invalid-mode': /^attribute qk_matmul_output_mode is -?\d$/,
  'invalid-softmax-precision':
    /^attribute softmax_precision is \w+, which is not (?:the code of a known type|a float type)$/,
  'invalid-padding': /^the shape of numbers of keys is \[\d\]; it must be \[\d\]$/,
  'invalid-padded-past': /^a past, and numbers of keys that are not padding$/,
  'invalid-window-size': /^attribute left_window_size is -\d$/,
  'invalid-packed': /^keys of \d dimensions$/,
  'invalid-packed-heads': /^keys \[[\d,]+\] of \d heads$|^\d heads of queries for \d of keys$/,
  'invalid-linear-shapes': /^the shape of (?:queries|values) is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-linear-state': /^the shape of a state is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-decay': /^the rule needs decay$|^the shape of decays is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-beta': /^the rule needs beta$|^the shape of betas is \[[\d,]+\]; it must be \[[\d,]+\]$/,
  'invalid-no-content': /^an optional without content has no element$/,
  'invalid-branch-types': /^the branches return \w+ and \w+ for output \d$/,
  'invalid-branch-shapes': /^the branches return shapes \[[\d,]+\] and \[[\d,]+\] for output \d$/,
  'invalid-output-count':
    /^the branches return \d and \d values, but the node has \d outputs$|^the body returns \d values, but (?:the node has )?\d/,
  'invalid-condition': /^cond has \d elements; it must have one$/,
  'invalid-shadowing': /^the name '\w+' in \w+ also exists in the graph around it$/,
  'invalid-carried-count': /^the graph body has \d inputs, but \d are given$/,
  'invalid-scan-shapes':
    /^runs of the body return tensors of shapes \[[\d,]+\] and \[[\d,]+\], which cannot be stacked$/,
  'invalid-state-shape': /^the body changes the shape of state \d$/,
  'invalid-scan-count': /^num_scan_inputs is -?\d for \d inputs$/,
  'invalid-body-inputs': /^the graph body has \d inputs, but \d are given$/,
};

it('every rule of every operator version has a cell of its own, with one to fifteen models', () => {
  const rules = operators.flatMap((operator) =>
    operator.versions.flatMap((version) =>
      rulesOf(operator, version).map(({ id }) => `${operator.name}/${version.since}/${id}`),
    ),
  );
  const cells = [...invalidCells(), ...allCells()];
  expect(invalidCells().map(({ name }) => name.split('/').toSpliced(2, 1).join('/'))).toEqual(rules);
  expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
  for (const cell of invalid) {
    const { length } = cases(cell);
    if (length < 1 || length > 15) expect.fail(`${cell.name} has ${length} models`);
  }
  expect(all.length).toBeGreaterThan(300);
});

describe.each(Object.keys(objections))('%s', (rule) => {
  const own = sampled(
    all.filter(({ cell }) => cell.clause.id === rule),
    4,
  );

  it('is tried', () => {
    expect(own.length).toBeGreaterThan(0);
  });

  it('is what the oracle objects to, and in nothing but the invalid model', () => {
    for (const testCase of own) {
      const { cell, proposal } = testCase;
      const refused = () => expectValues(cell.operator, cell.version, callOfValues(proposal));
      expect(refused, testCase.id).toThrow(BadInput);
      expect(refused, testCase.id).toThrow(objections[rule]);
      const control = controlOf(testCase)!;
      const { version } = control.cell;
      const computed = expectValues(cell.operator, version, callOfValues(control.proposal)).map(referenceValue);
      expect(computed.length, testCase.id).toBeGreaterThan(0);
    }
  });
});

it('axes have a range from opset 11 on, but where the shape inference of version 1 goes on', () => {
  const reducing = operators.filter(({ name }) => stagedOperators.includes(name));
  const without = reducing.flatMap((operator) =>
    operator.versions
      .filter((version) => !rulesOf(operator, version).some(({ id }) => id.endsWith('-out-of-range')))
      .map(({ since }) => `${operator.name}-${since}`),
  );
  expect(without.filter((name) => !name.endsWith('-1'))).toEqual(['ReduceMax-11', 'ReduceMin-11']);
});

it('no rule is left without an objection that names it', () => {
  expect([...new Set(all.map(({ cell }) => cell.clause.id))].sort()).toEqual(Object.keys(objections).sort());
});

it('a control has the same data and shape, as far as the broken rule leaves them', () => {
  for (const testCase of some) {
    const { cell } = testCase;
    const { inputs, rejection } = testCase.proposal;
    const [a, b] = [inputs[0]?.value, rejection!.control().inputs[0]?.value];
    if (!a || !b) continue; // the missing input, or one too many
    if ([a, b].some(({ dtype }) => dtype === 'string')) continue; // whose elements are not numbers
    if (rejection!.version && testCase.proposal.graph) continue; // another version may have other graphs
    // rules that speak of the first input itself
    if (
      'invalid-rank invalid-theta invalid-parts invalid-head-size invalid-probability'
        .split(' ')
        .includes(cell.clause.id) ||
      cell.version.inputs[0]!.dtypes
    )
      continue;
    expect(a.dims, testCase.id).toEqual(b.dims);
    // strings are not numbers
    if (cell.dtype === 'string') continue;
    const values = a.dtype === 'bool' ? numbersIn(b).map((x) => (x === 0 ? 0 : 1)) : numbersIn(b);
    expect(numbersIn(a), testCase.id).toEqual(values);
  }
});

it('a dtype that another version admits, and none may refuse, is tried with a control of that version and the same dtype', () => {
  const own = all.filter(({ cell }) => cell.clause.id === 'invalid-dtype');
  for (const testCase of own) {
    const { cell, proposal } = controlOf(testCase)!;
    const typeOfFirst = ({ inputs: [first] }: typeof proposal) => (first!.held ?? first!.value!).dtype;
    const dtype = typeOfFirst(testCase.proposal);
    const admits = testCase.cell.operator.versions.some(
      ({ dtypes, contested }) => dtypes.includes(dtype) && !contested?.dtypes.includes(dtype),
    );
    const { version, types } = testCase.cell;
    const own = types[version.inputs[0]!.variable!] ?? testCase.cell.dtype;
    expect(typeOfFirst(proposal)).toBe(admits ? dtype : own);
    expect(cell.version.dtypes).toContain(typeOfFirst(proposal));
  }
  expect(own.some((testCase) => controlOf(testCase)!.cell.version !== testCase.cell.version)).toBe(true);
});

it('the model is written as it was proposed, with the outputs that its type variable asks for', () => {
  for (const testCase of some) {
    const { cell, proposal, opset, id } = testCase;
    const model = decodeModel(encodeInvalidCase(testCase).model, id);
    const { name } = cell.operator;
    const proposed = proposal.graph?.nodes.find((one) => operatorName(one) === name) ?? proposal;
    // nodes around it make other values of tensors
    const node = model.nodes.find((one) => operatorName(one) === name && one.inputs.length === proposed.inputs.length);
    expect(node).toMatchObject({ ...calleeOf(name), attributes: proposed.attributes, unread: [] });
    expect(model.opset).toBe(opset);
    const data = proposal.inputs[0]?.value;
    const [declared] = cell.version.outputs;
    if (!cell.operator.ofValues && data && !declared!.dtype && declared!.variable === cell.version.inputs[0]?.variable)
      expect(model.outputs[0]!.dtype).toBe(data.dtype);
  }
});

it('an invalid case does not depend on what else is selected, and has its place among ids', () => {
  const [one] = all.filter(({ id }) => id.includes('invalid-dtype'));
  const alone = select({ ...everything, ids: [one!.id] });
  expect(alone.cells).toEqual([]);
  const [same, ...others] = alone.invalid.flatMap(alone.cases);
  expect(others).toEqual([]);
  expect(same).toMatchObject({ id: one!.id, opset: one!.opset });
  expect(callOf(same!.proposal)).toEqual(callOf(one!.proposal));
  expect(() => select({ ...everything, ids: ['ReduceSum/13/float32/invalid-dtyp'] })).toThrow(
    'did you mean invalid-dtype?',
  );
  expect(() => select({ ...everything, ids: ['ReduceSum/13/float32/invalid-dtype/99'] })).toThrow('has cases 0 to');
});

function numbersIn(tensor: Tensor): number[] {
  const value = scalarsOf(tensor);
  return Array.from({ length: tensor.data.length }, (_, i) => Number(value(i)));
}

/** Questions from cases of the suite, for backends without a node that returns its input. */
import { type Case, type Cell, callOf, type SelectedCases, select } from '../../generators/suite/cases.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import { isOfTensors } from '../../oracles/spec/expect-values.ts';
import { calleeOf } from '../../oracles/spec/operator-name.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { getOr, groupBy } from '../../reports/aggregate/grouping.ts';
import { importsOf } from '../../vectors/onnx/encode.ts';
import { encodeModel, type ModelSpec } from '../../vectors/onnx/model.ts';
import { encodeTensor, type NamedTensor } from '../../vectors/onnx/tensor-proto.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import { decodeValues } from '../run/trial/decode-values.ts';
import type { AdapterQuestion } from './question.ts';

/** Cells by operator, for each opset and dtype, since checks use the same ones many times. */
const chosen = new Map<string, Pick<SelectedCases, 'cases'> & { byOperator: ReadonlyMap<string, readonly Cell[]> }>();

/** Returns the cells of an opset and a dtype by operator, and the cases of each. */
function cellsAt(opset: number, dtype: Tensor['dtype']) {
  return getOr(chosen, `${opset} ${dtype}`, () => {
    const { cells, cases } = select({ seed: 1, ids: [], opsets: [opset], dtypes: [dtype] });
    return { byOperator: groupBy(cells, (cell) => cell.operator.name), cases };
  });
}

/** Yields cases of one operator, each with a valid model that no backend may refuse. */
export function* casesOf(operator: string, opset: number, dtype: Tensor['dtype']): Generator<Case> {
  const { byOperator, cases } = cellsAt(opset, dtype);
  for (const cell of byOperator.get(operator) ?? []) {
    // questions have a tensor as first input and output
    if (isOfSessions(cell.clause) || !isOfTensors(cell.operator)) continue;
    for (const question of cases(cell)) {
      if (!question.proposal.rejection && !hasNegativeParameter(question)) yield question;
    }
  }
}

/** Whether a parameter is negative: kernels often fail for it, which does not concern the adapter. */
function hasNegativeParameter({ proposal: { attributes, inputs } }: Case): boolean {
  const parameters = [
    ...Object.values(attributes).map(({ value }) => value),
    ...inputs.slice(1).map(({ value }) => [...(value?.data ?? [])]),
  ];
  return parameters.flat().some((value) => (typeof value === 'number' || typeof value === 'bigint') && value < 0);
}

/** Returns a case of an operator with data like a tensor, where dtype, rank or size are special; the `turn`-th of several. */
export function caseLike(operator: string, opset: number, { dtype, dims }: Tensor, turn: number): Case | undefined {
  let found: Case | undefined;
  for (const question of casesOf(operator, opset, dtype)) {
    const data = question.proposal.inputs[0]?.value;
    if (!data || !isLike(data.dims, dims)) continue;
    found = question;
    if (turn-- === 0) break;
  }
  return found;
}

/** The number of elements from which a tensor counts as large. */
const many = 2 ** 20;

function isLike(a: readonly number[], b: readonly number[]): boolean {
  const kind = (dims: readonly number[]) => {
    const count = elementCount(dims);
    return `${Math.min(dims.length, 1)} ${dims.length >= 5} ${Math.min(count, 1)} ${count >= many}`;
  };
  return kind(a) === kind(b);
}

/**
 * Returns a question with a model that has a node for each case, all of one opset and with separate names.
 * @param order the names of the cases whose outputs are wanted
 * @param data the source of the nodes' data: graph inputs, initializers, or nowhere
 */
export function callsOf(
  opset: number,
  cases: Readonly<Record<string, Case>>,
  order: readonly string[] = Object.keys(cases),
  data: 'input' | 'initializer' | 'nowhere' = 'input',
): AdapterQuestion {
  const given: NamedTensor[] = [];
  const initializers: NamedTensor[] = [];
  const outputOf = (name: string) => `${name}_out`;
  const expected = Object.fromEntries(
    Object.entries(cases).map(([name, { cell, proposal }]) => {
      return [name, cell.operator.expect(cell.version, callOf(proposal))[0]!];
    }),
  );
  const nodes = Object.entries(cases).map(([name, { cell, proposal }]) => ({
    ...calleeOf(cell.operator.name),
    attributes: proposal.attributes,
    inputs: proposal.inputs.map(({ form, value }, i) => {
      if (!value) return '';
      const own = i === 0 ? name : `${name}_${i}`;
      const isConstant = form === 'initializer' || data === 'initializer';
      if (data !== 'nowhere' || i > 0) (isConstant ? initializers : given).push({ name: own, tensor: value });
      return own;
    }),
    outputs: [outputOf(name)],
  }));
  const spec: ModelSpec = {
    name: 'check',
    opset,
    opsets: importsOf(Object.values(cases).map(({ cell }) => cell)),
    nodes,
    inputs: given.map(({ name, tensor: { dtype, dims } }) => ({ name, dtype, dims })),
    outputs: Object.entries(expected).map(([name, { dtype, dims }]) => ({ name: outputOf(name), dtype, dims })),
    initializers,
  };
  const inputs = given.map(({ name, tensor }) => ({ name, bytes: encodeTensor(tensor, name) }));
  const request = { model: encodeModel(spec), inputs, outputs: order.map(outputOf) };
  const complaint = (outputs: readonly NamedBytes[]) => {
    const names = outputs.map(({ name }) => name).join(', ');
    const asked = request.outputs.join(', ');
    if (names !== asked) return `outputs ${names || 'of no name'} where ${asked} were asked for, in this order`;
    const tensors = decodeValues(request.outputs, outputs);
    if (!tensors.ok) return tensors.message;
    return compare(
      order.map((name) => expected[name]!),
      tensors.value,
    ).message;
  };
  return { request, complaint };
}

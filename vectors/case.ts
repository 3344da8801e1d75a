import { type Case, type Cell, callOf } from '../generators/cases.ts';
import { controlOf, typeVariable } from '../generators/control.ts';
import { inputName, outputAt, outputName } from '../oracles/declaration.ts';
import type { ExpectedOutput } from '../oracles/operator.ts';
import { encodeModel, type ModelSpec } from './model.ts';
import { encodeTensor, type NamedTensor } from './tensor-proto.ts';

/** A case as the bytes that a backend gets. */
export interface EncodedCase {
  /** ModelProto */
  readonly model: Uint8Array;
  /** TensorProtos of the graph inputs */
  readonly inputs: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** names of the graph outputs, in order */
  readonly outputs: readonly string[];
}

/** A case with what the oracle expects of it. */
export interface Answered {
  readonly question: Case;
  readonly expected: readonly ExpectedOutput[];
}

/** What of a case its model depends on. */
export type EncodableCase = Pick<Case, 'id' | 'opset' | 'proposal'> & {
  readonly cell: Pick<Cell, 'operator' | 'version'>;
};

/** What a model says of its output. */
export type DeclaredOutput = Pick<ExpectedOutput, 'dtype' | 'dims'>;

/**
 * The model of a case: one node or its graph, constants as initializers, other inputs as graph inputs with static shapes.
 * Output shapes are declared as they are for these inputs, those that come at run time included, as ONNX's own vectors do.
 * @param siblings further runs of the same model: dimensions in which they differ are symbolic, and where their ranks
 *   differ no shape is declared
 */
export function encodeCase(
  question: EncodableCase,
  expected: readonly DeclaredOutput[],
  siblings: readonly Answered[] = [],
): EncodedCase {
  const model = modelOfCase(question, expected, siblings);
  return {
    model: encodeModel(model),
    inputs: encodeInputs(question),
    outputs: model.outputs.map(({ name }) => name),
  };
}

/** The model of a case before it is encoded; see {@link encodeCase}. */
export function modelOfCase(
  { id, cell, opset, proposal }: EncodableCase,
  expected: readonly DeclaredOutput[],
  siblings: readonly Answered[] = [],
): ModelSpec {
  const places = new Map<string, number>();
  const graphInputs: NamedTensor[] = [];
  const initializers: NamedTensor[] = [];
  const nodeInputs = proposal.inputs.map(({ form, value, sameAs }, i) => {
    if (sameAs !== undefined) return inputName(cell.version, sameAs);
    const name = nameOfInput({ cell, proposal }, i);
    if (form === 'omitted' || !value) return '';
    places.set(name, i);
    (form === 'initializer' ? initializers : graphInputs).push({ name, tensor: value });
    return name;
  });
  const inputDims = ({ name, tensor }: NamedTensor) => {
    const others = siblings.map(({ question }) => question.proposal.inputs[places.get(name)!]!.value!.dims);
    return dimsOfAll(tensor.dims, others, (axis) => `${name}_${axis}`);
  };
  const inputNames = new Set(cell.version.inputs.map(({ name }) => name));
  // a graph has each name once
  const { graph } = proposal;
  const outputs =
    graph?.outputs ??
    expected.map((_, i) => {
      const name = outputName(cell.version, i);
      return inputNames.has(name) ? `new_${name}` : name;
    });
  return {
    name: id,
    opset,
    nodes: graph?.nodes ?? [
      {
        opType: cell.operator.name,
        attributes: proposal.attributes,
        inputs: nodeInputs,
        outputs,
        ...(cell.operator.domain && { domain: cell.operator.domain }),
      },
    ],
    inputs: graphInputs.map((input) => ({ name: input.name, dtype: input.tensor.dtype, dims: inputDims(input) })),
    outputs: expected.map(({ dtype, dims }, i) => {
      const others = siblings.map((sibling) => sibling.expected[i]!.dims);
      return { name: outputs[i]!, dtype, dims: dimsOfAll(dims, others, () => '') };
    }),
    initializers,
  };
}

/** What the model of a case calls an input. */
const nameOfInput = ({ cell, proposal }: Pick<EncodableCase, 'cell' | 'proposal'>, index: number): string =>
  proposal.graph?.inputs[index] ?? inputName(cell.version, index);

/**
 * The model of a case that has to be refused. It declares the outputs of its control, with its own T for theirs: nothing is
 * wrong with it but the one rule that it breaks.
 */
export function encodeInvalidCase(question: Case): EncodedCase {
  const { cell, proposal } = question;
  const control = controlOf(question)!;
  const { operator, version } = control.cell;
  const ownT = typeVariable(cell.version, proposal);
  const main = cell.version.inputs.find(({ dtypes }) => !dtypes)?.variable;
  const outputs = operator.expect(version, callOf(control.proposal)).map(({ dtype, dims }, i) => {
    const declared = outputAt(cell.version, i)!;
    return { dtype: declared.dtype ?? (declared.variable === main ? ownT : undefined) ?? dtype, dims };
  });
  return encodeCase(question, outputs);
}

/** The TensorProtos of the graph inputs of a case. */
export function encodeInputs({ cell, proposal }: Pick<EncodableCase, 'cell' | 'proposal'>): EncodedCase['inputs'] {
  return (proposal.fed ?? proposal.inputs).flatMap(({ form, value, sameAs }, i) => {
    const name = nameOfInput({ cell, proposal }, i);
    return form === 'input' && value && sameAs === undefined ? [{ name, bytes: encodeTensor(value, name) }] : [];
  });
}

/** The dims that a model declares for a value that takes several shapes. */
export function dimsOfAll(
  dims: readonly number[],
  others: readonly (readonly number[])[],
  symbol: (axis: number) => string,
): (number | string)[] | undefined {
  if (others.some((other) => other.length !== dims.length)) return undefined;
  return dims.map((dim, axis) => (others.every((other) => other[axis] === dim) ? dim : symbol(axis)));
}

import type { Program } from '../../generators/fuzz/program.ts';
import { toWrittenNode } from '../../oracles/graph/resolve.ts';
import { formatScalar } from '../../oracles/judge/acceptance.ts';
import { elementCount, elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { isTensor, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { formatType } from '../../oracles/numerics/value-type.ts';
import type { AttributeValue, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { CaseResult, Finding } from '../../reports/schema.ts';
import { describeExpected, describeGot } from '../../reports/view/finding-summary.ts';
import { formatSetting, type Setting } from '../run/trial/description.ts';

/** The greatest number of elements of a tensor to print. */
const maxElements = 8;

/**
 * Describes a program in lines: its constants and inputs, its nodes, and its further runs. For example
 * `X: float32[2] = [1, 2]`, `Y = Softmax(X) axis=0`.
 */
export function describeProgram({ opset, graph, runs }: Program): readonly string[] {
  const { nodes, initializers, outputs } = graph;
  const [first, ...others] = runs;
  return [
    ...[...initializers].map(([name, tensor]) => `${name}: constant ${formatTensor(tensor)}`),
    ...[...first!].map(([name, value]) => `${name}: ${formatValue(value)}`),
    ...nodes.map((node) => formatNode(toWrittenNode(node), `${node.operator.name}-${node.version.since}`)),
    ...(nodes.length > 1 ? [`outputs ${outputs.join(', ')}`] : []),
    ...others.map((run, i) => {
      const values = [...run].map(([name, value]) => `${name}: ${formatValue(value)}`);
      return `then run ${i + 2}: ${values.join('; ')}`;
    }),
    `opset ${opset}`,
  ];
}

function formatNode({ opType, attributes, inputs, outputs }: WrittenNode, operator = opType): string {
  const settings = Object.entries(attributes).map(([name, value]) => ` ${name}=${formatAttribute(value)}`);
  return `${formatNames(outputs)} = ${operator}(${formatNames(inputs)})${settings.join('')}`;
}

const formatNames = (names: readonly string[]): string => names.map((name) => name || '-').join(', ');

/** Formats a value: `float32[2] = [1, 2]`, `seq(float32) of float32[1] = [3], float32[0] = []`. */
function formatValue(value: Value): string {
  if (isTensor(value)) return formatTensor(value);
  return `${formatType(value)} of ${tensorsIn(value).map(formatTensor).join(', ') || 'no tensors'}`;
}

function formatTensor(tensor: Tensor): string {
  const { dtype, dims } = tensor;
  const count = elementCount(dims);
  const shown = elementsOf(tensor)
    .slice(0, maxElements)
    .map((x) => formatScalar(x));
  return `${dtype}[${dims}] = [${shown.join(', ')}${count > maxElements ? ', …' : ''}]`;
}

function formatAttribute({ type, value }: AttributeValue): string {
  if (type === 'TENSOR') return formatTensor(value);
  if (type === 'TYPE_PROTO') return formatType({ within: [], ...value });
  if (type === 'GRAPH') {
    const { inputs, outputs, initializers, nodes } = value;
    const constants = initializers.map(({ name, tensor }) => `${name}: constant ${formatTensor(tensor)}; `).join('');
    const given = formatNames(inputs.map(({ name }) => name));
    const lines = nodes.map((node) => formatNode(node)).join('; ');
    return `{${given}: ${constants}${lines} -> ${formatNames(outputs.map(({ name }) => name))}}`;
  }
  return formatSetting(value as Setting);
}

/** Describes the wrong and the expected answer to a program, one line each. @param explanation absent if not searched */
export function describeAnswer(
  result: CaseResult,
  explanation?: Finding['explanation'],
): { readonly got: string; readonly expected: string } {
  const failure = {
    smallest: result,
    outcome: result.outcome as Finding['outcome'],
    ...(result.problem && { problem: result.problem }),
    ...(explanation && { explanation }),
  };
  return { got: describeGot(failure), expected: describeExpected(failure) };
}

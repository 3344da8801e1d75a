import type { Program } from '../../generators/fuzz/program.ts';
import { show } from '../../oracles/judge/acceptance.ts';
import { elementCount, elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../oracles/spec/declaration.ts';
import type { CaseResult, Finding } from '../../reports/schema.ts';
import { describeExpected, describeGot } from '../../reports/view/finding-summary.ts';

/** Elements of a tensor that are written out. */
const mostElements = 8;

/**
 * A program in lines: its constants and inputs, its nodes, its further runs. `X: float32[2] = [1, 2]`, `Y = Softmax(X) axis=0`.
 */
export function describeProgram({ opset, graph, runs }: Program): readonly string[] {
  const { nodes, initializers, outputs } = graph;
  const [first, ...others] = runs;
  return [
    ...[...initializers].map(([name, tensor]) => `${name}: constant ${formatTensor(tensor)}`),
    ...[...first!].map(([name, tensor]) => `${name}: ${formatTensor(tensor)}`),
    ...nodes.map(({ operator, version, attributes, inputs, outputs: given }) => {
      const settings = Object.entries(attributes).map(([name, value]) => ` ${name}=${formatAttribute(value)}`);
      const read = inputs.map((name) => name || '-').join(', ');
      return `${given.map((name) => name || '-').join(', ')} = ${operator.name}-${version.since}(${read})${settings.join('')}`;
    }),
    ...(nodes.length > 1 ? [`outputs ${outputs.join(', ')}`] : []),
    ...others.map((run, i) => {
      const values = [...run].map(([name, tensor]) => `${name}: ${formatTensor(tensor)}`);
      return `then run ${i + 2}: ${values.join('; ')}`;
    }),
    `opset ${opset}`,
  ];
}

function formatTensor(tensor: Tensor): string {
  const { dtype, dims } = tensor;
  const count = elementCount(dims);
  const shown = elementsOf(tensor)
    .slice(0, mostElements)
    .map((x) => show(x));
  return `${dtype}[${dims}] = [${shown.join(', ')}${count > mostElements ? ', …' : ''}]`;
}

function formatAttribute({ type, value }: AttributeValue): string {
  if (type === 'TENSOR') return formatTensor(value);
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  return type === 'STRING' ? value : show(value as number);
}

/** What came of a program and what should have come, in one line each. @param explanation absent: not looked for */
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

import * as f from '../../../oracles/arithmetic/functions.ts';
import { formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs, unary } from '../alter.ts';
import { refusedIf } from '../call-changes.ts';
import { computedImplementation } from '../computed.ts';
import type { Mutant } from '../mutant.ts';

const arithmetic = ['Add', 'Div', 'Mul', 'Pow', 'Sub'];
const comparisons = ['Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual'];
const logic = ['And', 'Or', 'Xor'];
const several = [...arithmetic, ...comparisons, ...logic, 'Max', 'Min', 'Mod', 'Sum', 'Mean'];

const dimsOf = ({ inputs }: Node<unknown>, i: number) => inputs[i]?.dims ?? [];

/** Sizes side by side, from the last dimension on; 1 where a shape has none. */
function sideBySide(shapes: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const rank = Math.max(0, ...shapes.map((dims) => dims.length));
  return Array.from({ length: rank }, (_, i) => shapes.map((dims) => dims.at(-1 - i) ?? 1));
}

/** Whether a size of 0 is broadcast with one of 1: the result has 0, and not the greater of both. */
const nothingMeetsOne = (shapes: readonly (readonly number[])[]): boolean =>
  sideBySide(shapes).some((sizes) => sizes.includes(0) && sizes.includes(1));

const shapesOf = ({ inputs }: Node<unknown>) => inputs.flatMap((input) => (input ? [input.dims] : []));
const stacks = (node: Node<unknown>) => shapesOf(node).map((dims) => dims.slice(0, -2));

/** Whether one matrix on the left meets a stack on the right. */
const isOneByStack = (node: Node<unknown>): boolean => {
  const [left, right] = stacks(node).map(elementCount);
  return dimsOf(node, 0).length > 1 && left === 1 && right! > 1;
};

/** Operands that meet, and products: what was reported of runtimes, taken as it came. */
export const reportedOperandFaults: readonly Mutant[] = [
  {
    name: 'operands: a second one of one element is 0 in the last of four lanes',
    source: ['microsoft/onnxruntime issue 17405, in browsers'],
    operators: several,
    alter: (correct) => (a, node) => {
      const [output] = correct(a, node);
      const other = node.inputs[1];
      if (!other || elementCount(other.dims) !== 1 || elementCount(output!.dims) % 4 !== 0) return [output!];
      const at = (i: number) => (i % 4 === 3 ? a.of(0) : other.at(0));
      return onNode(({ inputs }) => ({
        inputs: inputs.with(1, { dtype: other.dtype, dims: output!.dims, at: at as never }),
      }))(correct)(a, node);
    },
  },
  {
    name: 'Where: as many elements as the condition has',
    source: ['microsoft/onnxruntime pull 19009, in browsers'],
    operators: ['Where'],
    alter: onOutputs((output, a, node) => {
      const count = Math.ceil(elementCount(node.input(0).dims) / 4) * 4;
      return eachOf(output, (x, i) => (i < count ? x : a.of(0)));
    }),
  },
  {
    name: 'operands: of more dimensions, those of size 1, are refused',
    source: ['microsoft/onnxruntime issue 28969, by WebGPU'],
    operators: [...arithmetic, ...comparisons, ...logic, 'Mod'],
    alter: refusedIf((node) => {
      const [longer, shorter] = shapesOf(node).toSorted((x, y) => y.length - x.length);
      if (!shorter || longer!.length === shorter.length) return false;
      const more = longer!.length - shorter.length;
      return longer!.slice(0, more).every((size) => size === 1) && `${longer!.slice(more)}` === `${shorter}`;
    }),
  },
  {
    name: 'operands: of sizes 0 and 1 the greater counts',
    source: ['robertknight/rten pull 1369, Einsum; openvinotoolkit/openvino pull 37499'],
    operators: [...several, 'Where', 'PRelu', 'BitwiseAnd'],
    alter: refusedIf((node) => nothingMeetsOne(shapesOf(node))),
  },
  {
    name: 'MatMul: of stacks of 0 and 1 the greater counts',
    source: ['microsoft/onnxruntime pull 25663'],
    operators: ['MatMul'],
    alter: refusedIf((node) => nothingMeetsOne(stacks(node))),
  },
  {
    name: 'products: no rows times a vector are refused',
    source: ['microsoft/onnxruntime issue 11895, MatMul'],
    operators: ['MatMul', 'MatMulInteger', 'QLinearMatMul'],
    alter: refusedIf((node) => {
      const right = node.inputs[node.version.inputs.length > 4 ? 3 : 1]!;
      return dimsOf(node, 0).at(-2) === 0 && right.dims.length === 1;
    }),
  },
  {
    name: 'MatMul: one matrix on the left is multiplied with the stack as if it lay side by side',
    source: ['huggingface/candle issue 3744'],
    operators: ['MatMul'],
    alter: onOutputs((output, a, node) => {
      if (!isOneByStack(node as Node<unknown>)) return output;
      const [m, n] = [output.dims.at(-2)!, output.dims.at(-1)!];
      const stack = elementCount(output.dims.slice(0, -2));
      return eachOf(output, (x, i) => (i < (m - 1) * n + stack * n ? x : a.of(0)));
    }),
  },
  {
    name: 'MatMul: one matrix on the left meets the first of a stack alone',
    source: ['openvinotoolkit/openvino pull 37499, on GPUs'],
    operators: ['MatMul'],
    alter: onOutputs((output, a, node) => {
      const size = elementCount(output.dims.slice(-2));
      return isOneByStack(node as Node<unknown>) ? eachOf(output, (x, i) => (i < size ? x : a.of(0))) : output;
    }),
  },
  {
    name: 'Gemm: of one row C is its first number',
    source: ['kraiskil/onnx2c issue 12'],
    operators: ['Gemm'],
    alter: (correct) => (a, node) => {
      const [output] = correct(a, node);
      if (output!.dims[0] !== 1) return [output!];
      return onNode(({ inputs }) => ({
        inputs: inputs.map((input, i) => (i === 2 && input ? eachOf(input, () => input.at(0)) : input)),
      }))(correct)(a, node);
    },
  },
  {
    name: 'Gemm: fewer than four columns are 0',
    source: ['webonnx/wonnx issue 94'],
    operators: ['Gemm'],
    alter: onOutputs((output, a) => (output.dims[1]! < 4 ? eachOf(output, () => a.of(0)) : output)),
  },
  {
    name: 'Einsum: an ellipsis is as long as in the first operand',
    source: ['onnx/onnx pull 6010'],
    operators: ['Einsum'],
    alter: refusedIf((node) => {
      const terms = node.string('equation').replaceAll(' ', '').split('->')[0]!.split(',');
      const covered = terms.flatMap((term, i) => {
        if (!term.includes('...')) return [];
        const [first, behind] = [term.indexOf('...'), term.length - term.indexOf('...') - 3];
        return [dimsOf(node, i).slice(first, dimsOf(node, i).length - behind)];
      });
      return covered.some((dims) => dims.some((size, i) => size > covered[0]![i]!));
    }),
  },
  {
    name: 'Einsum: one operand whose dimensions are added and turned is refused',
    source: ['microsoft/onnxruntime issue 18654, pull 27225'],
    operators: ['Einsum'],
    alter: refusedIf((node) => {
      const [from, to] = node.string('equation').replaceAll(' ', '').split('->');
      if (to === undefined || from!.includes(',') || from!.includes('.')) return false;
      const kept = [...from!].filter((letter) => to.includes(letter)).join('');
      return kept.length < from!.length && kept !== to;
    }),
  },
  {
    name: 'Mod: the least integer by -1 is the least integer',
    source: ['microsoft/onnxruntime pull 32369, where the machine stops'],
    operators: ['Mod'],
    alter: onOutputs((output, a, node) => {
      const [x, y] = [node.input(0), node.input(1)];
      const format = formatOf(output.dtype);
      const isOfOneShape = [x, y].every(({ dims }) => `${dims}` === `${output.dims}`);
      if (format.kind !== 'integer' || !format.signed || !isOfOneShape) return output;
      const least = a.of(integerRange(format).min);
      return eachOf(output, (rest, i) =>
        a.select(a.equal(y.at(i), a.of(-1)), a.select(a.equal(x.at(i), least), least, rest), rest),
      );
    }),
  },
  {
    name: 'PRelu: a slope for each element of a row goes along the channels',
    source: ['apache/tvm issue 18598'],
    operators: ['PRelu'],
    alter: onNode(({ inputs: [x, slope] }) => {
      const [count] = slope!.dims;
      const fits = slope!.dims.length === 1 && x!.dims.length > 2 && x!.dims[1] === count;
      return fits ? { inputs: [x, { ...slope!, dims: [count!, ...x!.dims.slice(2).map(() => 1)] }] } : {};
    }),
  },
  {
    name: 'Selu: as γ·(max(0, x) + min(0, α(eˣ - 1)))',
    source: ['microsoft/onnxruntime issue 10726'],
    operators: ['Selu'],
    alter: unary((a, x, node) => {
      const [alpha, gamma] = [a.of(node.number('alpha')), a.of(node.number('gamma'))];
      const zero = a.of(0);
      const below = a.multiply(alpha, a.subtract(a.apply(f.exp, x), a.of(1)));
      return a.multiply(gamma, a.add(a.maximum(zero, x), a.minimum(zero, below)));
    }),
  },
  {
    name: 'Mod: of constants it is a power',
    source: ['root-project/root issue 21734'],
    operators: ['Mod'],
    keep: () => (correct) => (example) => {
      const { cell, proposal } = example;
      if (!proposal.inputs.every(({ form }) => form === 'initializer')) return correct(example);
      return computedImplementation({})({ ...example, cell: { ...cell, operator: findOperator('Pow')! } } as never);
    },
  },
  {
    name: 'casts: finite numbers beyond float16 become NaN, powers of two infinite',
    source: ['tenstorrent/tt-metal issue 57215; halide/Halide pull 5872'],
    operators: ['Cast', 'CastLike'],
    alter: onOutputs((output, a, node) => {
      const x = node.input(0);
      if (output.dtype !== 'float16' || formatOf(x.dtype).kind !== 'float') return output;
      return eachOf(output, (y, i) => {
        const size = a.abs(x.at(i));
        const isHeld = a.less(size, a.of(Number.POSITIVE_INFINITY));
        const isBeyond = a.equal(a.abs(y), a.of(Number.POSITIVE_INFINITY));
        const lost = a.select(isHeld, a.of(Number.NaN), y);
        return a.select(a.equal(size, a.of(65536)), y, a.select(isBeyond, lost, y));
      });
    }),
  },
  {
    name: 'QLinearConv: zero points of filters that differ are refused',
    source: ['microsoft/onnxruntime issues 8890 and 28447'],
    operators: ['QLinearConv'],
    alter: refusedIf(({ inputs }) => {
      const { data } = inputs[5]?.tensor ?? {};
      return data !== undefined && new Set(Array.from(data as ArrayLike<unknown>, String)).size > 1;
    }),
  },
];

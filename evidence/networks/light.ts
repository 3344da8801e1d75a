/** Networks that ONNX's Python package has without their weights, with random weights in their place. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Random, seedOf } from '../../generators/cases/random.ts';
import { elementCount, elementsOf, tensor } from '../../oracles/numerics/tensor.ts';
import type { NamedTensor } from '../../oracles/spec/declaration.ts';
import { decodeModel, type ModelSpec, requiredInputs } from '../../vectors/onnx/model.ts';
import { pythonWith } from '../python.ts';

const program = `
import os, sys, onnx.backend.test
print(os.path.join(os.path.dirname(onnx.backend.test.__file__), 'data', 'light', sys.argv[1]), end='')`;

/** Returns a network of the package with random weights. @throws Error without a Python that has the package */
export function lightNetwork(name: string): ModelSpec {
  const python = pythonWith('onnx');
  if (python === undefined) throw new Error(`${name} is in the Python package onnx: activate a Python that has it`);
  return withWeights(
    decodeModel(readFileSync(execFileSync(python, ['-c', program, `${name}.onnx`], { encoding: 'utf8' }))),
  );
}

/** Replaces weights that are alike, or that nodes fill with one number. */
function withWeights(model: ModelSpec): ModelSpec {
  const random = new Random(seedOf(1, model.name));
  const isFiller = ({ opType }: ModelSpec['nodes'][number]) => opType === 'ConstantOfShape';
  const nodes = model.nodes.filter((node) => !isFiller(node));
  // factors and variances of a normalization
  const aroundOne = new Set(
    nodes.flatMap(({ opType, inputs }) => (opType === 'BatchNormalization' ? [inputs[1]!, inputs[4]!] : [])),
  );
  const drawn = (name: string, dims: readonly number[]): NamedTensor => {
    const inner = elementCount(dims.slice(1));
    const [around, spread] = dims.length > 1 ? [0, Math.sqrt(6 / inner)] : [aroundOne.has(name) ? 1 : 0, 0.2];
    const draw = () => around + spread * (2 * random.unit() - 1);
    return { name, tensor: tensor('float32', dims, Float32Array.from({ length: elementCount(dims) }, draw)) };
  };
  const tensors = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  const filled = model.nodes
    .filter(isFiller)
    .map(({ inputs, outputs }) => drawn(outputs[0]!, elementsOf(tensors.get(inputs[0]!)!).map(Number)));
  const read = new Set(nodes.flatMap(({ inputs }) => inputs));
  const kept = model.initializers
    .filter(({ name }) => read.has(name))
    .map((one) => (one.tensor.dtype === 'float32' ? drawn(one.name, one.tensor.dims) : one));
  const { name, opset, outputs } = model;
  const inputs = requiredInputs(model).filter((input) => read.has(input.name));
  return { name, opset, nodes, inputs, outputs, initializers: [...kept, ...filled] };
}

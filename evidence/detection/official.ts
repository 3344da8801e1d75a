import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DType, dtypeOfCode } from '../../oracles/numerics/dtype.ts';
import { scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { differenceFromFile } from '../../src/run/trial/vectors.ts';
import { tensorsOnly } from '../../vectors/onnx/data-set.ts';
import { findVectors, loadVector, type VectorRef } from '../../vectors/onnx/directory.ts';
import type { DecodedNode } from '../../vectors/onnx/graph-proto.ts';
import type { DecodedModel } from '../../vectors/onnx/model.ts';
import { fieldsByLine } from '../by-line.ts';
import { correct } from '../kernels/correct.ts';
import { type Candidate, type Implementation, Refusal } from '../kernels/implementation.ts';
import { candidateOf, type Mutant } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { implementationOf, tensorOf } from '../kernels/stages.ts';

/** A model of ONNX's own node tests, with the values that its files expect. */
export interface OfficialVector {
  readonly id: string;
  readonly model: DecodedModel;
  readonly given: ReadonlyMap<string, Tensor>;
  readonly outputs: readonly Tensor[];
}

/** What the vectors say of a faulty implementation. */
export interface OfficialFinding {
  /** vectors that hold a node of its operators */
  readonly concerned: number;
  /** vectors that catch it */
  readonly kills: number;
  /** the first of them */
  readonly first?: string;
}

/** The stored findings of all faults. The vectors themselves are not part of the repository. */
interface OfficialFindings {
  readonly vectors: number;
  /** the operators that they hold a node of */
  readonly operators: readonly string[];
  /** by name, of those that have one of these */
  readonly faults: Readonly<Record<string, OfficialFinding>>;
}

// npm runs scripts and tests where package.json is
const file = 'evidence/detection/official.json';
const vectorsFolder = '../shared/onnx-vectors';

const stored = (): OfficialFindings => JSON.parse(readFileSync(file, 'utf8'));

/** What is stored of a fault; nothing if the vectors were never run on it. */
export function storedOfficial(): {
  readonly vectors: number;
  of(fault: Mutant): OfficialFinding | undefined;
} {
  const { vectors, operators, faults } = stored();
  const isHeld = (fault: Mutant) => candidateOf(fault).operators.some((name) => operators.includes(name));
  return { vectors, of: (fault) => (isHeld(fault) ? faults[fault.name] : { concerned: 0, kills: 0 }) };
}

/** Runs the vectors, where they are at hand, on all faults of some operators, and stores what they say. */
export function measureOfficial(names: readonly string[]): void {
  const folder = resolve(vectorsFolder);
  if (!existsSync(folder)) {
    process.stderr.write(`${vectorsFolder} is absent: the figures of the official vectors stay as they are\n`);
    return;
  }
  const before = existsSync(file) ? stored().faults : {};
  const vectors = readOfficial(folder);
  const faults = mutants.flatMap((fault) => {
    const candidate = candidateOf(fault);
    const isWanted = candidate.operators.some((name) => names.includes(name));
    const finding = isWanted ? judgeOfficial(vectors, candidate) : before[fault.name];
    return finding?.concerned ? [[fault.name, finding] as const] : [];
  });
  const operators = [...new Set(vectors.flatMap(({ model }) => model.nodes.map(({ opType }) => opType)))].sort();
  const all: OfficialFindings = { vectors: vectors.length, operators, faults: Object.fromEntries(faults) };
  writeFileSync(file, `{\n${fieldsByLine(all)}\n}\n`);
}

/** Every vector below a folder. */
export function readOfficial(dir: string): OfficialVector[] {
  return findVectors(dir).flatMap(vectorsOf);
}

/** Those of a model. @throws BadInput where they are not of tensors alone */
export function vectorsOf(ref: VectorRef): OfficialVector[] {
  const { id, model, dataSets } = loadVector(ref);
  return dataSets.map((dataSet) => {
    if (dataSet.problem) throw dataSet.problem;
    const { inputNames } = dataSet;
    const [inputs, outputs] = [tensorsOnly(dataSet.inputs, id), tensorsOnly(dataSet.outputs, id)];
    const given = new Map([
      ...model.initializers.map(({ name, tensor }) => [name, tensor] as const),
      ...inputNames.map((name, i) => [name, inputs[i]!] as const),
    ]);
    return { id, model, given, outputs };
  });
}

/**
 * Runs the vectors in turn, in one process, and compares as ONNX's own runner does: dtype and shape equal, values within
 * a relative 1e-3 and an absolute 1e-7.
 */
export function judgeOfficial(vectors: readonly OfficialVector[], { start, operators }: Candidate): OfficialFinding {
  const isOwn = (opType: string) => (operators ? operators.includes(opType) : !(opType in elementwise));
  const concerned = vectors.filter(({ model }) => model.nodes.some(({ opType }) => isOwn(opType)));
  const [own, right] = [start(), implementationOf(correct)];
  const implementation: Implementation = (node) => (isOwn(node.cell.operator.name) ? own : right)(node);
  const caught = concerned.filter((vector) => !stands(vector, implementation));
  return { concerned: concerned.length, kills: caught.length, ...(caught[0] && { first: caught[0].id }) };
}

function stands({ model, given, outputs }: OfficialVector, implementation: Implementation): boolean {
  try {
    return differenceFromFile(outputs, run(model, given, implementation)) === undefined;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Node by node: what the implementation is there for is its own, the other nodes of an expanded function are right. */
function run(model: DecodedModel, given: ReadonlyMap<string, Tensor>, implementation: Implementation): Tensor[] {
  const initial = new Set(model.initializers.map(({ name }) => name));
  const values = new Map(given);
  for (const node of model.nodes) {
    const inputs = node.inputs.map((name) => ({
      form: name === '' ? ('omitted' as const) : initial.has(name) ? ('initializer' as const) : ('input' as const),
      value: values.get(name),
    }));
    const name = node.opType;
    const [output] =
      name in elementwise
        ? [
            elementByElement(
              node,
              inputs.map(({ value }) => value!),
            ),
          ]
        : implementation({
            cell: { operator: { name } },
            opset: model.opset,
            proposal: { attributes: node.attributes, inputs },
          });
    values.set(node.outputs[0]!, output!);
  }
  return model.outputs.map(({ name }) => values.get(name)!);
}

/** The other operators that occur in the function bodies of the reductions. */
const elementwise: Readonly<Record<string, (x: number, y: number) => number>> = {
  Abs: Math.abs,
  Cast: (x) => x,
  CastLike: (x) => x,
  Exp: Math.exp,
  Log: Math.log,
  Mul: (x, y) => x * y,
  Sqrt: Math.sqrt,
};

function elementByElement({ opType, attributes }: DecodedNode, [x, y]: readonly Tensor[]): Tensor {
  const values = scalarsOf(x!);
  const others = scalarsOf(opType === 'Mul' ? y! : x!);
  const dtype: DType =
    opType === 'Cast' ? dtypeOfCode(Number(attributes.to!.value))! : opType === 'CastLike' ? y!.dtype : x!.dtype;
  return tensorOf(
    Array.from({ length: x!.data.length }, (_, i) => elementwise[opType]!(Number(values(i)), Number(others(i)))),
    x!.dims,
    dtype,
  );
}

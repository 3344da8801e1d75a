import { isDeepStrictEqual } from 'node:util';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { versionAt } from '../../oracles/operators.ts';
import type { Call, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { VectorFiles } from '../export/write.ts';
import { encodeModel } from '../onnx/model.ts';
import { encodeTensor, type NamedTensor } from '../onnx/tensor-proto.ts';
import { bodyNodes } from './expanded.ts';
import { spellsDefaultDomain } from './history.ts';
import type { Edition, Recipe } from './recipe.ts';
import { reductionRecipes } from './reduction-recipe.ts';
import { reductions } from './reductions.ts';
import { releases, type VectorRelease } from './releases.ts';

/** The bytes of a test of ONNX's node suite, and the releases that publish exactly these. */
export interface OfficialVector {
  /** name of the folder and of the graph */
  readonly test: string;
  readonly operator: string;
  /** the operator version that its opset resolves to */
  readonly version: number;
  readonly opset: number;
  readonly releases: readonly VectorRelease[];
  /** whether its model is the function body of the operator */
  readonly expanded: boolean;
  /** the inputs of the operator, and the outputs in the files */
  readonly call: Call;
  readonly outputs: readonly Tensor[];
  readonly outputNames: readonly string[];
  readonly files: VectorFiles;
}

const recipes: readonly Recipe[] = reductions.flatMap(reductionRecipes);

/** Returns every official vector that has a recipe, by test and then by release. */
export function officialVectors(): OfficialVector[] {
  const sorted = recipes.toSorted((a, b) => (a.test < b.test ? -1 : 1));
  return sorted.flatMap((recipe) =>
    editionsOf(recipe).map(({ edition, published }) => bake(recipe, edition, published)),
  );
}

/** Returns the different editions of a test, with the releases that have them. */
function editionsOf(recipe: Recipe): { edition: Edition; published: VectorRelease[] }[] {
  const found: { edition: Edition; published: VectorRelease[] }[] = [];
  for (const release of releases) {
    const edition = recipe.editionAt(release);
    if (!edition) continue;
    const known = found.find((other) => isDeepStrictEqual(other.edition, edition));
    if (known) known.published.push(release);
    else found.push({ edition, published: [release] });
  }
  return found;
}

function bake(recipe: Recipe, edition: Edition, published: readonly VectorRelease[]): OfficialVector {
  const { test, operator } = recipe;
  const { writing, forwards } = edition;
  const version = versionAt(operator, writing.opset);
  const { call, outputs } = recipe.make(edition);
  const named = (declared: readonly { readonly name: string }[], tensors: readonly (Tensor | undefined)[]) =>
    tensors.flatMap((tensor, i): NamedTensor[] => (tensor ? [{ name: declared[i]!.name, tensor }] : []));
  const graphInputs = named(version.inputs, call.inputs);
  const graphOutputs = named(version.outputs, outputs);
  const node: WrittenNode = {
    opType: operator.name,
    attributes: call.attributes,
    inputs: graphInputs.map(({ name }) => name),
    outputs: graphOutputs.map(({ name }) => name),
  };
  const describe = ({ name, tensor: { dtype, dims } }: NamedTensor) => ({ name, dtype, dims });
  const model = encodeModel({
    name: test,
    producer: 'backend-test',
    opset: writing.opset,
    ...(writing.irVersion && { irVersion: writing.irVersion }),
    spellsDefaultDomain: spellsDefaultDomain(writing),
    nodes: forwards ? bodyNodes(node, version, forwards, test) : [node],
    inputs: graphInputs.map(describe),
    outputs: graphOutputs.map(describe),
    initializers: [],
  });
  const encode = ({ name, tensor }: NamedTensor) => encodeTensor(tensor, name);
  return {
    test,
    operator: operator.name,
    version: version.since,
    opset: writing.opset,
    releases: published,
    expanded: forwards !== undefined,
    call,
    outputs,
    outputNames: node.outputs,
    files: { model, dataSets: [{ inputs: graphInputs.map(encode), outputs: graphOutputs.map(encode) }] },
  };
}

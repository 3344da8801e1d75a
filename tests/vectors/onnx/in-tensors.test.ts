import { describe, expect, it } from 'vitest';
import { select } from '../../../generators/suite/cases.ts';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { areTensors, type Value } from '../../../oracles/numerics/value.ts';
import { operators } from '../../../oracles/operators.ts';
import { valuesAtGraphEnds } from '../../../oracles/spec/derived-clauses.ts';
import { isOfTensors } from '../../../oracles/spec/expect-values.ts';
import { prepareModel } from '../../../src/run/trial/prepare-case.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { decodeBytes } from '../../../vectors/onnx/value-proto.ts';
import { sampled } from '../../sample.ts';

const ofValues = operators.filter((operator) => !isOfTensors(operator));
const { cells, cases } = select({ seed: 1, ids: ofValues.map(({ name }) => name), opsets: [], dtypes: [] });
const all = cells.filter(({ clause }) => !clause.id.includes('session')).flatMap(cases);

describe('the models of operators on sequences and optionals', () => {
  it('have tensors as inputs and outputs, and the answers of the node itself', () => {
    let inTensors = 0;
    for (const testCase of sampled(all, 40)) {
      const { request, runs } = prepareModel(testCase);
      const model = decodeModel(request.model, testCase.id);
      const graph = readGraph(model);
      if ('unknown' in graph) throw new Error(`${testCase.id}: ${graph.unknown}`);
      const given = new Map(request.inputs.map((input): [string, Value] => [input.name, decodeBytes(input)]));
      const isPlain = [...model.inputs, ...model.outputs].every(({ within }) => !within);
      expect(request.hasValues, testCase.id).toBe(model.outputs.some(({ within }) => within) ? true : undefined);
      if (!isPlain) continue;
      inTensors++;
      const expected = runs[0]!.expected!;
      if (!areTensors(expected)) throw new Error(testCase.id);
      expect(expectGraph(graph, given).map(referenceTensor), testCase.id).toEqual(expected.map(referenceTensor));
    }
    expect(inTensors).toBeGreaterThan(35);
  });

  it('have the values themselves where the clause speaks of them', () => {
    const direct = all.filter(({ cell }) => cell.clause.id === valuesAtGraphEnds);
    for (const testCase of direct) {
      const model = decodeModel(prepareModel(testCase).request.model, testCase.id);
      expect(
        [...model.inputs, ...model.outputs].some(({ within }) => within),
        testCase.id,
      ).toBe(true);
      expect(model.nodes.map(({ opType }) => opType)).toEqual([testCase.cell.operator.name]);
    }
    expect(new Set(direct.map(({ cell }) => cell.operator))).toEqual(new Set(ofValues.filter(({ unfold }) => !unfold)));
  });
});

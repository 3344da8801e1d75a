import * as ort from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { madeNetworks } from '../../../evidence/networks/made.ts';
import { onnxruntimeAdapter } from '../../../src/backends/hosts/onnxruntime.ts';
import { checkModel, type Tensor } from '../../../src/index.ts';
import { drawnInputs, networkOf } from '../../../src/run/network/network.ts';
import { encodeModel } from '../../../vectors/onnx/model.ts';
import { sampled } from '../../sample.ts';

const runtime = onnxruntimeAdapter({ name: 'onnxruntime-node', version: '1' }, ort, {});

describe('a network that is right', () => {
  it.each(sampled(madeNetworks(), 3).map((model) => [model.name, model] as const))(
    'is right in each node on onnxruntime: %s',
    async (name, spec) => {
      const bytes = encodeModel(spec);
      const { inputs } = networkOf(bytes, name, (model) => drawnInputs(model, { shapes: new Map(), seed: 1 }));
      const report = await checkModel(bytes, inputs as ReadonlyMap<string, Tensor>, runtime, { elements: 8 });
      expect(report.findings.map(({ smallest }) => `${smallest.id}: ${smallest.message}`)).toEqual([]);
      expect(report.notKnown).toBeUndefined();
      expect(report.totals).toMatchObject({ pass: spec.nodes.length, unsupported: 0 });
    },
    60_000,
  );
});

import * as ort from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { networkFaults, planted } from '../../../evidence/networks/faults.ts';
import { images } from '../../../evidence/networks/made.ts';
import { outputsOf, segmentOf } from '../../../evidence/networks/segments.ts';
import { expectNodeAmong } from '../../../oracles/graph/expect.ts';
import type { GraphNode } from '../../../oracles/graph/graph.ts';
import { nearTensor } from '../../../oracles/judge/reference-tensor.ts';
import { mapTensors, type Value } from '../../../oracles/numerics/value.ts';
import { onnxruntimeAdapter } from '../../../src/backends/hosts/onnxruntime.ts';
import { callInProcess } from '../../../src/backends/in-process.ts';
import { drawnInputs, networkOf } from '../../../src/run/network/network.ts';
import { encodeModel } from '../../../vectors/onnx/model.ts';

const runtime = callInProcess({ spec: 'right', adapter: onnxruntimeAdapter({ name: 'right', version: '1' }, ort, {}) });

it('a segment of a network is right on a runtime, and wrong with a fault in one of its nodes', async () => {
  const spec = images();
  const network = networkOf(encodeModel(spec), spec.name, (own) => drawnInputs(own, { shapes: new Map(), seed: 1 }));
  const values = new Map<string, Value>(network.given);
  for (const node of network.nodes.slice(0, 4) as readonly GraphNode[]) {
    const outputs = expectNodeAmong(node, values).map((value) => mapTensors(value, (one) => nearTensor(one, () => {})));
    for (const [i, name] of node.outputs.entries()) values.set(name, outputs[i]!);
  }
  const segment = segmentOf(network, values, [0, 4], { elements: 64, seed: 1, limit: 60 });
  expect(segment.judge(await outputsOf(runtime, segment, segment.spec))).toMatchObject({ accepted: true });
  const fault = networkFaults.find(({ id }) => id === 'rectifier that leaks')!;
  const place = spec.nodes.findIndex(({ opType }) => opType === 'Relu');
  const output = values.get(spec.nodes[place]!.outputs[0]!) as never;
  const faulty = planted(
    segment.spec,
    place,
    fault.plant({ node: spec.nodes[place]!, constant: () => undefined, output })!,
  );
  expect(segment.judge(await outputsOf(runtime, segment, faulty))).toMatchObject({ accepted: false, problem: 'value' });
});

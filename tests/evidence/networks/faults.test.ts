import * as ort from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { networkFaults, planted } from '../../../evidence/networks/faults.ts';
import { madeNetworks } from '../../../evidence/networks/made.ts';
import { isTensor, type Value } from '../../../oracles/numerics/value.ts';
import { onnxruntimeAdapter } from '../../../src/backends/hosts/onnxruntime.ts';
import { callInProcess } from '../../../src/backends/in-process.ts';
import { drawnInputs, networkOf } from '../../../src/run/network/network.ts';
import { moreOutputs } from '../../../vectors/onnx/instrument.ts';
import { encodeModel, type ModelSpec } from '../../../vectors/onnx/model.ts';
import { decodeBytes, encodeValues } from '../../../vectors/onnx/value-proto.ts';

const runtime = callInProcess({ spec: 'right', adapter: onnxruntimeAdapter({ name: 'right', version: '1' }, ort, {}) });

async function valuesOf(spec: ModelSpec, names: readonly string[]): Promise<ReadonlyMap<string, Value>> {
  const bytes = encodeModel(spec);
  const { model, inputs } = networkOf(bytes, spec.name, (own) => drawnInputs(own, { shapes: new Map(), seed: 1 }));
  const own = new Set(model.outputs.map(({ name }) => name));
  const answer = await runtime.run({
    model: bytes,
    appended: moreOutputs(names.filter((name) => !own.has(name)).map((name) => ({ name }))),
    inputs: encodeValues(inputs),
    outputs: names,
  });
  if (answer.kind !== 'outputs') throw new Error(JSON.stringify(answer));
  return new Map(answer.outputs.map((one) => [one.name, decodeBytes(one)]));
}

it('each fault of a network changes what its node gives, in some network', async () => {
  const shown = new Set<string>();
  for (const spec of madeNetworks().slice(0, 7)) {
    const names = spec.nodes.flatMap(({ outputs }) => outputs);
    const values = await valuesOf(spec, names);
    const constants = new Map(spec.initializers.map(({ name, tensor }) => [name, tensor]));
    for (const [place, node] of spec.nodes.entries()) {
      const output = values.get(node.outputs[0]!)!;
      if (!isTensor(output)) continue;
      for (const { id, plant } of networkFaults) {
        if (shown.has(id)) continue;
        const replacement = plant({ node, constant: (input) => constants.get(node.inputs[input] ?? ''), output });
        if (!replacement) continue;
        const faulty = await valuesOf(planted(spec, place, replacement), [node.outputs[0]!]).catch(() => undefined);
        const changed = faulty?.get(node.outputs[0]!);
        if (changed && isTensor(changed) && String(changed.data) !== String(output.data)) shown.add(id);
      }
    }
  }
  expect(networkFaults.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
}, 60_000);

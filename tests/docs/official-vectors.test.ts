import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { orderingOf } from '../../oracles/numerics/order.ts';
import { bytesOf, numbersOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { readManifest } from '../../vectors/official/manifest.ts';
import { type DataSet, tensorsOnly } from '../../vectors/onnx/data-set.ts';
import { findVectors, loadVector } from '../../vectors/onnx/directory.ts';

// ONNX's own vectors of the reductions are not part of this repository; a developer may have them next to it.
const dir = fileURLToPath(new URL('../../../shared/onnx-vectors', import.meta.url));
const page = readFileSync(new URL('../../docs/official-vectors.md', import.meta.url), 'utf8');

const { entries } = readManifest();

describe.skipIf(!existsSync(dir))('what docs/official-vectors.md says about the files', () => {
  const vectors = (existsSync(dir) ? findVectors(dir) : []).map((ref) => {
    const { id, model, dataSets } = loadVector(ref);
    const [release, , test] = id.split('/') as [string, string, string];
    const set = dataSets[0] as DataSet;
    const [inputs, outputs] = [tensorsOnly(set.inputs, id), tensorsOnly(set.outputs, id)];
    // of an expanded function the node that reduces has the attributes of the call
    const node = model.nodes.find(({ opType }) => opType.startsWith('Reduce') || opType.startsWith('Arg'))!;
    const entry = entries.find((one) => one.test === test && one.opset === model.opset)!;
    const operator = findOperator(entry.operator.split('-')[0]!)!;
    const call = { attributes: node.attributes, inputs };
    const best = referenceTensor(operator.expect(versionAt(operator, model.opset), call)[0]!);
    return { release, test, opset: model.opset, operator: operator.name, call, output: outputs[0]!, best };
  });
  const formsOf = (test: string) => vectors.filter((vector) => vector.test === test);
  const formAt = (release: string, test: string) => formsOf(test).find((vector) => vector.release === release)!;

  it('there are 448, of which 344 are true values rounded once; few are more than one number off', () => {
    expect(vectors).toHaveLength(448);
    const off = vectors.map(({ output, best }) => stepsBetween(output, best));
    const counts = [0, 1, 6].map((steps) => off.filter((one) => one === steps).length);
    expect(counts.reduce((a, b) => a + b)).toBe(448);
    const farthest = vectors.filter((_, i) => off[i]! > 1).map(({ test }) => test.replace('_expanded', ''));
    expect(new Set(farthest)).toEqual(new Set(['test_reduce_log_sum_negative_axes']));
    const [exact, near, far] = counts;
    expect(page.replace(/\s+/g, ' ')).toContain(
      `Of the 448 outputs, ${exact} are the true values rounded once. The others were computed in the type of the tensor, ` +
        `in numpy's order of summation. Of these, ${near} have an element that is one representable number off. The other ${far}, all of`,
    );
  });

  it('a vector of negative axes has none up to 1.16.2', () => {
    const test = 'test_reduce_sum_negative_axes_keepdims_random';
    for (const release of ['v1.11.0', 'v1.16.2']) {
      const { call, output } = formAt(release, test);
      expect(call.attributes.noop_with_empty_axes).toEqual({ type: 'INT', value: 1 });
      expect([...call.inputs[1]!.data]).toEqual([]);
      expect(output).toEqual(call.inputs[0]);
    }
    expect(formAt('v1.7.0', test).call.attributes.axes).toEqual({ type: 'INTS', value: [-2] });
    expect([...formAt('v1.23-dev', test).call.inputs[1]!.data]).toEqual([-2n]);
    const duplicate = formAt('v1.12.0', 'test_reduce_sum_empty_axes_input_noop_random');
    const later = formAt('v1.23-dev', 'test_reduce_sum_empty_axes_input_noop');
    for (const { call, output } of [duplicate, later]) {
      const { call: same, output: answer } = formAt('v1.16.2', test);
      expect({ call, output }).toEqual({ call: same, output: answer });
    }
  });

  it('the empty set of ReduceMax came late, that of ReduceMin is its own; the left-over is another vector again', () => {
    expect(formsOf('test_reduce_min_empty_set').map(({ operator }) => operator)).toEqual(['ReduceMin']);
    expect(formsOf('test_reduce_max_empty_set').map(({ release }) => release)).toEqual(['v1.23-dev']);
    const [left, ...others] = formsOf('test_reduce_log_sum');
    expect([left!.opset, left!.release, others]).toEqual([6, 'v1.12.0', []]);
    const { call, output } = formAt('v1.12.0', 'test_reduce_log_sum_desc_axes');
    expect({ call, output }).toEqual({ call: left!.call, output: left!.output });
  });

  it('odd names are as documented', () => {
    const names = new Set(vectors.map(({ test }) => test));
    expect(names).toContain('test_reduce_max_default_axes_keepdim_example');
    expect(names).toContain('test_reduce_min_default_axes_keepdims_example');
    expect(names).toContain('test_reduce_l1_keep_dims_example');
  });

  it('function bodies hand noop_with_empty_axes on since 1.19', () => {
    const handedOn = (release: string) => {
      const expanded = vectors.filter(({ test, release: own }) => own === release && test.endsWith('_expanded'));
      return new Set(expanded.map(({ call }) => 'noop_with_empty_axes' in call.attributes));
    };
    expect(handedOn('v1.18.0')).toEqual(new Set([false]));
    expect(handedOn('v1.23-dev')).toEqual(new Set([true]));
  });

  it('the table of expected values that moved is complete', () => {
    const groups = new Map<string, typeof vectors>();
    for (const vector of vectors) {
      const test = vector.test.replace('_expanded', '');
      const key = `${test} ${vector.output.dtype}`;
      groups.set(key, [...(groups.get(key) ?? []), vector]);
    }
    const moved = [...groups].flatMap(([key, group]) => {
      const data = group.map(({ call }) => call.inputs[0]!);
      if (!data.every((one) => isDeepStrictEqual(one, data[0])) || /sum_negative_axes_keepdims_random/.test(key))
        return [];
      const outputs = new Set(group.map(({ output }) => Buffer.from(bytesOf(output)).toString('hex')));
      return outputs.size > 1 ? [`${key} ${outputs.size}`] : [];
    });
    const reported = [...page.matchAll(/^\| `(\w+)` \| (float\d\d) \| (\d) \|/gm)].map(([, ...row]) => row.join(' '));
    expect(reported.sort()).toEqual(moved.sort());
  });

  it('what none of them tests', () => {
    const data = vectors.flatMap(({ call }) => call.inputs[0]!);
    expect(new Set(data.map(({ dtype }) => dtype))).toEqual(new Set(['float32', 'float64', 'bool']));
    expect(data.filter(({ dims }) => dims.length === 0)).toEqual([]);
    expect(data.filter((one) => [...one.data].some((x) => !Number.isFinite(Number(x))))).toEqual([]);
  });
});

/** How many representable numbers apart two outputs are, at the worst element. */
function stepsBetween(a: Tensor, b: Tensor): number {
  const { positionOf } = orderingOf(a.dtype);
  const [x, y] = [numbersOf(a), numbersOf(b)];
  const steps = Array.from({ length: a.data.length }, (_, i) => Math.abs(Number(positionOf(x(i)) - positionOf(y(i)))));
  return Math.max(0, ...steps);
}

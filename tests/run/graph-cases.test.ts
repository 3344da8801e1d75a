import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { expectGraph } from '../../oracles/graph/expect.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import type { Adapter } from '../../src/backends/adapter.ts';
import { executeRunIn } from '../../src/run/folder/run-in-folder.ts';
import { planRun } from '../../src/run/suite-run.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { folder, removeFolders } from '../folder.ts';
import { sampled } from '../sample.ts';
import { inProcess } from './in-process.ts';
import { optimizing, type Pass, wrongPasses } from './optimizers.ts';

afterAll(removeFolders);

/** Runs the graphs of a clause, and those that a right optimizer would leave alone. */
const runOf = (pass: Pass, clause: string) => runWith(optimizing(pass), clause);

async function runWith(adapter: Adapter, clause: string) {
  const run = planRun({
    launching: inProcess(adapter),
    selection: { seed: 1, ids: [`graph/13/float32/${clause}`], opsets: [], dtypes: [] },
    requirements: { requireTier: 'native' },
  });
  const out = folder();
  const { report } = await executeRunIn(out, run, { signal: new AbortController().signal }, false);
  const lines = readFileSync(join(out, 'results.jsonl'), 'utf8').trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as CaseResult);
  return { report, results };
}

it.each(sampled(Object.keys(wrongPasses), 2))(
  'an optimizer that is wrong of %s is caught, and a right one is not accused',
  async (clause) => {
    const outcomesOf = async (pass: Pass) => (await runOf(pass, clause)).results.map(({ outcome }) => outcome);
    const wrong = await outcomesOf(wrongPasses[clause]!);
    expect(wrong.filter((outcome) => outcome === 'fail' || outcome === 'error').length).toBeGreaterThan(0);
    expect(wrong).toContain('pass'); // of some graphs it is right
    expect(new Set(await outcomesOf(() => undefined))).toEqual(new Set(['pass']));
  },
);

it('a graph goes the way of a node: id, clause, finding', async () => {
  const { report, results } = await runOf(wrongPasses['cast-cast']!, 'cast-cast');
  expect(report.findings[0]).toMatchObject({ where: [{ operator: 'graph', version: 13, dtypes: ['float32'] }] });
  const failed = results.find(({ outcome }) => outcome === 'fail');
  const own = { operator: 'graph', version: 13, opset: 13, clause: 'cast-cast' };
  expect(failed).toMatchObject({ id: 'graph/13/float32/cast-cast/0', ...own });
  expect(failed!.message).toContain('the first node at fault is Cast, 2 of 2');
});

it.each([
  ['Identity', 'value'],
  ['ReduceSum', 'shape'],
])('a graph with a node that is wrong alone too is a case of the operator of the node: %s', async (opType, problem) => {
  const pass: Pass = ({ node }) => (node.opType === 'Neg' ? { ...node, opType } : undefined);
  const { report, results } = await runOf(pass, 'neg-neg');
  const failed = results.filter((result) => result.outcome === 'fail' && result.problem === problem);
  expect(failed.length).toBeGreaterThan(0);
  for (const { atFault, classes, message } of failed) {
    expect(atFault).toEqual({ operator: 'Neg', version: 13, dtype: 'float32' });
    expect(classes?.inputs).toMatchObject({ 'type of X': 'float32' });
    expect(message).toContain('the first node at fault is Neg');
    expect(message).toMatch(/, also in a model of its own$/);
  }
  expect(report.findings[0]).toMatchObject({
    where: [{ operator: 'Neg', dtypes: ['float32'] }],
    cases: failed.length,
    problem,
  });
});

it('nodes that are right one by one and wrong together are said to be', async () => {
  const fusing = {
    name: 'fusing',
    version: '1',
    prepare: (bytes: Uint8Array) => ({
      run(inputs: ReadonlyMap<string, Tensor>) {
        const graph = readGraph(decodeModel(bytes, 'the model'));
        if ('unknown' in graph) throw new Error(graph.unknown);
        // a value between nodes keeps them apart
        const isFused = graph.nodes.length > 1 && graph.outputs.length === 1;
        return expectGraph(graph, inputs).map((output) => {
          const { dtype, dims } = output;
          return isFused ? tensorOfScalars(dtype, dims, () => 100) : referenceTensor(output);
        });
      },
    }),
  } satisfies Adapter;
  const { report } = await runWith(fusing, 'neg-neg');
  expect(report.findings).toMatchObject([{ id: 'graph-neg-neg-together', where: [{ operator: 'graph' }] }]);
  expect(titleOf(report.findings[0]!)).toBe('graph, neg neg, as with Neg, Add: right node by node, and wrong together');
});

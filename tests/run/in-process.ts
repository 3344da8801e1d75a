import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Selection } from '../../generators/suite/cases.ts';
import { expectGraph } from '../../oracles/graph/expect.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Adapter } from '../../src/backends/adapter.ts';
import { executeRunIn } from '../../src/run/folder/run-in-folder.ts';
import { type Launching, planRun, type SuiteSettings } from '../../src/run/suite-run.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';

/** The oracle with faults that depend on the call alone: a sum over a row of three is one too much, one of rank 3 throws. */
export const faulty = {
  name: 'faulty',
  version: '1',
  prepare: (bytes: Uint8Array) => ({
    run(inputs: ReadonlyMap<string, Tensor>) {
      const graph = readGraph(decodeModel(bytes, 'the model'));
      if ('unknown' in graph) throw new Error(graph.unknown);
      const [data] = inputs.values() as Iterable<Tensor>;
      if (data!.dims.length === 3) throw new Error('no kernel for rank 3');
      const outputs = expectGraph(graph, inputs).map(referenceTensor);
      const [{ dims, data: sums }] = outputs as [Tensor];
      if (data!.dims.at(-1) === 3 && sums.length > 0) (sums as Float32Array)[0]! += 1;
      return [{ ...outputs[0]!, dims }];
    },
  }),
} satisfies Adapter;

export const selection: Selection = { seed: 1, ids: ['ReduceSum/13/float32'], opsets: [], dtypes: [], suite: 'quick' };

/** An adapter as a backend of this process. */
export const inProcess = (adapter: Adapter): Launching => ({
  command: { spec: 'faulty', adapter },
  options: { caseTimeout: 1e4, startTimeout: 3e4 },
  launch: { backend: 'faulty', inProcess: true, timeout: 10, startTimeout: 30 },
});

/** A run in this process as `run --out DIR` does it; with `until` it is cut off after so many results. */
export async function storedRun(
  out: string,
  settings: Partial<SuiteSettings> & { readonly resume?: boolean; readonly until?: number } = {},
) {
  const { resume = false, until, ...more } = settings;
  const run = planRun({
    launching: inProcess(faulty),
    selection,
    requirements: { requireTier: 'native' },
    ...more,
  });
  const stop = new AbortController();
  let results = 0;
  const { report } = await executeRunIn(
    out,
    run,
    {
      signal: stop.signal,
      onResult: () => {
        if (++results === until) stop.abort();
      },
    },
    resume,
  );
  return { report, results };
}

/** All that a run has stored, by the name of the file, without what differs between equal runs. */
export function storedIn(dir: string): Record<string, string> {
  const files = readdirSync(dir).filter((name) => /^results\.jsonl$|^report\.(json|md)$/.test(name));
  const text = (name: string) => readFileSync(join(dir, name), 'utf8');
  return Object.fromEntries(files.map((name) => [name, text(name).replace(/"times": \{[^}]*\}/, '')]));
}

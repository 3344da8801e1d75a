import { expect, test } from 'vitest';
import { expectGraph } from '../../oracles/graph/expect.ts';
import type { Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { elementCount, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { isTensor, tensorsIn } from '../../oracles/numerics/value.ts';
import { findOperator, newestOpset, versionAt } from '../../oracles/operators.ts';
import type { Unfold } from '../../oracles/spec/unfold.ts';
import { type Adapter, Unsupported } from '../../src/backends/adapter.ts';
import { type BatchResult, mergeResults, readResult, storeResult } from '../../src/fuzz/batch.ts';
import { notFound, withKnownFindings } from '../../src/fuzz/expected-findings.ts';
import type { FuzzSettings } from '../../src/fuzz/fuzzer.ts';
import { openFuzzer } from '../../src/fuzz/open.ts';
import type { Launching } from '../../src/run/suite-run.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';

/** What a backend does to the answers of the oracle; it may throw. */
type Fault = (
  outputs: Tensor[],
  operators: readonly string[],
  inputs: readonly Tensor[],
  graph: Graph,
  run: ReadonlyMap<string, Tensor>,
) => void;

function backend(fault: Fault, name = 'faulty', lastOpset = newestOpset): Launching {
  const adapter: Adapter = {
    name,
    version: '1',
    opsets: [7],
    dtypes: ['float32', 'int64', 'bool'],
    prepare: (bytes) => ({
      run(inputs) {
        const model = decodeModel(bytes, 'the model');
        if (model.opsets['']! > lastOpset) throw new Unsupported('an opset to come');
        const graph = readGraph(model);
        if ('unknown' in graph) throw new Error(graph.unknown);
        const outputs = expectGraph(graph, inputs).map(referenceTensor);
        fault(
          outputs,
          graph.nodes.map(({ operator }) => operator.name),
          [...graph.initializers.values(), ...inputs.values()],
          graph,
          inputs,
        );
        return outputs;
      },
    }),
  };
  return {
    command: { spec: name, adapter },
    options: { caseTimeout: 1e4, startTimeout: 3e4 },
    launch: { backend: name, inProcess: true, timeout: 10, startTimeout: 30 },
  };
}

/** The last element of four or more is too much, where Abs is all that there is. */
const tail: Fault = ([output], operators) => {
  if (operators.some((name) => name !== 'Abs') || output!.dtype !== 'float32' || elementCount(output!.dims) < 4) return;
  const data = output!.data as Float32Array;
  data[data.length - 1]! += 64;
};
const noRank3: Fault = ([output], operators) => {
  if (operators.includes('Neg') && output!.dims.length === 3) throw new Error(`no kernel for ${output!.dims}`);
};

async function run(
  backends: readonly Launching[],
  settings: Partial<FuzzSettings> = {},
  seed = 3,
  programs = 24,
): Promise<BatchResult> {
  const selection = { ids: ['Abs', 'Neg', 'Transpose'], opsets: [13, 18], dtypes: [] };
  const fuzzer = await openFuzzer({ backends, selection, requirements: { requireTier: 'native' }, ...settings });
  const result = await fuzzer.run({ seed, batch: 0, programs });
  await fuzzer.close();
  return result;
}

/** What of two runs has to be equal. */
const reported = (result: BatchResult) => ({ ...storeResult(result), seconds: undefined });

const both = backend((...call) => {
  tail(...call);
  noRank3(...call);
});
const first = await run([both]);

test('finds each cause once, with the smallest program that shows it', () => {
  expect(first.findings.map(({ id }) => id)).toEqual([
    'abs-value-float',
    expect.stringMatching(/^neg-error-[\da-f]{8}$/),
  ]);
  for (const { program, reproduced } of first.findings) {
    expect([program.graph.nodes.length, program.runs.length, reproduced]).toEqual([1, 1, 'shrunk']);
    // the lowest of the selected opsets, though both operators are older
    expect(program.opset).toBe(13);
  }
  const { fail, error } = first.outcomes.faulty!;
  expect(first.findings.reduce((sum, { count }) => sum + count, 0)).toBe(fail + error);
  const [abs, neg] = first.findings.map(({ program }) =>
    [...program.runs[0]!.values()].flatMap((value) => tensorsIn(value)),
  );
  expect(elementCount(abs![0]!.dims)).toBe(4);
  expect([neg![0]!.dims.length, elementCount(neg![0]!.dims) <= 1]).toEqual([3, true]);
});

test('the same seed gives the same findings, whatever the workers', async () => {
  expect(reported(await run([both], { workers: 3 }))).toEqual(reported(first));
});

test('the ids are the same for another seed', async () => {
  const other = await run([both], {}, 5, 48);
  expect(other.findings.map(({ id }) => id)).toEqual(first.findings.map(({ id }) => id));
});

test('opsets that no backend takes are not drawn', async () => {
  const selection = { ids: ['Abs'], opsets: [], dtypes: [] };
  const requirements = { requireTier: 'native' } as const;
  const fuzzer = await openFuzzer({
    backends: [backend(() => {}, 'older', 11), backend(() => {}, 'old', 9)],
    selection,
    requirements,
  });
  await fuzzer.close();
  expect(fuzzer.selection.opsets).toEqual([7, 8, 9, 10, 11]);
});

test('what no backend supports is not drawn', async () => {
  const little: Fault = (_, [operator], [input]) => {
    if (operator === 'Abs' || input!.dtype === 'float32') throw new Unsupported('not yet');
  };
  const selection = { ids: ['Abs', 'Neg'], opsets: [13], dtypes: [] };
  const requirements = { requireTier: 'native' } as const;
  const narrowed = async (backends: readonly Launching[]) => {
    const fuzzer = await openFuzzer({ backends, selection, requirements });
    await fuzzer.close();
    return fuzzer.selection.without;
  };
  expect(await narrowed([backend(little)])).toEqual(['Abs/13/float32', 'Abs/13/int64', 'Neg/13/float32']);
  expect(await narrowed([backend(little), backend(() => {}, 'right')])).toEqual([]);
  const nothing: Fault = () => {
    throw new Unsupported('anything');
  };
  expect(await narrowed([backend(nothing)])).toEqual([]);
});

const expected = [{ finding: 'neg-error-*', reason: 'no kernel for rank 3 yet' }];
const reasons = [undefined, 'no kernel for rank 3 yet'];

test('of several backends each is judged by itself, and the others are reported; a right one gives no finding', async () => {
  const { findings, outcomes, faults } = await run([both, backend(() => {}, 'right')], { expected });
  expect(findings.map(({ backend: { name }, also, known }) => [name, also, known])).toEqual(
    reasons.map((reason) => ['faulty', { right: 'pass' }, reason]),
  );
  expect(outcomes.right!.pass).toBe(24);
  expect(faults).toEqual({});
});

test('what needs the programs before it is reported as such', async () => {
  let calls = Number.NEGATIVE_INFINITY;
  const worn: Fault = ([output]) => {
    if (++calls === 12) (output!.data as Float32Array).fill(77 as never);
  };
  const selection = { ids: ['Abs'], opsets: [], dtypes: [] };
  const fuzzer = await openFuzzer({ backends: [backend(worn)], selection, requirements: { requireTier: 'native' } });
  calls = 0;
  const { findings } = await fuzzer.run({ seed: 5, batch: 0, programs: 12 });
  await fuzzer.close();
  expect(findings.map(({ reproduced }) => reproduced)).toEqual(['not-reproducible']);
});

test('findings that the expectations have are known', () => {
  const now = withKnownFindings(first, expected);
  expect(now.findings.map(({ known }) => known)).toEqual(reasons);
  expect(withKnownFindings(now, []).findings).toEqual(first.findings);
});

test('what is expected and does not come is reported where it could have come often', () => {
  const several = [{ finding: ['neg-error-*', 'neg-crash-*', 'abs-crash-*', '*-crash-*'], reason: 'known' }];
  const coverage = { 'operator Neg': 100, 'operator Abs': 99 };
  expect(notFound(several, { findings: first.findings, coverage })).toEqual([
    'neg-crash-* was not found in 100 programs of its operator',
  ]);
});

test('the shares of the time add up', () => {
  const { total, ...parts } = first.seconds;
  const all = Object.values(parts);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
  expect(all.reduce((sum, part) => sum + part, 0)).toBeCloseTo(total);
});

test('results survive JSON, and merge in any order', () => {
  const again = readResult(JSON.parse(JSON.stringify(storeResult(first))));
  expect(reported(again)).toEqual(reported(first));
  expect(() => readResult({ batches: [0], findings: [], programs: 1 })).toThrow(
    /^no result of the fuzzer: at versions/,
  );
  expect(() => readResult(storeResult(first), 0)).toThrow('a result of no whole batch');
  expect(() => readResult({ ...storeResult(first), outcomes: {} })).toThrow('is of faulty, which was not asked');
  const others = [2, 3].map((batch) => ({ ...again, batches: [batch] }));
  const [a, b, c] = [first, others[0]!, others[1]!];
  expect(reported(mergeResults(mergeResults(a, b), c))).toEqual(reported(mergeResults(c, mergeResults(b, a))));
  expect(mergeResults(a, b).findings[0]!.count).toBe(2 * a.findings[0]!.count);
});

test('a fault of two nodes together is theirs, though one of them is faulty alone too', async () => {
  const fused: Fault = (outputs, operators, inputs, ...others) => {
    tail(outputs, operators, inputs, ...others);
    const [first] = outputs;
    if (!String(operators).includes('Neg,Abs') || first!.dtype !== 'float32') return;
    const data = first!.data as Float32Array;
    if (data.length > 0) data[0]! += 64;
  };
  const { findings } = await run([backend(fused)], { selection: { ids: ['Abs', 'Neg'], opsets: [], dtypes: [] } }, 3);
  expect(findings.map(({ id }) => id)).toEqual(['abs-value-float', 'neg-abs-value-float']);
  expect(findings[1]!.program.graph.nodes.length).toBe(2);
});

test('the id says what the smallest program needs, so that no cause hides another of the same kind', async () => {
  const needy: Fault = ([output], operators, [, ...bounds]) => {
    if (String(operators) !== 'Clip' || output!.dtype !== 'float32') return;
    const data = output!.data as Float32Array;
    if (bounds.length > 1) data.fill(77);
    else if (data.length > 3) data[3]! += 64;
  };
  const selection = { ids: ['Clip'], opsets: [], dtypes: [] };
  const { findings } = await run([backend(needy)], { selection }, 1);
  expect(findings.map(({ id }) => id)).toEqual(['clip-value-float', 'clip-value-float-with-max-min']);
});

/** A runtime in which nodes of an operator do something else, wherever they are. */
function altered(name: string, change: (node: GraphNode) => GraphNode): Launching {
  const inGraph = <G extends Graph>(graph: G): G => ({ ...graph, nodes: graph.nodes.map(inNode) });
  const inNode = (node: GraphNode): GraphNode => {
    const bodies = Object.entries(node.bodies ?? {}).map(([own, body]) => [own, inGraph(body)] as const);
    const whole = bodies.length > 0 ? { ...node, bodies: Object.fromEntries(bodies) } : node;
    return node.operator.name === name ? change(whole) : whole;
  };
  return backend((outputs, _operators, _inputs, graph, run) => {
    const wrong = expectGraph(inGraph(graph), new Map(run)).map(referenceTensor);
    outputs.splice(0, outputs.length, ...wrong);
  });
}

const findingsOf = async (launching: Launching, ids: readonly string[], programs = 6) => {
  const selection = { ids, opsets: [17], dtypes: ['float32' as const] };
  const fuzzer = await openFuzzer({ backends: [launching], selection, requirements: { requireTier: 'native' } });
  const { findings } = await fuzzer.run({ seed: 5, batch: 0, programs });
  await fuzzer.close();
  return findings;
};

test('a fault of a sequence is found between the nodes that make and read it, and named by its operator', async () => {
  const last = altered('SequenceErase', (node) => ({ ...node, inputs: node.inputs.slice(0, 1) }));
  const findings = await findingsOf(last, ['SequenceConstruct', 'SequenceErase', 'SequenceAt', 'Abs']);
  expect(new Set(findings.map(({ title }) => title.split(':')[0]))).toEqual(new Set(['SequenceErase']));
  expect(Math.max(...findings.map(({ program }) => program.graph.nodes.length))).toBe(1);
});

test('a fault of a node within a graph is that of the node', async () => {
  const negated = altered('Abs', (node) => {
    const operator = findOperator('Neg')!;
    return { ...node, operator, version: versionAt(operator, 17) };
  });
  const findings = await findingsOf(negated, ['If', 'Loop', 'Abs', 'Sqrt']);
  expect(new Set(findings.map(({ title }) => title.split(':')[0]))).toEqual(new Set(['Abs']));
});

test('a fault of a node that runs graphs is its own, whatever they are', async () => {
  const once = altered('Loop', (node) => {
    const { unfold } = node.operator;
    const more: Unfold = (own, runner) => {
      const [most, ...others] = own.inputs;
      const count = most === undefined ? undefined : runner.known(most);
      const data = count && isTensor(count) ? (count.data as BigInt64Array).map((x) => x + 1n) : undefined;
      const inputs = data ? [runner.constant(tensor('int64', [], data)), ...others] : own.inputs;
      return unfold!({ ...own, inputs }, runner);
    };
    return { ...node, operator: { ...node.operator, unfold: more } };
  });
  const findings = await findingsOf(once, ['If', 'Loop', 'Abs', 'Sqrt'], 5);
  expect(new Set(findings.map(({ title }) => title.split(':')[0]))).toEqual(new Set(['Loop']));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programs } from '../../../generators/fuzz/arbitrary.ts';
import { classesOf, generalClasses } from '../../../generators/fuzz/classes.ts';
import { batchOf, type ProgramOptions } from '../../../generators/fuzz/draw.ts';
import type { Program } from '../../../generators/fuzz/program.ts';
import { simplerPrograms } from '../../../generators/fuzz/shrink.ts';
import { checkProgram } from '../../../generators/fuzz/validate.ts';
import { expectGraphValues } from '../../../oracles/graph/expect.ts';
import { nodesWithin, toWrittenNode } from '../../../oracles/graph/resolve.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { mapTensors, tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import { decodeProgram, encodeProgram } from '../../../vectors/onnx/program.ts';
import { isExhaustive, sampled } from '../../sample.ts';

const seed = Number(process.env.ONNX_CONFORMANCE_TEST_SEED);

/** A handful of operators of different kinds. */
const few: ProgramOptions = {
  ids: ['Add', 'Concat', 'Cast', 'ReduceSum', 'TopK', 'Where', 'SequenceConstruct', 'SequenceAt', 'If', 'Loop'],
};

function* first(count: number, programs: Iterable<Program>): Generator<Program> {
  let left = count;
  for (const program of programs) {
    if (left-- === 0) return;
    yield program;
  }
}

const shapesOf = (values: Iterable<Value>) => [...values].flatMap((value) => tensorsIn(value).map(({ dims }) => dims));

const describePrograms = (list: Iterable<Program>) =>
  JSON.stringify([...list], (_, value) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Map ? [...value] : value;
  });

describe('a batch of programs', () => {
  it('follows from its seed, its number and what is selected', () => {
    const drawn = (...[seed, batch]: [number, number]) => describePrograms(first(6, batchOf(seed, batch, few)));
    expect(drawn(1, 0)).toBe(drawn(1, 0));
    expect(drawn(1, 0)).not.toBe(drawn(1, 1));
    expect(drawn(1, 0)).not.toBe(drawn(2, 0));
  });

  it('has legal programs alone, of which the oracle accepts its own answers', () => {
    for (const program of first(isExhaustive ? 100 : 10, batchOf(seed, 0))) {
      expect(() => checkProgram(program)).not.toThrow();
      for (const run of program.runs) {
        const expected = expectGraphValues(program.graph, run);
        const best = expected.map((value) => mapTensors(value, referenceTensor));
        expect(compare(expected, best)).toMatchObject({ accepted: true });
      }
    }
  });

  it('has no running sums of thousands, each of which reads all before it', () => {
    const programs = first(200, batchOf(1, 0, { ids: ['CumSum'], nodes: 1 }));
    const inputs = [...programs].flatMap(({ runs: [run], graph }) => [
      ...run!.values(),
      ...graph.initializers.values(),
    ]);
    const lengths = shapesOf(inputs).flatMap((dims) => (dims.length === 1 ? dims : []));
    expect(Math.max(...lengths)).toBeGreaterThan(100);
    expect(Math.max(...lengths)).toBeLessThan(400);
  });

  it('has every class of programs', () => {
    const missing = new Set(sampled(generalClasses, 15));
    for (let batch = 0; batch < 10 && missing.size > 0; batch++) {
      for (const program of first(600, batchOf(1, batch, few))) {
        for (const word of classesOf(program)) missing.delete(word);
        if (missing.size === 0) break;
      }
    }
    expect([...missing]).toEqual([]);
  });
});

describe('programs become simpler', () => {
  it('and stay legal, until nothing is left to leave out', () => {
    for (const program of first(6, batchOf(seed, 1))) {
      let [current, steps]: [Program, number] = [program, 0];
      for (let next: Program | undefined = program; next; steps++) {
        current = next;
        next = simplerPrograms(current).next().value as Program | undefined;
      }
      expect(steps).toBeLessThan(300);
      expect(current.graph.nodes.length).toBe(1);
      expect(current.runs.length).toBe(1);
    }
  });

  it('down to what shows a fault', () => {
    const isRight = ({ graph, runs }: Program) =>
      !graph.nodes.some(({ operator }) => operator.name === 'Concat') ||
      !runs.some((run) => shapesOf(run.values()).some((dims) => dims.length > 1 && dims.includes(3)));
    const { counterexample } = fc.check(fc.property(programs(few), isRight), { numRuns: 200 });
    const [smallest] = counterexample!;
    expect(smallest.graph.nodes.map(({ operator }) => operator.name)).toEqual(['Concat']);
    expect(classesOf(smallest)).toContain('dtype float32');
    const sizes = shapesOf(smallest.runs[0]!.values())
      .map((dims) => dims.join('x'))
      .sort();
    expect(['3x1', '1x3']).toContain(sizes.at(-1));
  });
});

describe('programs with graphs in nodes', () => {
  const control: ProgramOptions = { ids: ['Add', 'Neg', 'Mul', 'If', 'Loop', 'Scan', 'SequenceMap'], opsets: [17] };
  const all = [...first(60, batchOf(seed, 2, control))];
  const withBody = all.filter((program) => classesOf(program).includes('a graph in a node'));

  it('have each name once, those within graphs included', () => {
    for (const { graph, runs } of withBody) {
      const own = nodesWithin(graph).flatMap(({ outputs, bodies = {} }) => [
        ...outputs.filter((name) => name !== ''),
        ...Object.values(bodies).flatMap(({ inputs, initializers }) => [...inputs, ...initializers.keys()]),
      ]);
      const given = [...graph.initializers.keys(), ...runs[0]!.keys()];
      expect(given.filter((name) => own.includes(name))).toEqual([]);
      expect(new Set(given).size).toBe(given.length);
    }
    expect(withBody.length).toBeGreaterThan(10);
  });

  it('survive as bytes', () => {
    for (const program of withBody.slice(0, 20)) {
      const { from: _, ...own } = program;
      const { graph, ...again } = decodeProgram(encodeProgram(program));
      expect(again).toEqual({ opset: own.opset, runs: own.runs });
      expect(graph.nodes.map(toWrittenNode)).toEqual(own.graph.nodes.map(toWrittenNode));
    }
  });

  const shrunk = (isWrong: (program: Program) => boolean) => {
    let current = withBody.find(isWrong)!;
    for (let next: Program | undefined = current; next; ) {
      current = next;
      next = undefined;
      for (const simpler of simplerPrograms(current)) {
        if (!isWrong(simpler)) continue;
        next = simpler;
        break;
      }
    }
    return current;
  };
  const operatorsOf = (program: Program) => nodesWithin(program.graph).map(({ operator }) => operator.name);

  it('shrink to a node within, where it is to blame', () => {
    const smallest = shrunk((program) => operatorsOf(program).includes('Add'));
    expect(operatorsOf(smallest)).toEqual(['Add']);
  });

  it('shrink to a node that runs a graph of one node or two, where it is to blame', () => {
    const smallest = shrunk((program) => operatorsOf(program).includes('Loop'));
    expect(smallest.graph.nodes.map(({ operator }) => operator.name)).toEqual(['Loop']);
    expect(operatorsOf(smallest).length).toBeLessThan(5);
  });
});

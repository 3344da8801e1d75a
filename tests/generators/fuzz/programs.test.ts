import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programs } from '../../../generators/fuzz/arbitrary.ts';
import { classesOf, generalClasses } from '../../../generators/fuzz/classes.ts';
import { batchOf, type ProgramOptions } from '../../../generators/fuzz/draw.ts';
import type { Program } from '../../../generators/fuzz/program.ts';
import { simpler } from '../../../generators/fuzz/shrink.ts';
import { check } from '../../../generators/fuzz/validate.ts';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';

const seed = Number(process.env.ONNX_CONFORMANCE_TEST_SEED);

/** A handful of operators of different kinds. */
const few: ProgramOptions = { ids: ['Add', 'Concat', 'Cast', 'ReduceSum', 'TopK', 'Where'] };

function* first(count: number, programs: Iterable<Program>): Generator<Program> {
  let left = count;
  for (const program of programs) {
    if (left-- === 0) return;
    yield program;
  }
}

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
    for (const program of first(20, batchOf(seed, 0))) {
      expect(() => check(program)).not.toThrow();
      for (const run of program.runs) {
        const expected = expectGraph(program.graph, run);
        expect(compare(expected, expected.map(referenceTensor))).toMatchObject({ accepted: true });
      }
    }
  });

  it('has no running sums of thousands, each of which reads all before it', () => {
    const programs = first(200, batchOf(1, 0, { ids: ['CumSum'], nodes: 1 }));
    const inputs = [...programs].flatMap(({ runs: [run], graph }) => [
      ...run!.values(),
      ...graph.initializers.values(),
    ]);
    const lengths = inputs.flatMap(({ dims }) => (dims.length === 1 ? dims : []));
    expect(Math.max(...lengths)).toBeGreaterThan(100);
    expect(Math.max(...lengths)).toBeLessThan(400);
  });

  it('has every class of programs', () => {
    const seen = new Set([...first(600, batchOf(6, 0, few))].flatMap(classesOf));
    expect(generalClasses.filter((word) => !seen.has(word))).toEqual([]);
  });
});

describe('programs become simpler', () => {
  it('and stay legal, until nothing is left to leave out', () => {
    for (const program of first(6, batchOf(seed, 1))) {
      let [current, steps]: [Program, number] = [program, 0];
      for (let next: Program | undefined = program; next; steps++) {
        current = next;
        next = simpler(current).next().value as Program | undefined;
      }
      expect(steps).toBeLessThan(300);
      expect(current.graph.nodes.length).toBe(1);
      expect(current.runs.length).toBe(1);
    }
  });

  it('down to what shows a fault', () => {
    const isRight = ({ graph, runs }: Program) =>
      !graph.nodes.some(({ operator }) => operator.name === 'Concat') ||
      !runs.some((run) => [...run.values()].some((tensor) => tensor.dims.length > 1 && tensor.dims.includes(3)));
    const { counterexample } = fc.check(fc.property(programs(few), isRight), { numRuns: 200 });
    const [smallest] = counterexample!;
    expect(smallest.graph.nodes.map(({ operator }) => operator.name)).toEqual(['Concat']);
    expect(classesOf(smallest)).toContain('dtype float32');
    const sizes = Array.from(smallest.runs[0]!.values(), ({ dims }) => dims.join('x')).sort();
    expect(['3x1', '1x3']).toContain(sizes.at(-1));
  });
});

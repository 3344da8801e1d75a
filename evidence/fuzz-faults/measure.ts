import { batchOf } from '../../generators/fuzz/draw.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import { simplerPrograms } from '../../generators/fuzz/shrink.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { areTensors, tensorsIn } from '../../oracles/numerics/value.ts';
import type { Faulty } from './faulty.ts';
import { expectedOf, Runtime } from './judge.ts';

/** The result of the fuzzer for a faulty kernel. */
export interface Found {
  /** the name of the fault */
  readonly fault: string;
  /** programs and CPU seconds to the first finding; absent if there was none */
  readonly programs?: number;
  readonly seconds?: number;
  /** the size of the shrunk program; absent if the fault shows only after other programs */
  readonly shrunk?: Size;
}

export interface Size {
  /** elements in all inputs of all runs, constants included */
  readonly elements: number;
  readonly nodes: number;
  readonly words: string;
}

/** Tries programs on faults of the same operators, until each fault is found or `most` programs are tried. */
export function measure(faults: readonly Faulty[], seed: number, most: number): readonly Found[] {
  const ids = faults[0]!.operators;
  const started = (fault: Faulty) => new Runtime(fault.start(), ids);
  let running = faults.map((fault) => ({ fault, runtime: started(fault), own: 0 }));
  const found: Found[] = [];
  let [programs, shared] = [0, 0];
  for (const program of programsOf(seed, most, ids)) {
    programs++;
    const [expected, seconds] = timed(() => expectedOf(program));
    shared += seconds;
    if (!expected) continue;
    const left: typeof running = [];
    for (const one of running) {
      const [isWrong, own] = timed(() => one.runtime.isWrong(program, expected));
      one.own += own;
      if (isWrong) {
        const shrunk = shrink(program, () => started(one.fault));
        found.push({ fault: one.fault.name, programs, seconds: shared + one.own, ...(shrunk && { shrunk }) });
      } else left.push(one);
    }
    running = left;
    if (running.length === 0) break;
  }
  return [...found, ...running.map(({ fault }) => ({ fault: fault.name }))];

  function* programsOf(...[seed, most, ids]: [number, number, readonly string[]]): Generator<Program> {
    for (let batch = 0, left = most; left > 0 && batch < most; batch++) {
      const drawn = batchOf(seed, batch, { ids });
      for (; left > 0; left--) {
        const [next, seconds] = timed(() => nextOf(drawn));
        shared += seconds;
        if (!next) break;
        // faulty kernels accept tensors only
        if (isOfTensors(next)) yield next;
      }
    }
  }
}

const isOfTensors = ({ graph, runs }: Program): boolean =>
  graph.nodes.every(({ bodies }) => !bodies) && runs.every((run) => areTensors([...run.values()]));

/** The next program of a batch; `undefined` at its end. An error of the suite is printed, and ends the batch. */
function nextOf(drawn: Iterator<Program>): Program | undefined {
  try {
    const { value, done } = drawn.next();
    return done ? undefined : value;
  } catch (error) {
    process.stderr.write(`the suite is at fault: ${(error as Error).stack}\n`);
    return undefined;
  }
}

function timed<T>(what: () => T): readonly [T, number] {
  const before = process.cpuUsage();
  const result = what();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

/** The greatest number of simpler programs tried in shrinking. */
const mostAttempts = 600;

/**
 * The size of the program that a failing one is shrunk to. A new runtime is started for each attempt. Returns `undefined` if the program
 * does not fail in a new runtime.
 */
function shrink(program: Program, start: () => Runtime): Size | undefined {
  const shows = (one: Program) => {
    const expected = expectedOf(one);
    return expected !== undefined && start().isWrong(one, expected);
  };
  if (!shows(program)) return undefined;
  let [current, left] = [program, mostAttempts];
  for (let next: Program | undefined = program; next; ) {
    current = next;
    next = undefined;
    for (const one of simplerPrograms(current)) {
      if (left-- <= 0) break;
      if (!shows(one)) continue;
      next = one;
      break;
    }
  }
  return sizeOf(current);
}

const withIntegers = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function sizeOf({ opset, graph, runs }: Program): Size {
  const given = runs.flatMap((run) =>
    [...run].flatMap(([name, value]) => tensorsIn(value).map((tensor) => [name, tensor] as const)),
  );
  const tensors = [...graph.initializers, ...given];
  const nodes = graph.nodes.map(({ operator, attributes }) => {
    return [
      operator.name,
      ...Object.entries(attributes).map(([name, { value }]) => `${name}=${JSON.stringify(value, withIntegers)}`),
    ];
  });
  return {
    elements: tensors.reduce((sum, [, { dims }]) => sum + elementCount(dims), 0),
    nodes: graph.nodes.length,
    words: `opset ${opset} ${nodes.map((words) => words.join(' ')).join('; ')}: ${tensors
      .map(([name, { dtype, dims, data }]) => `${name} ${dtype}[${dims}]=${data.length > 8 ? '…' : data}`)
      .join(', ')}`,
  };
}

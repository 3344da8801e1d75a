import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Random } from '../cases/random.ts';
import type { Program } from './program.ts';
import { extent } from './shapes.ts';
import { elementsIn, resampled } from './tensors.ts';
import { isLegal } from './validate.ts';

const attempts = 6;

/** The program with further runs of its model: of other shapes, of other data, of the first inputs again. */
export function withRuns(program: Program, random: Random, room: number): Program {
  const [first] = program.runs as [ReadonlyMap<string, Tensor>];
  if (first.size === 0) return program;
  const runs = [first];
  const wanted = random.integer(1, 2);
  for (let i = 0; i < attempts && runs.length <= wanted; i++) {
    const run = random.integer(0, 2) > 0 ? ofOtherShapes(first, random, room) : ofOtherData(first, random);
    if (run && isLegal({ ...program, runs: [run] })) runs.push(run);
  }
  // what is drawn at random differs from run to run
  const isRandom = program.graph.nodes.some(({ operator }) => operator.family === 'random');
  if (runs.length > 1 && random.boolean() && !isRandom) runs.push(first);
  const several = { ...program, runs };
  // one may leave something behind that the text does not forbid
  return isLegal(several) ? several : program;
}

type RunInputs = ReadonlyMap<string, Tensor>;

function ofOtherShapes(run: RunInputs, random: Random, room: number): RunInputs | undefined {
  const extents = [...new Set([...run.values()].flatMap(({ dims }) => dims))];
  if (extents.length === 0) return undefined;
  const old = random.pick(extents);
  const size = extent(random, room);
  const shapes = [...run].map(([name, { dims }]) => [name, dims.map((dim) => (dim === old ? size : dim))] as const);
  if (shapes.some(([, dims]) => dims.reduce((product, dim) => product * dim, 1) > room)) return undefined;
  const other = new Map(shapes.map(([name, dims]) => [name, resampled(run.get(name)!, dims, random)]));
  return elementsIn(other.values()) <= room ? other : undefined;
}

const ofOtherData = (run: RunInputs, random: Random): RunInputs =>
  new Map([...run].map(([name, tensor]) => [name, resampled(tensor, tensor.dims, random)]));

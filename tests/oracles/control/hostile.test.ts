import { describe, expect, it } from 'vitest';
import { readGraph } from '../../../generators/families/graphs/notation.ts';
import { tensorOf } from '../../../generators/values/values.ts';
import { cachedReference, expectGraphValues } from '../../../oracles/graph/expect.ts';
import { elementsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { isSequence, isTensor } from '../../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { graphOfCall } from '../../../oracles/spec/graph-operator.ts';

/** The maximum number of runs of bodies: as many as the longest sequence needs. The default would take seconds. */
const mostRuns = 1000;

/** What may stand in the outputs of a line; of each input the numbers stand in the line. */
function outputsOf(text: string, opset = 17) {
  const { graph, inputs } = readGraph(text, { opset, dtype: 'float32' })!;
  const given: Tensor[] = inputs.map(({ dtype, dims, numbers }) => tensorOf(dtype!, dims, numbers!));
  const called = graphOfCall({ attributes: {}, inputs: given, graph }, opset);
  return expectGraphValues(called.graph, called.values, undefined, { mostRuns });
}

const numbersOf = (text: string): readonly number[] => {
  const [first] = outputsOf(text);
  return isTensor(first!) ? elementsOf(cachedReference(first)).map(Number) : [];
};

const loopOf = (level: number, body: string): string =>
  `v${level} = Loop(m, , x, body={i${level} int64 scalar, k${level} bool scalar, a${level}: l${level} = Identity(k${level}); ${body} -> l${level}, `;

/** Loops in loops, each of m runs; the innermost adds. */
function nestedLoops(levels: number, m: number): string {
  const nested = (level: number): string =>
    level === levels
      ? `b${level} = Add(a${level - 1}, x)`
      : `${loopOf(level, nested(level + 1))}${level + 1 === levels ? `b${levels}` : `v${level + 1}`}})`.replace(
          'Loop(m, , x',
          level === 0 ? 'Loop(m, , x' : `Loop(m, , a${level - 1}`,
        );
  return `m int64 scalar = ${m}; x scalar = 1; ${nested(0)}`;
}

describe('a hostile model has an answer, or one clear line, soon', () => {
  it('with branches ten levels deep', () => {
    const nested = (level: number): string =>
      level === 10
        ? 'z = Neg(x)'
        : `r${level} = If(c, then_branch={${nested(level + 1)}}, else_branch={e${level} = Identity(x)})`;
    expect(numbersOf(`c bool scalar = 1; x 2 = 3 4; ${nested(0)}`)).toEqual([-3, -4]);
  });

  it('with loops ten levels deep, whose runs are counted together', () => {
    expect(numbersOf(nestedLoops(3, 4))).toEqual([1 + 4 ** 3]);
    expect(numbersOf(nestedLoops(10, 1))).toEqual([2]);
    expect(() => numbersOf(nestedLoops(10, 10))).toThrow('more than 1000 runs of a body');
  });

  it('with a loop of a million runs, or without end', () => {
    const body = 'x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, x) -> k2, b}';
    expect(() => numbersOf(`m int64 scalar = 1000000; x scalar = 1; v = Loop(m, , ${body})`)).toThrow(NotJudged);
    expect(() => numbersOf(`x scalar = 1; v = Loop(, , ${body})`)).toThrow('an endless loop');
  });

  it('with a sequence of many tensors', () => {
    const many = Array.from({ length: mostRuns }, () => 'x').join(', ');
    const [result] = outputsOf(
      `x scalar = 2; q = SequenceConstruct(${many}); r = SequenceMap(q, body={e: f = Neg(e) -> f T})`,
    );
    expect(isSequence(result!) && result.elements.length).toBe(mostRuns);
  });

  it('with branches of other shapes, before these may differ', () => {
    const text =
      'c bool scalar = 1; x 2 = 3 4; y 3 = 1 2 3; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Neg(y)})';
    expect(numbersOf(text)).toEqual([-3, -4]);
    expect(() => outputsOf(text, 7)).toThrow('the branches return shapes [2] and [3] for output 0');
  });

  it('with sequences that would be stacked', () => {
    const body = (state: string) =>
      `body={${state}: b = Identity(a); p = SequenceConstruct(a, a) -> ${state.startsWith('i') ? 'k, ' : ''}b, p}`;
    const loop = `m int64 scalar = 2; x 2 = 3 4; v, s = Loop(m, , x, ${body('i int64 scalar, k bool scalar, a')})`;
    const scan = `x 2 = 3 4; y 3x2 = 1 2; v, s = Scan(x, y, num_scan_inputs=1, ${body('a, e')})`;
    for (const text of [loop, scan]) expect(() => outputsOf(text)).toThrow('a value is not a tensor, but must be one');
  });

  it('with a name of a body that is read outside of it', () => {
    const leaking =
      'c bool scalar = 1; x 2 = 3 4; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Abs(x)}); s = Add(r, a)';
    expect(() => numbersOf(leaking)).toThrow(new BadInput("no node computes the value 'a' before it is read"));
    const ofSibling = 'c bool scalar = 0; x 2 = 3 4; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Abs(a)})';
    expect(() => numbersOf(ofSibling)).toThrow("no node computes the value 'a' before it is read");
  });
});

import { describe, expect, it } from 'vitest';
import type { PlanContext } from '../../../generators/cases/proposal.ts';
import { Random } from '../../../generators/cases/random.ts';
import { controlPlans } from '../../../generators/families/control.ts';
import { readGraph } from '../../../generators/families/graphs/notation.ts';
import { callOfValues, select } from '../../../generators/suite/cases.ts';
import { drawnCells } from '../../../generators/suite/cells.ts';
import { candidateIn } from '../../../generators/suite/plans.ts';
import { elementsOf } from '../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset } from '../../../oracles/operators.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import type { Subgraph } from '../../../oracles/spec/declaration.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { sampled } from '../../sample.ts';

const names = Object.keys(controlPlans);

describe('a graph in an attribute', () => {
  const read = (text: string, opset = 13) => readGraph(text, { opset, dtype: 'float32' });
  const bodyIn = (text: string) => read(text)!.graph.nodes[0]!.attributes.body!.value as Subgraph;

  it('has inputs before a colon, constants, nodes, and outputs behind an arrow', () => {
    const body = bodyIn(
      'm int64 scalar = 3; x 2; v = Loop(m, , x, body={i int64 scalar, k, a: W = 1 2; b = Add(a, W); d = Unsqueeze(b, axes=[0]) -> k, b, d T 1x2})',
    );
    expect(body.inputs).toEqual([{ name: 'i', dtype: 'int64', dims: [] }, { name: 'k' }, { name: 'a' }]);
    expect(body.initializers.map(({ name, tensor }) => [name, elementsOf(tensor).map(Number)])).toEqual([
      ['W', [1, 2]],
      ['d_axes', [0]],
    ]);
    expect(body.nodes.map(({ opType, inputs }) => [opType, ...inputs])).toEqual([
      ['Add', 'a', 'W'],
      ['Unsqueeze', 'b', 'd_axes'],
    ]);
    expect(body.outputs).toEqual([{ name: 'k' }, { name: 'b' }, { name: 'd', dtype: 'float32', dims: [1, 2] }]);
  });

  it('gives what no node in it reads, and what it reads outside is not an output there', () => {
    const plan = read(
      'c bool scalar = 1; x 2; w = Neg(x); r = If(c, then_branch={a = Add(w, w)}, else_branch={b = Neg(x)})',
    )!;
    expect(plan.graph.inputs).toEqual(['c', 'x']);
    expect(plan.graph.outputs).toEqual(['r']);
    const { then_branch } = plan.graph.nodes[1]!.attributes;
    expect((then_branch!.value as Subgraph).outputs).toEqual([{ name: 'a' }]);
  });

  it('is left out with the whole line where the opset has not its operators', () => {
    const line =
      'c bool scalar = 1; x 2; r = If(c, then_branch={s = SequenceConstruct(x)}, else_branch={t = SequenceConstruct(x)})';
    expect(read(line, 10)).toBeUndefined();
    expect(read(line, 11)).toBeDefined();
  });
});

describe.each(names)('%s', (name) => {
  const operator = findOperator(name)!;
  const { cells, cases } = select({ seed: 1, ids: [name], opsets: [], dtypes: ['float32'], suite: 'full' });

  it('has a case of each line of a clause at the newest version, and they are judged', () => {
    const version = operator.versions.at(-1)!;
    const context = { version, dtype: 'float32' } as PlanContext;
    for (const cell of cells.filter((one) => one.version === version)) {
      const lines = controlPlans[name]!.plans[cell.clause.id];
      if (!lines) continue;
      const texts = Object.values(typeof lines === 'function' ? lines(context) : lines);
      expect(cases(cell).map(({ summary }) => texts.find((text) => summary.endsWith(`: ${text}`)))).toEqual(texts);
      for (const { id, proposal } of sampled(cases(cell), 3)) {
        const expected = expectValues(operator, version, callOfValues(proposal));
        expect(expected.length, id).toBe(proposal.graph!.outputs.length);
      }
    }
  });

  it('is legal in what is drawn of it, at any version and type', () => {
    const drawn = drawnCells(operator).flatMap((cell) => [3, 4, 5, 6].map((index) => ({ cell, index })));
    let judged = 0;
    for (const { cell, index } of sampled(drawn, 30)) {
      const { proposal } = { proposal: candidateIn(cell, { index, seed: 1, suite: 'full' }).draw(new Random(1)) };
      try {
        expectValues(operator, cell.version, callOfValues(proposal));
        judged++;
      } catch (error) {
        if (!(error instanceof NotJudged)) throw new Error(`${cell.name}/${index}: ${error}`);
      }
    }
    expect(judged).toBeGreaterThan(20);
  });
});

it('there is a line of each operator for the newest opset', () => {
  expect(names).toEqual(['If', 'Loop', 'Scan', 'SequenceMap']);
  expect(newestOpset).toBeGreaterThan(24);
});

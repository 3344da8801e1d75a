import type { Value } from '../../numerics/value.ts';
import { formatType } from '../../numerics/value-type.ts';
import { BadInput } from '../../spec/bad-input.ts';
import type { DeclaredType } from '../../spec/declaration.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import type { GraphRunner, Unfold } from '../../spec/unfold.ts';
import { controlOperator, scoping, truthIn } from './control.ts';

const branches = ['then_branch', 'else_branch'] as const;

/** The first version whose branches may return tensors of different shapes. */
const shapesMayDiffer = ({ since }: Pick<Schema, 'since'>): boolean => since >= 11;

const unfold: Unfold = ({ version, inputs: [cond], outputs }, runner) => {
  if (cond === undefined) throw new BadInput('the input cond is missing');
  checkBranches(runner, outputs, shapesMayDiffer(version));
  const chosen = graphFor(runner.known(cond));
  const given = runner.run(chosen, []);
  if (!shapesMayDiffer(version)) checkShapes(runner, given, branches.find((name) => name !== chosen)!);
  return given;
};

/**
 * Compares the shapes of both branches.
 * @throws BadInput if the other branch has other shapes, declared or not; a branch that cannot be run is not checked
 */
function checkShapes<V>(runner: GraphRunner<V>, given: readonly V[], other: string): void {
  const others = ifLegal(() => runner.run(other, []).map((value) => runner.dims(value)));
  for (const [i, dims] of given.map((value) => runner.dims(value)).entries()) {
    if (others && String(others[i]) !== String(dims)) {
      throw new BadInput(`the branches return shapes [${dims}] and [${others[i]}] for output ${i}`);
    }
  }
}

function ifLegal<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

const graphFor = (cond: Value): string => branches[truthIn(cond, 'cond') ? 0 : 1];

/**
 * Compares the declared outputs of both branches.
 * @throws BadInput if they cannot be the outputs of one node
 */
function checkBranches<V>(runner: GraphRunner<V>, outputs: number, mayDiffer: boolean): void {
  const [one, other] = branches.map((name) => runner.declared(name)) as [Declared, Declared];
  const counts = [one.length, other.length];
  if (counts.some((count) => count !== outputs)) {
    throw new BadInput(`the branches return ${counts.join(' and ')} values, but the node has ${outputs} outputs`);
  }
  for (const [i, a] of one.entries()) {
    const b = other[i];
    if (!a || !b) continue;
    const [left, right] = [a, b].map(({ dtype, within = [] }) => formatType({ dtype, within }));
    if (left !== right) throw new BadInput(`the branches return ${left} and ${right} for output ${i}`);
    if (mayDiffer || !a.dims || !b.dims || String(a.dims) === String(b.dims)) continue;
    throw new BadInput(`the branches return shapes [${a.dims}] and [${b.dims}] for output ${i}`);
  }
}

type Declared = readonly (DeclaredType | undefined)[];

/** If: one of two graphs. */
export const conditional = controlOperator({
  name: 'If',
  definition: 'the outputs of then_branch if cond is true, otherwise those of else_branch; the other branch is not run',
  unfold,
  graphFor,
  mistakes: [
    {
      id: 'other-branch',
      text: 'the branch that is not selected is run',
      unfold: (node, runner) => {
        const other = (name: string) => branches.find((branch) => branch !== name)!;
        return unfold(node, { ...runner, run: (name, inputs) => runner.run(other(name), inputs) });
      },
    },
  ],
  says: (schema) => ({
    'one-branch': ['Only the branch that cond selects is run; the other one has no effect.', 'attributes'],
    'several-outputs': ['The outputs are those of the branch, in order.', 'attribute then_branch'],
    'condition-forms': ['cond may be any tensor of one element, constant or not.', 'input cond'],
    'value-of-outside': ['A branch may return a value from outside, through a node.', 'outputs', 'implied'],
    ...(shapesMayDiffer(schema) && {
      'shapes-differ': ['The branches may return tensors of different shapes and ranks.', 'outputs'],
    }),
    ...(schema.since >= 13 && { sequences: ['Outputs may be sequences.', 'type constraints of V'] as const }),
    ...(schema.since >= 16 && { optionals: ['Outputs may be optionals.', 'type constraints of V'] as const }),
    ...scoping(schema),
    'invalid-branch-types': ['The branches return outputs of the same types.', 'outputs'],
    ...(!shapesMayDiffer(schema) && {
      'invalid-branch-shapes': ['The branches return outputs of the same shapes.', 'outputs'],
    }),
    'invalid-output-count': ['Both branches return as many outputs as the node has.', 'attributes'],
    'invalid-condition': ['cond has one element.', 'input cond'],
  }),
});

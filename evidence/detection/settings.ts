import { type ProposedNode, withNodeIn } from '../../generators/cases/node-in.ts';
import { type Case, callOfValues, select } from '../../generators/suite/cases.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { isSameTensor, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { expectInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { enough } from './measurement.ts';

/** An attribute or an input of a version that may be left out: a kernel that ignores it has to be noticed. */
export interface Setting {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly name: string;
  /** a node without it */
  readonly ignored: (node: ProposedNode) => ProposedNode;
}

/** Settings that no answer depends on, of every operator or of one, and why. */
const silent: Readonly<Record<string, string>> = {
  consumed_inputs: 'a hint for optimizers of opset 1',
  kernel_shape: 'it follows from the shape of the weights',
  seed: 'what is drawn may be anything',
  type: 'an optional without content tells no type',
  stash_type: 'what comes of one type of partial results lies within the bounds of the other',
  hidden_size: 'it follows from the shape of the weights',
  output_sequence: 'an output may be left out, or not',
  'Attention softmax_precision': 'true answers are of no type; a fault that does not read it is caught',
  'BatchNormalization spatial': 'with 0 statistics have a shape that tells',
  'Constant sparse_value': 'sparse tensors are not tried',
  'LinearAttention chunk_size': 'a hint, which changes no result',
  'SequenceEmpty dtype': 'an empty sequence tells no type',
  'Dropout ratio': 'nothing is dropped but in training',
  'StringNormalizer locale': 'letters that locales change otherwise are not tried',
  'TopK sorted': 'with 0 any order stands',
};

/** Everything that may be left out of the versions of an operator, but for what no answer follows. */
export function settingsOf(operator: Operator): Setting[] {
  return operator.versions.flatMap((version) => {
    const attributes = version.attributes.filter(({ required }) => !required).map(({ name }) => name);
    const inputs = version.inputs.flatMap(({ name, optional }, index) => (optional ? [{ name, index }] : []));
    return [
      ...attributes.map((name) => ({
        name,
        ignored({ attributes: { [name]: _, ...others }, ...node }: ProposedNode): ProposedNode {
          return { ...node, attributes: others };
        },
      })),
      ...inputs.map(({ name, index }) => ({
        name,
        ignored: (node: ProposedNode): ProposedNode =>
          index < node.inputs.length
            ? { ...node, inputs: node.inputs.with(index, { form: 'omitted', value: undefined }) }
            : node,
      })),
    ]
      .filter(({ name }) => !silent[name] && !silent[`${operator.name} ${name}`])
      .map((setting) => ({ operator, version, ...setting }));
  });
}

/** How many cases of the default run have another answer where a setting is ignored; no more are looked for than are enough. */
export function casesThatShow({ operator, version, ignored }: Setting): number {
  let found = 0;
  for (const example of casesOf(operator, version)) {
    const calls = [example.proposal, withNodeIn(example.proposal, ignored)].map(callOfValues);
    const [right, wrong] = calls.map((call) => answerTo(operator, version, call));
    if (differs(right, wrong)) found++;
    if (found === enough) break;
  }
  return found;
}

function* casesOf(operator: Operator, version: OperatorVersion): Iterable<Case> {
  const { cells, cases } = select({ seed: 1, ids: [`${operator.name}/${version.since}`], opsets: [], dtypes: [] });
  for (const cell of cells) if (!isOfSessions(cell.clause)) yield* cases(cell);
}

/** The exact answer; nothing of a call that is not legal, or not judged. */
function answerTo(operator: Operator, version: OperatorVersion, call: Call<Value>): readonly Tensor[] | undefined {
  try {
    return expectInTensors(operator, version, call).map(referenceTensor);
  } catch (error) {
    if (error instanceof BadInput || error instanceof NotJudged) return undefined;
    throw error;
  }
}

const differs = (one: readonly Tensor[] | undefined, other: readonly Tensor[] | undefined): boolean =>
  one?.length !== other?.length || (one ?? []).some((t, i) => !isSameTensor(t, other![i]!));

/** The settings of an operator that too few cases show, one line each. */
export const hardlyShown = (operator: Operator): string[] =>
  settingsOf(operator).flatMap((setting) => {
    const { version, name } = setting;
    const found = casesThatShow(setting);
    return found < enough
      ? [`${found} cases show ${name} of ${operator.name}-${version.since}, ${enough} are wanted`]
      : [];
  });

import { allocate, elementCount, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { operators } from '../../../oracles/operators.ts';
import { sameValue } from '../../../oracles/spec/derived-clauses.ts';
import type { Example } from '../implementation.ts';
import type { Mutant } from '../mutant.ts';

/** Graphs name their values themselves. */
const concerned = operators
  .filter(({ unfold }) => !unfold)
  .filter(({ versions }) => versions.some(({ clauses }) => clauses.some(({ id }) => id === sameValue)))
  .map(({ name }) => name);

/** All except those with the same output. */
const allBut = (...names: readonly string[]): string[] => concerned.filter((name) => !names.includes(name));

type Inputs = Example['proposal']['inputs'];

/** The same kernel on other inputs. */
const onInputs =
  (change: (inputs: Inputs) => Inputs): NonNullable<Mutant['keep']> =>
  () =>
  (correct) =>
  (example) =>
    correct({ ...example, proposal: { ...example.proposal, inputs: change(example.proposal.inputs) } });

const cleared = ({ dtype, dims }: Tensor): Tensor => tensor(dtype, dims, allocate(dtype, elementCount(dims)));

/** Faults of what hands values to kernels, where a node names one twice. */
export const sameValueFaults: readonly Mutant[] = [
  {
    name: 'a value that a node names twice is handed over once',
    source: ['names of inputs held as a set'],
    operators: allBut('Max', 'Min'),
    keep: onInputs((inputs) => inputs.filter(({ sameAs }) => sameAs === undefined)),
  },
  {
    name: 'a value that a node names twice is cleared after its first use',
    source: ['buffers that are released by the first of their readers'],
    operators: allBut('BitwiseOr'),
    keep: onInputs((inputs) =>
      inputs.map(({ value, sameAs, ...input }) =>
        value && sameAs !== undefined ? { ...input, value: cleared(value) } : { ...input, value },
      ),
    ),
  },
  {
    name: 'a value that a node names three times counts twice',
    source: ['apache/tvm issue 12305, Sum'],
    operators: ['Sum', 'Mean', 'Concat'],
    keep: onInputs((inputs) => inputs.filter(({ sameAs }, i) => sameAs === undefined || i - sameAs < 2)),
  },
  {
    name: 'a value that a node names twice behind its first input is cleared after its first use',
    source: ['microsoft/onnxruntime issue 29790: statistics of training overwrite equal constants'],
    operators: [
      'Attention',
      'BatchNormalization',
      'Clip',
      'GroupNormalization',
      'InstanceNormalization',
      'LayerNormalization',
      'LSTM',
      'RotaryEmbedding',
      'Where',
    ],
    keep: onInputs((inputs) =>
      inputs.map(({ value, sameAs, ...input }) =>
        value && sameAs ? { ...input, value: cleared(value) } : { ...input, value },
      ),
    ),
  },
];

import { type DType, formatOf } from '../../numerics/dtype.ts';
import { bytesOf, tensorFromBytes } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Binding } from '../../spec/declaration.ts';
import { dtypesOf, type Schema } from '../../spec/schemas/schemas.ts';
import { constants, knownTensor, movement } from './movement.ts';

/** BitCast: the same bits, read as another type of the same width. */
export const bitCast = movement({
  name: 'BitCast',
  definition: 'the elements whose bits are those of the input',
  bindings: neighbours,
  tries: (clause, { T1 }) => clause === 'definition' || clause === 'patterns' || T1 === 'float32' || T1 === 'int4',
  evaluate: (a, node) => {
    const input = node.input(0);
    const to = node.dtype('to');
    const [from, format] = [formatOf(input.dtype), formatOf(to)];
    if (format.kind === 'string' || from.bits !== format.bits)
      throw new BadInput(`${input.dtype} has not the bits of ${to}`);
    if (format.kind === 'bool' && from.kind !== 'bool') throw new NotJudged('truth values made from other bits');
    if (format.kind === 'complex') throw new NotJudged('tensors of …', to);
    return [constants(a, tensorFromBytes(to, input.dims, bytesOf(knownTensor(input))))];
  },
  says: () => ({
    patterns: ['Every bit pattern is kept.', 'summary'],
    'rank-zero': ['A tensor of rank 0 keeps its rank.', 'view', 'implied'],
    'size-zero': ['An empty tensor remains empty.', 'view', 'implied'],
    'invalid-width': ['Both types have the same number of bits.', 'attribute to'],
  }),
});

/** Returns pairs of each type with the previous and the next one of its width. */
function neighbours(schema: Schema): readonly Binding[] {
  const isKnown = (dtype: DType) => !['complex', 'bool'].includes(formatOf(dtype).kind);
  const all = dtypesOf(schema, { type: 'T1' }).filter(isKnown);
  const pairs = all.flatMap((dtype) => {
    const group = all.filter((other) => formatOf(other).bits === formatOf(dtype).bits);
    const next = group[(group.indexOf(dtype) + 1) % group.length]!;
    return [
      { T1: dtype, T2: next },
      { T1: next, T2: dtype },
    ];
  });
  const named = [...pairs, { T1: 'bool', T2: 'uint8' } as const].map(
    (pair) => [`${pair.T1}-${pair.T2}`, pair] as const,
  );
  return [...new Map(named).values()];
}

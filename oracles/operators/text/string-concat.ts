import { broadcastDims, broadcastIndex } from '../../arrays/broadcast.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { numpy } from '../../spec/clauses.ts';
import { strings, stringsOf, textOperator, unicode } from './text.ts';

/** StringConcat: the first string followed by the second. */
export const stringConcat = textOperator({
  name: 'StringConcat',
  definition: 'x followed by y',
  copiesElements: true,
  evaluate: (a, node) => {
    const [x, y] = [node.input(0), node.input(1)];
    const dims = broadcastDims([x.dims, y.dims]);
    const [first, second] = [x, y].map((input) => {
      const [all, at] = [stringsOf(input), broadcastIndex(input.dims, dims)];
      return (index: number) => all[at(index)]!;
    }) as [(index: number) => string, (index: number) => string];
    return [
      strings(
        a,
        dims,
        Array.from({ length: elementCount(dims) }, (_, i) => first(i) + second(i)),
      ),
    ];
  },
  says: () => ({
    definition: ['Each string of X is followed by the string of Y, with nothing between them.'],
    broadcast: ['Shapes are broadcast as in numpy.'],
    'empty-strings': ['An empty string adds nothing.'],
    'any-string': ['Strings keep all their code points, and are not normalized.', unicode],
    'any-length': ['Strings may have any length, and tensors any size and rank.', 'inputs'],
    'size-zero': ['The output of an empty tensor is empty.', numpy('char.add')],
    'invalid-broadcast': ['The shapes can be broadcast to each other.', 'summary'],
  }),
});

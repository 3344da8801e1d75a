import type { GraphEntry } from './entry.ts';

/** Sequences and optionals between nodes: what optimizers and planners of memory take for tensors. */
export const sequences: readonly GraphEntry[] = [
  {
    id: 'sequence-places',
    text: 'A tensor that is put into a sequence is returned from its position, whatever else is done with the sequence.',
    graphs: {
      'inserted at the end, which is its length':
        'x 3; z 3; s = SequenceConstruct(x, x); t = SequenceInsert(s, z, position=2); y = SequenceAt(t, position=2); n = SequenceLength(t) -> y, n',
      'inserted before the last':
        'x 3; z 2; s = SequenceConstruct(x, x); t = SequenceInsert(s, z, position=-1); y = SequenceAt(t, position=1)',
      'the sequence before it is read as well':
        'x 3; z 3; s = SequenceConstruct(x, z); t = SequenceErase(s, position=0); y = SequenceAt(s, position=0); w = SequenceAt(t, position=0) -> y, w',
      'one sequence changed in two ways':
        'x 3; z 2; s = SequenceConstruct(x); t = SequenceInsert(s, z, position=0); u = SequenceInsert(s, z); y = SequenceAt(t, position=0); w = SequenceAt(u, position=0) -> y, w',
      'into an empty sequence of another type':
        'k int64 3; s = SequenceEmpty(dtype=int64); t = SequenceInsert(s, k); y = SequenceAt(t, position=-1)',
      'a tensor that a node computes, and one that is an input':
        'x 2x3; a = Neg(x); s = SequenceConstruct(a, x); y = SequenceAt(s, position=0); w = SequenceAt(s, position=1); z = Add(y, w)',
      'erased until nothing is left':
        'x 3; s = SequenceConstruct(x, x); t = SequenceErase(s); u = SequenceErase(t); n = SequenceLength(u)',
    },
  },
  {
    id: 'sequence-parts',
    text: 'Parts of a tensor that are joined again are the tensor only along the same axis and in the same order.',
    graphs: {
      'stacked along another axis than that of the parts':
        'x 2x3 distinct; s = SplitToSequence(x, axis=1, keepdims=0); y = ConcatFromSequence(s, axis=0, new_axis=1)',
      'joined as they were split':
        'x 2x6 distinct; s = SplitToSequence(x, axis=1, split=2); y = ConcatFromSequence(s, axis=1)',
      'joined along the other axis':
        'x 2x6 distinct; s = SplitToSequence(x, axis=1, split=2); y = ConcatFromSequence(s, axis=0)',
      'a smaller last part': 'x 7 distinct; s = SplitToSequence(x, split=3); y = SequenceAt(s, position=-1)',
      'keepdims beside split':
        'x 3x2 distinct; s = SplitToSequence(x, split=1, keepdims=0); y = SequenceAt(s, position=1)',
      'the first part goes to the end':
        'x 6 distinct; s = SplitToSequence(x, split=[1,2,3]); a = SequenceAt(s, position=0); t = SequenceErase(s, position=0); u = SequenceInsert(t, a); y = ConcatFromSequence(u, axis=0)',
    },
  },
  {
    id: 'optional-contents',
    text: 'What is put into an optional comes out of it, and an optional has a content or none.',
    graphs: {
      'a tensor that is in an optional for a while':
        'x 2x3; o = Optional(x); h = OptionalHasElement(o); y = OptionalGetElement(o) -> h, y',
      'a sequence that is in an optional for a while':
        'x 2x3; z 4; s = SequenceConstruct(x, z); o = Optional(s); t = OptionalGetElement(o); y = SequenceAt(t, position=1)',
      'an empty sequence is a content': 's = SequenceEmpty(dtype=T); o = Optional(s); h = OptionalHasElement(o)',
    },
  },
];

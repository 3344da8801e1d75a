import { isOptional, optionalOf, typeOf } from '../../numerics/value.ts';
import { formatType } from '../../numerics/value-type.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { type NodeValues, values } from '../../spec/node.ts';
import { onSequences } from './sequence.ts';

/** Optional: a value that may be absent. */
export const optional = onSequences({
  name: 'Optional',
  definition: 'the input, or nothing of the type that is given',
  evaluate: (_, node) => {
    const [input] = node.values;
    const declared = node.has('type') ? node.valueType('type') : undefined;
    if (!input) {
      if (!declared) throw new BadInput('an optional without content needs a type');
      return [optionalOf<NodeValues<never>>(declared, undefined)];
    }
    if (isOptional(input)) throw new BadInput('an optional is not put into another one');
    const own = typeOf(input);
    if (declared && formatType(declared) !== formatType(own)) {
      throw new BadInput(`the type is ${formatType(declared)}, and the input ${formatType(own)}`);
    }
    return [optionalOf(own, input)];
  },
  says: () => ({
    'content-tensor': ['A tensor makes an optional that has it.', 'summary'],
    'content-sequence': ['A sequence makes an optional that has it.', 'summary'],
    'no-content': ['Without an input the optional has no content, and the type that is given.', 'summary'],
    'invalid-no-type': ['Without an input the type is given.', 'summary'],
  }),
});

/** OptionalHasElement: whether something is there. */
export const optionalHasElement = onSequences({
  name: 'OptionalHasElement',
  definition: 'whether the input is a value, or an optional that has one',
  evaluate: (a, node) => {
    const [input] = node.values;
    const has = input !== undefined && (!isOptional(input) || input.content !== undefined);
    return [values('bool', [], () => a.of(has ? 1n : 0n))];
  },
  says: ({ since }) => ({
    'content-tensor': ['An optional of a tensor that is there has an element.', 'summary'],
    'content-sequence': ['An optional of a sequence that is there has an element.', 'summary'],
    'no-content': ['An optional without content has none.', 'summary'],
    'empty-sequence': ['An empty sequence is an element.', 'summary', 'implied'],
    ...(since >= 18 && {
      'no-optional': ['A tensor or a sequence that is not an optional counts as an element.', 'summary'],
    }),
  }),
});

/** OptionalGetElement: what is there. */
export const optionalGetElement = onSequences({
  name: 'OptionalGetElement',
  definition: 'the content of the input, or the input where it is not an optional',
  evaluate: (_, node) => {
    const input = node.value(0);
    if (!isOptional(input)) return [input];
    if (!input.content) throw new BadInput('an optional without content has no element');
    return [input.content];
  },
  says: ({ since }) => ({
    'content-tensor': ['The tensor of an optional comes out.', 'summary'],
    'content-sequence': ['The sequence of an optional comes out.', 'summary'],
    ...(since >= 18 && {
      'no-optional': ['A tensor or a sequence that is not an optional comes out as it is.', 'summary'],
      'invalid-no-content': ['An optional without content has no element to get.', 'summary'],
    }),
  }),
});

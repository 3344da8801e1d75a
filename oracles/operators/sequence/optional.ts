import { isOptional, optionalOf, typeOf } from '../../numerics/value.ts';
import { formatType } from '../../numerics/value-type.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { type NodeValues, values } from '../../spec/node.ts';
import { sequenceOperator } from './sequence.ts';

/** Optional: a value that may be absent. */
export const optional = sequenceOperator({
  name: 'Optional',
  definition: 'an optional with the input as content, or without content and of the given type',
  evaluate: (_, node) => {
    const [input] = node.values;
    const declared = node.has('type') ? node.valueType('type') : undefined;
    if (!input) {
      if (!declared) throw new BadInput('an optional without content needs a type');
      return [optionalOf<NodeValues<never>>(declared, undefined)];
    }
    if (isOptional(input)) throw new BadInput('an optional cannot contain another optional');
    const own = typeOf(input);
    if (declared && formatType(declared) !== formatType(own)) {
      throw new BadInput(`the type is ${formatType(declared)}, but the input is ${formatType(own)}`);
    }
    return [optionalOf(own, input)];
  },
  says: () => ({
    'content-tensor': ['An optional may contain a tensor.', 'summary'],
    'content-sequence': ['An optional may contain a sequence.', 'summary'],
    'no-content': ['Without an input, the optional has no content, and has the given type.', 'summary'],
    'invalid-no-type': ['Without an input, the type must be given.', 'summary'],
  }),
});

/** OptionalHasElement: whether an optional has content. */
export const optionalHasElement = sequenceOperator({
  name: 'OptionalHasElement',
  definition: 'whether the input is a tensor or sequence, or an optional with content',
  evaluate: (a, node) => {
    const [input] = node.values;
    const has = input !== undefined && (!isOptional(input) || input.content !== undefined);
    return [values('bool', [], () => a.of(has ? 1n : 0n))];
  },
  says: ({ since }) => ({
    'content-tensor': ['An optional that contains a tensor has an element.', 'summary'],
    'content-sequence': ['An optional that contains a sequence has an element.', 'summary'],
    'no-content': ['An optional without content has no element.', 'summary'],
    'empty-sequence': ['An empty sequence is an element.', 'summary', 'implied'],
    ...(since >= 18 && {
      'no-optional': ['A tensor or a sequence that is not an optional counts as an element.', 'summary'],
    }),
  }),
});

/** OptionalGetElement: the content of an optional. */
export const optionalGetElement = sequenceOperator({
  name: 'OptionalGetElement',
  definition: 'the content of the input, or the input itself if it is not an optional',
  evaluate: (_, node) => {
    const input = node.value(0);
    if (!isOptional(input)) return [input];
    if (!input.content) throw new BadInput('an optional without content has no element');
    return [input.content];
  },
  says: ({ since }) => ({
    'content-tensor': ['The tensor in an optional is returned.', 'summary'],
    'content-sequence': ['The sequence in an optional is returned.', 'summary'],
    ...(since >= 18 && {
      'no-optional': ['A tensor or sequence that is not an optional is returned unchanged.', 'summary'],
      'invalid-no-content': ['An optional without content has no element to get.', 'summary'],
    }),
  }),
});

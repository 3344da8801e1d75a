import { tensor } from '../../oracles/numerics/tensor.ts';
import { strings, stringsOf } from '../../oracles/operators/text/text.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import type { Evaluate, InputValues, NodeValues } from '../../oracles/spec/node.ts';
import { onNode } from './alter.ts';

/** The strings of an input changed one by one. */
export const withTexts = <S>(input: InputValues<S>, change: (text: string) => string): InputValues<S> => ({
  ...input,
  tensor: tensor('string', input.dims, stringsOf(input).map(change)),
});

/** The right kernel on other strings. */
export const onTexts = (change: (text: string, input: number) => string) =>
  onNode(({ inputs }) => ({
    inputs: inputs.map(
      (input, i) => input && (input.dtype === 'string' ? withTexts(input, (text) => change(text, i)) : input),
    ),
  }));

/** The right outputs with other strings. */
export const onTextsAfter =
  (change: (text: string) => string) =>
  (correct: Evaluate): Evaluate =>
  (a, node) =>
    correct(a, node).map((output) =>
      output.dtype === 'string' ? strings(a, output.dims, textsOf(output).map(change)) : output,
    );

/** The strings of an output, in the reading that holds them. */
export const textsOf = <S>({ dims, at }: NodeValues<S>): readonly string[] =>
  Array.from({ length: dims.reduce((product, size) => product * size, 1) }, (_, i) => String(at(i)));

/** An attribute that is a text, or several. */
export const textOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name]?.type === 'STRING' ? attributes[name].value : undefined;
export const textsIn = (attributes: Attributes, name: string): readonly string[] =>
  attributes[name]?.type === 'STRINGS' ? attributes[name].value : [];

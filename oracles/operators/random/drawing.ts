import { acceptedExact, type ElementAcceptance, formatScalar } from '../../judge/acceptance.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { elementsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import type { Call } from '../../spec/declaration.ts';
import type { Node } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';
import { drawsOf, type NumberSource } from './draws.ts';
import { rejectAll } from './improbable.ts';

/** The numbers that may be drawn. */
export interface PossibleNumbers {
  /** returns whether x may be the element at an index */
  has(x: Scalar, index: number): boolean;
  /** describes the numbers that an element may be */
  readonly text: (index: number) => string;
  /** the ends of ranges of numbers that may be drawn */
  readonly ends: readonly Scalar[];
  /** describes what makes all elements together improbable; `undefined` if nothing does */
  readonly improbable: (xs: readonly Scalar[], dims: readonly number[]) => string | undefined;
}

/** Returns the draws of a node, from its seed or from 1. */
export const drawsOfNode = <S>(node: Node<S>): NumberSource => drawsOf(node.has('seed') ? node.number('seed') : 1);

/** Returns the refinement of an operator whose elements are all drawn at random. */
export const drawnElements =
  (supportOf: (node: Node<Scalar>, output: ExpectedOutput) => PossibleNumbers) =>
  ([output]: readonly ExpectedOutput[], version: OperatorVersion, call: Call): readonly ExpectedOutput[] => {
    const node = nodeOf<Scalar>(version, call, 1, (x) => x);
    const support = supportOf(node, output!);
    const accept = (index: number): ElementAcceptance => {
      const { best } = output!.accept(index);
      return {
        best,
        isExactInAnyOrder: false,
        breakpoints: support.ends,
        judge: (got) =>
          support.has(got, index)
            ? acceptedExact
            : { accepted: false, exact: formatScalar(best), allowed: support.text(index) },
      };
    };
    const given = ([got]: readonly Tensor[]) => {
      const xs = elementsOf(got!);
      const reason = xs.every(support.has) ? support.improbable(xs, output!.dims) : undefined;
      return reason === undefined ? accept : rejectAll(accept, reason);
    };
    return [{ ...output!, ofChance: true, accept, given }];
  };

import { acceptedExact, type ElementAcceptance, show } from '../../judge/acceptance.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { elementsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import type { Call } from '../../spec/declaration.ts';
import type { Node } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';
import { drawsOf, type NumberSource } from './draws.ts';
import { refusing } from './improbable.ts';

/** What may be drawn. */
export interface Support {
  /** of one element, from its place */
  has(x: Scalar, index: number): boolean;
  /** in words */
  readonly text: (index: number) => string;
  /** values at which that changes */
  readonly ends: readonly Scalar[];
  /** what is improbable of all of them together, if anything is */
  readonly improbable: (xs: readonly Scalar[], dims: readonly number[]) => string | undefined;
}

/** The draws of a node: by its seed, or by one of ours. */
export const drawsOfNode = <S>(node: Node<S>): NumberSource => drawsOf(node.has('seed') ? node.number('seed') : 1);

/** The refinement of an operator all of whose elements are drawn. */
export const drawn =
  (supportOf: (node: Node<Scalar>, output: ExpectedOutput) => Support) =>
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
            : { accepted: false, exact: show(best), allowed: support.text(index) },
      };
    };
    const given = ([got]: readonly Tensor[]) => {
      const xs = elementsOf(got!);
      const reason = xs.every(support.has) ? support.improbable(xs, output!.dims) : undefined;
      return reason === undefined ? accept : refusing(accept, reason);
    };
    return [{ ...output!, ofChance: true, accept, given }];
  };

import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { acceptAnything } from '../../judge/acceptance.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { type DType, isDType } from '../../numerics/dtype.ts';
import type { Direction } from '../../numerics/dyadic.ts';
import { flagOf } from '../../spec/attributes.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { define } from '../../spec/define.ts';
import type { Evaluate, Node } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import { realsAndStrings } from '../../spec/schemas/declaration.ts';
import { pairsOf } from './bindings.ts';
import { castClauses, castRules, isTestedWith } from './clauses.ts';
import { type Conversion, convertElements, isUndefined } from './convert.ts';

/** Names in `TensorProto.DataType` that are not the suite's names in capitals. */
const otherNames: Readonly<Record<string, DType>> = { FLOAT: 'float32', DOUBLE: 'float64' };

/**
 * Returns the type that the attribute `to` names: by its number, or before version 6 by its name.
 * @throws BadInput if there is no such type
 */
export function target<S>(node: Node<S>): DType {
  if (node.attributes.to?.type !== 'STRING') return node.dtype('to');
  const given = node.string('to');
  const dtype = otherNames[given] ?? given.toLowerCase();
  if (!isDType(dtype)) throw new BadInput(`attribute to is ${given}, which is not a type here`);
  return dtype;
}

const directions: readonly Direction[] = ['up', 'down', 'nearest'];

/** Returns the conversion to small floats that the attributes of a node choose. */
function howOf<S>(node: Node<S>): Conversion {
  const direction = node.has('round_mode') ? (node.string('round_mode') as Direction) : 'up';
  return { saturates: node.has('saturate') && flagOf(node.version, node, 'saturate'), direction };
}

/** The version whose table saturates infinities in every type. */
const firstThatSaturatesInfinities = 24;

function conversion(name: string, definition: string, targetOf: <S>(node: Node<S>) => DType): Operator {
  const evaluating =
    (change?: Partial<Conversion>): Evaluate =>
    <S>(a: Arithmetic<S>, node: Node<S>) => [
      convertElements(a, node.input(0), checkTarget(node, targetOf(node)), { ...howOf(node), ...change }),
    ];
  return define({
    name,
    definition,
    family: 'cast',
    evaluate: evaluating(),
    roundsExplicitly: true,
    dtypes: realsAndStrings,
    bindings: pairsOf,
    tries: isTestedWith,
    attributeValues: () => ({ round_mode: directions }),
    clauses: castClauses,
    ...(name === 'Cast' && { rules: castRules }),
    refine: (expected, version, call) => {
      const node = nodeOf(version, call, 1, (x) => x);
      const [x, to] = [node.input(0), targetOf(node)];
      return expected.map((output) => ({
        ...output,
        accept(index) {
          const own = output.accept(index);
          return isUndefined(x.at(index), x.dtype, to) ? acceptAnything('undefined-cast', own.best) : own;
        },
      }));
    },
    alternatives: ({ since }, { attributes }) => {
      if (attributes.saturate?.value === 0) return [];
      const lost = {
        choices: [observe('float8-infinity', 'NaN')],
        otherwise: [observe('float8-infinity', 'largest')],
        evaluate: evaluating({ losesInfinities: true }),
      };
      const kept = {
        choices: [observe('same-type-infinity', 'kept')],
        otherwise: [observe('same-type-infinity', 'largest')],
        evaluate: evaluating({ keepsSameType: true }),
      };
      return since < firstThatSaturatesInfinities ? [lost, kept] : [kept];
    },
  });
}

/**
 * Checks that the version allows a type.
 * @throws BadInput if it does not
 */
function checkTarget<S>({ version }: Node<S>, to: DType): DType {
  if (version.dtypes.includes(to)) return to;
  throw new BadInput(`${to} is not a type that version ${version.since} casts to`);
}

/** Cast: each element converted to the type of the attribute `to`. */
export const cast = conversion('Cast', 'x in the type to', target);

/** CastLike: each element converted to the type of another tensor. */
export const castLike = conversion('CastLike', 'x in the type of another tensor', (node) => node.input(1).dtype);

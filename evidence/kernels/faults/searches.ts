import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { Refusal } from '../implementation.ts';
import { type Mutant, misfold, misread, ofFloats, ofTerms } from '../mutant.ts';
import type { Request } from '../stages.ts';

const operators = ['ArgMax', 'ArgMin'];
const isMax = ({ operator }: Request): boolean => operator === 'ArgMax';

/** A search that keeps the place of the best so far unless a term replaces it; larger is better for both operators. */
const searching = (
  replaces: (x: NumericScalar, best: NumericScalar, k: number) => boolean,
  start?: { readonly best: number; readonly index: bigint },
) =>
  misfold((fold, terms, extents, request) => {
    if (terms.length === 0) return fold(terms, extents, request);
    const valued = terms.map((x) => (isMax(request) ? x : -x));
    let best: NumericScalar = start?.best ?? valued[0]!;
    let index = start?.index ?? 0n;
    valued.forEach((x, k) => {
      if ((k > 0 || start) && replaces(x, best, k)) [best, index] = [x, BigInt(k)];
    });
    return index;
  });

/** The winner of parts of a slice, each found correctly, from the places of the parts and their winners. */
const inParts = (parts: (n: number) => readonly (readonly number[])[], laterWins: boolean) =>
  misfold((fold, terms, extents, request) => {
    const winners = parts(terms.length)
      .filter((part) => part.length > 0)
      .map(
        (part) =>
          part[
            Number(
              fold(
                part.map((k) => terms[k]!),
                [],
                request,
              ),
            )
          ]!,
      );
    if (winners.length === 0) return fold(terms, extents, request);
    const winner = fold(
      winners.map((k) => terms[k]!),
      [],
      { ...request, selectLast: laterWins },
    );
    return BigInt(winners[Number(winner)]!);
  });

const range = (n: number): number[] => Array.from({ length: n }, (_, k) => k);
const blocks = (size: number) => (n: number) =>
  range(Math.ceil(n / size)).map((block) => range(n).filter((k) => Math.floor(k / size) === block));
const lanes = (count: number) => (n: number) => range(count).map((lane) => range(n).filter((k) => k % count === lane));

/** Bugs in which of the elements ArgMax and ArgMin take for the wanted one. */
export const searchFaults: readonly Mutant[] = [
  {
    name: 'select_last_index is ignored',
    source: ['an attribute that came with opset 12'],
    operators,
    perturb: misread(({ selectLast }) => (selectLast ? { selectLast: false } : {})),
  },
  {
    name: 'select_last_index is refused',
    source: ['ORT-1618'],
    operators,
    perturb: ({ reduced }) => ({
      reduced(request) {
        if (request.selectLast) throw new Refusal('select_last_index=1 is not supported');
        return reduced(request);
      },
    }),
  },
  {
    name: 'select_last_index is read from opset 13 on',
    source: ['ORT-15047'],
    operators,
    perturb: misread(({ opset, selectLast }) => (opset === 12 && selectLast ? { selectLast: false } : {})),
  },
  {
    name: 'the last of equal elements is named unless the first is asked for',
    source: ['a comparison with >='],
    operators,
    perturb: ({ read }) => ({
      read(example) {
        const asked = example.proposal.attributes.select_last_index?.value !== undefined;
        const request = read(example);
        return asked || request.opset < 12 ? request : { ...request, selectLast: true };
      },
    }),
  },
  {
    name: 'select_last_index counts for the last axis only',
    source: ['a fast path that forgets an attribute'],
    operators,
    perturb: misread(({ axes, dims, selectLast }) =>
      selectLast && axes?.some((axis) => (axis + dims.length) % dims.length !== dims.length - 1)
        ? { selectLast: false }
        : {},
    ),
  },
  {
    name: 'ArgMin is dispatched to ArgMax',
    source: ['RTEN-a4d9768'],
    operators: ['ArgMin'],
    perturb: misfold((fold, terms, extents, request) => fold(terms, extents, { ...request, operator: 'ArgMax' })),
  },
  {
    name: 'equal elements of different lanes: the lower lane wins',
    source: ['OV-33626'],
    operators,
    perturb: inParts(lanes(8), false),
  },
  {
    name: 'equal elements of different blocks of 64: the later block wins',
    source: ['MLX-884b4ed'],
    operators,
    perturb: inParts(blocks(64), true),
  },
  {
    name: 'a slice of nothing but NaN names a lane',
    source: ['OV-33626', 'ONEFLOW-7606'],
    operators,
    perturb: ofFloats((terms, request, fold) =>
      terms.length > 2 && terms.every(Number.isNaN) ? BigInt(terms.length >> 1) : fold(terms, [], request),
    ),
  },
  {
    name: 'NaN wins only where it comes first in one of four lanes',
    source: ['BURN-4814', 'TVM-19558'],
    operators,
    perturb: ofTerms((terms, request) =>
      terms.map((x, k) => (k >= 4 && Number.isNaN(x) ? (isMax(request) ? -Infinity : Infinity) : x)),
    ),
  },
  {
    name: 'NaN wins only where it comes last',
    source: ['TVM-19558', 'JAXJS-8c38356'],
    operators,
    perturb: searching((x, best) => !(best >= x)),
  },
  {
    name: 'the index of elements that equal the identity is never set',
    source: ['CUPYNUM-987'],
    operators,
    perturb: searching((x, best) => x > best, { best: Number.NEGATIVE_INFINITY, index: -(2n ** 63n) }),
  },
  {
    name: 'the best so far starts from 0',
    source: ['CANDLE-4eeaf20'],
    operators,
    perturb: searching((x, best) => x > best, { best: 0, index: 0n }),
  },
  {
    name: 'numbers that differ by a millionth count as equal',
    source: ['comparison with an epsilon'],
    operators,
    perturb: searching((x, best) => Number(x) > Number(best) + 1e-6 * Math.abs(Number(best)) || best === -Infinity),
  },
];

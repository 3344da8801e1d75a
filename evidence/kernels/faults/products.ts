import { type Mutant, misfold, numberOf, ofFloats, ofTerms } from '../mutant.ts';

const operators = ['ReduceProd'];

/** Bugs in products. */
export const productFaults: readonly Mutant[] = [
  {
    name: 'a product starts from 0',
    source: ['the accumulator of a sum'],
    operators,
    perturb: ofTerms((terms, { dtype }) => [...terms, numberOf(0, dtype)]),
  },
  {
    name: 'the lanes beyond a short row are 0 and are multiplied in',
    source: ['PT-191499'],
    operators,
    perturb: ofTerms((terms, { dtype }) => (terms.length % 4 ? [...terms, numberOf(0, dtype)] : terms)),
  },
  {
    name: 'a product is the exponential of a sum of logarithms',
    source: ['products by logarithms'],
    operators,
    perturb: ofFloats((terms) => Math.exp(terms.reduce((sum, x) => sum + Math.log(x), 0))),
  },
  {
    name: 'a product by logarithms of magnitudes loses the sign',
    source: ['products by logarithms'],
    operators,
    perturb: misfold((fold, terms, extents, request) => {
      const x = fold(terms, extents, request);
      return x < 0 ? -x : x;
    }),
  },
  {
    name: 'zeros are left out of a product',
    source: ['sparse data'],
    operators,
    perturb: ofTerms((terms) => terms.filter((x) => Number(x) !== 0)),
  },
  {
    name: 'a zero ends the product',
    source: ['early exit'],
    operators,
    perturb: ofTerms((terms) => {
      const zero = terms.findIndex((x) => Number(x) === 0);
      return zero < 0 ? terms : terms.slice(0, zero + 1);
    }),
  },
  {
    name: 'a product is a sum',
    source: ['RTEN-a4d9768'],
    operators,
    perturb: misfold((fold, terms, extents, request) => fold(terms, extents, { ...request, operator: 'ReduceSum' })),
  },
  {
    name: 'the product of several dimensions multiplies the innermost only',
    source: ['TFJS-1a52033', 'one axis at a time'],
    operators,
    perturb: misfold((fold, terms, extents, request) =>
      fold(extents.length > 1 ? terms.slice(0, extents.at(-1)) : terms, extents, request),
    ),
  },
  {
    name: 'an infinite factor makes 0 of zeros',
    source: ['0 · x is 0'],
    operators,
    perturb: ofFloats((terms, request, fold) =>
      terms.includes(0) && !terms.some(Number.isNaN) ? 0 : fold(terms, [], request),
    ),
  },
  {
    name: 'a product saturates at one',
    source: ['products of probabilities'],
    operators,
    perturb: ofFloats((terms, request, fold) => {
      const x = Number(fold(terms, [], request));
      return Math.abs(x) > 1 ? Math.sign(x) : x;
    }),
  },
];

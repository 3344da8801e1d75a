import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { type Mutant, misfold } from '../mutant.ts';
import type { Request } from '../stages.ts';

const arithmetic = [
  'ReduceL1',
  'ReduceL2',
  'ReduceLogSum',
  'ReduceLogSumExp',
  'ReduceMean',
  'ReduceProd',
  'ReduceSum',
  'ReduceSumSquare',
];
const all = [...arithmetic, 'ReduceMax', 'ReduceMin'];
/** Of these an infinity below zero is not lost on the way. */
const seesMinusInfinity = ['ReduceL1', 'ReduceL2', 'ReduceMean', 'ReduceMin', 'ReduceSum', 'ReduceSumSquare'];

/** The layouts for which kernels have code of their own. */
const layouts = {
  'a full reduction': ({ dims }: Request, extents: readonly number[]) =>
    dims.length > 1 && extents.length === dims.length,
  'a vector': ({ dims }: Request) => dims.length === 1,
  'a reduction over some of several axes': ({ dims }: Request, extents: readonly number[]) =>
    extents.length > 1 && extents.length < dims.length,
} as const;

type Terms = readonly number[];

/** Another value of rows of floats in a layout. */
const within = (
  isLayout: (request: Request, extents: readonly number[]) => boolean,
  evaluate: (terms: Terms, fold: (terms: Terms) => NumericScalar) => NumericScalar | undefined,
) =>
  misfold((fold, terms, extents, request) => {
    const asUsual = () => fold(terms, extents, request);
    if (terms.length < 2 || typeof terms[0] === 'bigint' || !isLayout(request, extents)) return asUsual();
    return evaluate(terms as Terms, (others) => fold(others, extents, request)) ?? asUsual();
  });

const isInfinite = (x: number) => Math.abs(x) === Number.POSITIVE_INFINITY;
const hasBoth = (terms: Terms) => terms.some(Number.isNaN) && terms.some(isInfinite);
const without = (terms: Terms, at: number) => terms.filter((_, k) => k !== at);

const everywhere = () => true;

/** Bugs in where NaN and infinities are looked for. */
export const specialFaults: readonly Mutant[] = [
  ...Object.entries(layouts).flatMap(([layout, isLayout]): Mutant[] => [
    {
      name: `NaN and an infinity give the infinity in ${layout}`,
      source: ['a test for infinities before that for NaN'],
      operators: all,
      perturb: within(isLayout, (terms, fold) =>
        hasBoth(terms) ? fold(terms.filter((x) => !Number.isNaN(x))) : undefined,
      ),
    },
    {
      name: `NaN in the last place is passed over in ${layout}`,
      source: ['a tail that is masked by a comparison'],
      operators: all,
      perturb: within(isLayout, (terms, fold) =>
        Number.isNaN(terms.at(-1)) ? fold(without(terms, terms.length - 1)) : undefined,
      ),
    },
    {
      name: `NaN in the first place is passed over in ${layout}`,
      source: ['an accumulator that is seeded by a comparison'],
      operators: all,
      perturb: within(isLayout, (terms, fold) => (Number.isNaN(terms[0]) ? fold(without(terms, 0)) : undefined)),
    },
    {
      name: `NaN in the middle is passed over in ${layout}`,
      source: ['halves that are joined by a comparison'],
      operators: all,
      perturb: within(isLayout, (terms, fold) =>
        Number.isNaN(terms[terms.length >> 1]) ? fold(without(terms, terms.length >> 1)) : undefined,
      ),
    },
    {
      name: `minus infinity in the last place is passed over in ${layout}`,
      source: ['the neutral element of a maximum in the tail of every reduction'],
      operators: seesMinusInfinity,
      perturb: within(isLayout, (terms, fold) =>
        terms.at(-1) === Number.NEGATIVE_INFINITY ? fold(without(terms, terms.length - 1)) : undefined,
      ),
    },
  ]),
  {
    name: 'the first infinity ends the loop, whatever follows',
    source: ['an early exit'],
    operators: arithmetic,
    perturb: within(everywhere, (terms) => {
      const at = terms.findIndex(isInfinite);
      const nan = terms.findIndex(Number.isNaN);
      return at >= 0 && nan > at ? Number.POSITIVE_INFINITY : undefined;
    }),
  },
  {
    name: 'minus infinity after NaN takes its place',
    source: ['an accumulator that is compared instead of added'],
    operators: arithmetic,
    perturb: within(everywhere, (terms) => {
      const nan = terms.findIndex(Number.isNaN);
      return nan >= 0 && terms.indexOf(Number.NEGATIVE_INFINITY, nan) > nan ? Number.NEGATIVE_INFINITY : undefined;
    }),
  },
  {
    name: 'NaN between infinities of both signs is lost',
    source: ['a flag for each sign, none for NaN'],
    operators: arithmetic,
    perturb: within(everywhere, (terms) => {
      const signs = new Set(terms.filter(isInfinite));
      return signs.size === 2 && terms.some(Number.isNaN) ? 0 : undefined;
    }),
  },
  {
    name: 'infinities of both signs cancel in full reductions',
    source: ['a sum over pairs'],
    operators: ['ReduceMean', 'ReduceSum'],
    perturb: within(layouts['a full reduction'], (terms, fold) =>
      new Set(terms.filter(isInfinite)).size === 2 ? fold(terms.filter((x) => !isInfinite(x))) : undefined,
    ),
  },
];

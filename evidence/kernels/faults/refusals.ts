import { Refusal } from '../implementation.ts';
import { type Mutant, numberOf } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';

const isOutOfRange = ({ axes = [], dims }: Request): boolean =>
  axes.some((axis) => axis >= dims.length || axis < -dims.length);

/** Refuses axes that are out of range, but not before something of them is kept. */
const refusingAfter =
  (keep: (request: Request) => void, rest: (stages: Stages) => Partial<Stages>) =>
  (stages: Stages): Partial<Stages> => {
    const { reduced = stages.reduced, ...others } = rest(stages);
    return {
      reduced(request) {
        if (!isOutOfRange(request)) return reduced(request);
        keep(request);
        throw new Refusal('axes out of range');
      },
      ...others,
    };
  };

/** Something that is written in place of results that nobody computed. */
const unwritten = ({ output }: Request) => numberOf(77, output);

/** Bugs of error paths: a refusal leaves something behind for the models after it. */
export const refusalFaults: readonly Mutant[] = [
  {
    name: 'after a refusal, the next model gets the same error',
    source: ['an error flag that is read late and reset only then'],
    perturb(stages) {
      let failed = false;
      return refusingAfter(
        () => {
          failed = true;
        },
        ({ reduced }) => ({
          reduced(request) {
            if (!failed) return reduced(request);
            failed = false;
            throw new Refusal('axes out of range');
          },
        }),
      )(stages);
    },
  },
  {
    name: 'after a refusal a lock stays taken, and nothing runs any more',
    source: ['an early return without a release'],
    perturb(stages) {
      let locked = false;
      return refusingAfter(
        () => {
          locked = true;
        },
        ({ reduced }) => ({
          reduced(request) {
            if (locked) throw new Refusal('the device is busy');
            return reduced(request);
          },
        }),
      )(stages);
    },
  },
  {
    name: 'the plan of a refused model is half filled, and used for the next model of the same shape',
    source: ['a cache entry that is made before it is computed'],
    perturb(stages) {
      const half = new Set<string>();
      const keyOf = ({ dtype, dims }: Request) => `${dtype} ${dims}`;
      return refusingAfter(
        (request) => half.add(keyOf(request)),
        ({ finish }) => ({
          finish(results, request) {
            const isHalf = half.has(keyOf(request));
            return finish(isHalf ? results.map(() => unwritten(request)) : results, request);
          },
        }),
      )(stages);
    },
  },
  {
    name: 'the axes of a refused model stay for the next one of the same rank',
    source: ['normalized axes in a member, checked after they are stored'],
    perturb(stages) {
      const kept = new Map<number, readonly boolean[]>();
      return refusingAfter(
        ({ axes = [], dims }) => {
          const rank = dims.length;
          const places = axes.map((axis) => ((axis % rank) + rank) % rank);
          kept.set(
            rank,
            dims.map((_, axis) => places.includes(axis)),
          );
        },
        ({ reduced }) => ({
          reduced(request) {
            const marks = kept.get(request.dims.length);
            kept.delete(request.dims.length);
            return marks ?? reduced(request);
          },
        }),
      )(stages);
    },
  },
  {
    name: 'after a refusal a thread is missing, and the last slice is not computed',
    source: ['a pool whose worker ends with an error'],
    perturb(stages) {
      let isMissing = false;
      return refusingAfter(
        () => {
          isMissing = true;
        },
        ({ finish }) => ({
          finish(results, request) {
            return finish(
              isMissing ? [...results.slice(0, -1), unwritten(request)].slice(0, results.length) : results,
              request,
            );
          },
        }),
      )(stages);
    },
  },
];

import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import { hidden } from '../kernels/hidden.ts';
import type { Candidate } from '../kernels/implementation.ts';
import { candidateOf, type Mutant } from '../kernels/mutant.ts';
import { kinds } from '../kernels/mutants.ts';
import { type Caught, enough, type Measurement, type Passed, plenty, storedMeasurements } from './measurement.ts';
import { type OfficialFinding, storedOfficial } from './official.ts';

/** One faulty kernel before both judges. */
export interface FaultLine {
  readonly kind: string;
  readonly fault: Mutant;
  /** by each of its operators that was measured */
  readonly caught: Readonly<Record<string, Caught>>;
  /** of these operators */
  readonly cases: number;
  /** nothing if the official vectors were not run on it */
  readonly official: OfficialFinding | undefined;
}

/** One right kernel. */
export interface RightLine extends Pick<Candidate, 'name' | 'operators'> {
  /** by each of its operators that was measured */
  readonly passed: Readonly<Record<string, Passed>>;
}

/** All that is stored, of the kernels that there are. */
export interface Result {
  readonly measured: ReadonlyMap<string, Measurement>;
  readonly unmeasured: readonly string[];
  readonly vectors: number;
  readonly faults: readonly FaultLine[];
  readonly right: readonly RightLine[];
}

/** Puts together what is stored. */
export function storedResult(): Result {
  const names = operators.map(({ name }) => name);
  const measured = storedMeasurements(names);
  const official = storedOfficial();
  const ofKernel = <Found>(
    name: string,
    own: readonly string[],
    of: (measurement: Measurement) => Record<string, Found>,
  ) =>
    Object.fromEntries(
      own.flatMap((operator) => {
        const measurement = measured.get(operator);
        const found = measurement && of(measurement)[name];
        return found ? [[operator, found] as const] : [];
      }),
    );
  return {
    measured,
    unmeasured: names.filter((name) => !measured.has(name)),
    vectors: official.vectors,
    faults: Object.entries(kinds).flatMap(([kind, faults]) =>
      faults.map((fault) => {
        const { name, operators: own } = candidateOf(fault);
        const caught = ofKernel(name, own, ({ faults: all }) => all);
        const cases = Object.keys(caught).reduce((sum, operator) => sum + measured.get(operator)!.cases, 0);
        return { kind, fault, caught, cases, official: official.of(fault) };
      }),
    ),
    right: correctCandidates.map(({ name, operators: own }) => ({
      name,
      ...(own && { operators: own }),
      passed: ofKernel(name, own ?? names, ({ right }) => right),
    })),
  };
}

/** How many cases catch a fault, of all operators together; at most `plenty` of each are counted. */
export const casesOf = ({ caught }: FaultLine): number =>
  Object.values(caught).reduce((sum, [cases]) => sum + cases, 0);

/** True if quick has a case that catches it. */
export const isQuick = ({ caught }: FaultLine): boolean => Object.values(caught).some(([, quick]) => quick > 0);

/** The operator with the fewest cases that catch a fault, of those on which it can show; nothing if none of them was measured. */
export function thinnest({
  fault,
  caught,
}: FaultLine): { readonly operator: string; readonly cases: number } | undefined {
  const visible = Object.entries(caught).filter(([operator]) => !isHidden(fault, operator));
  const [first] = visible.toSorted(([, [a]], [, [b]]) => a - b);
  return first && { operator: first[0], cases: first[1][0] };
}

/** True if a fault left an operator before all of its cases were run: they may catch it more often. */
export const hasLeft = ({ caught }: FaultLine): boolean => Object.values(caught).some(([cases]) => cases >= plenty);

/** "20 and more" of what ended there. */
export const andMore = (cases: number, left = cases >= plenty): string =>
  `${cases.toLocaleString('en-US')}${left ? ' and more' : ''}`;

/** True if no data can show a fault on an operator. */
const isHidden = ({ name }: Mutant, operator: string): boolean => hidden[name]?.on.includes(operator) ?? false;

/** The cases in which a right kernel was accused. */
export const accusations = ({ passed }: RightLine): number =>
  Object.values(passed).reduce((sum, [, , accused = 0]) => sum + accused, 0);

/**
 * What must not be, one line each: faults that (nearly) survive, also on one operator alone, right kernels that are accused, and
 * attributes and inputs that too few cases show.
 * @param names operators that are looked at; all if there are none
 */
export function complaintsOf({ measured, faults, right }: Result, names: readonly string[] = []): string[] {
  const isWanted = (operator: string) => names.length === 0 || names.includes(operator);
  return [
    ...faults
      .filter(({ fault, caught }) => {
        const own = candidateOf(fault).operators;
        return own.some(isWanted) && own.every((operator) => caught[operator]);
      })
      .filter((line) => casesOf(line) < enough)
      .map((line) => `caught by ${casesOf(line)} cases only, ${enough} are wanted: ${line.fault.name}`),
    ...faults.flatMap(({ fault, caught }) =>
      Object.entries(caught).flatMap(([operator, [cases]]) => {
        if (!isWanted(operator) || cases > 0 !== isHidden(fault, operator)) return [];
        return cases === 0
          ? [`survives on ${operator}: ${fault.name}`]
          : [`caught by ${andMore(cases)} cases on ${operator}, where it is declared not to show: ${fault.name}`];
      }),
    ),
    ...right.flatMap(({ name, passed }) =>
      Object.entries(passed).flatMap(([operator, [, , accused, first]]) =>
        accused && isWanted(operator) ? [`accused ${andMore(accused)} times on ${operator}: ${name}; ${first}`] : [],
      ),
    ),
    ...[...measured].flatMap(([operator, { hardlyShown }]) => (isWanted(operator) ? hardlyShown : [])),
  ];
}

import type { DType } from '../../oracles/numerics/dtype.ts';
import { groupBy, uniqueDTypes } from '../aggregate/grouping.ts';
import { judged } from '../schema/counts.ts';
import type { FindingPlace, Report } from '../schema.ts';

/** Operators with the same versions and dtypes. */
export interface Area {
  readonly operators: readonly string[];
  readonly versions: readonly number[];
  readonly dtypes: readonly DType[];
  /** whether these are all dtypes that were judged there */
  readonly everyDType: boolean;
}

/** Groups versions of one operator with the same dtypes, then operators with the same versions and dtypes. */
export function areas(report: Report, places: readonly FindingPlace[]): Area[] {
  const isEvery = (place: FindingPlace) => place.dtypes.length === judgedDTypes(report, place);
  const dtypesOf = (place: FindingPlace) => (isEvery(place) ? 'every' : place.dtypes.join());
  const perOperator = [...groupBy(places, (place) => `${place.operator} ${dtypesOf(place)}`).values()];
  const shared = groupBy(perOperator, (own) => `${own.map((place) => place.version)} ${dtypesOf(own[0]!)}`);
  return [...shared.values()].map((operators) => ({
    operators: operators.map((own) => own[0]!.operator),
    versions: operators[0]!.map((place) => place.version),
    dtypes: uniqueDTypes(operators.flat().flatMap((place) => place.dtypes)),
    everyDType: isEvery(operators[0]![0]!),
  }));
}

function judgedDTypes(report: Report, { operator, version }: FindingPlace): number {
  const own = report.matrix.find((cell) => cell.operator === operator && cell.version === version);
  return Object.values(own?.byDType ?? {}).filter((counts) => judged(counts) > 0).length;
}

/** Formats an area: "ReduceA-11, -13, ReduceB-11, -13 (float16, float32)". */
export function describeArea(area: Area): string {
  const dtypes = area.everyDType && area.dtypes.length > 1 ? 'every judged dtype' : area.dtypes.join(', ');
  const versions = area.versions.map((version) => `-${version}`).join(', ');
  return `${area.operators.map((operator) => operator + versions).join(', ')} (${dtypes})`;
}

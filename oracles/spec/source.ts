import type { HistoricalWording, Source } from './operator.ts';
import { isLater, later, type Release, releaseBefore, releaseOf } from './releases.ts';
import type { Schema } from './schemas/schema.ts';

/** The document that has the text of every operator version. */
export const changelog = 'Changelog.md';

/**
 * A sentence of ONNX about an operator version.
 * @param came the release that brought the version
 * @param since the release that brought the sentence, if it is later
 * @param before what it took the place of; nothing was said if absent
 */
export function sentence(
  document: string,
  place: string,
  came: Release,
  since: Release = came,
  before?: readonly HistoricalWording[],
): Source {
  const first = later(since, came);
  const silence = isLater(first, came) ? [silent(came, releaseBefore(first))] : [];
  const all = before ?? silence;
  return { document, place, since: first, ...(all.length > 0 && { before: all }) };
}

/** Which text: that of a schema, or of a version of an operator by its name. */
export type VersionText = Pick<Schema, 'name' | 'since' | 'document'>;

/** A sentence about an operator version, as {@link sentence}. Other domains have documents of their own, which no release of ONNX dates. */
export function sentenceOf(
  { name, since, document }: VersionText,
  place: string,
  first?: Release,
  before?: readonly HistoricalWording[],
): Source {
  const own = place === '' ? `${name}-${since}` : `${name}-${since}, ${place}`;
  return document === undefined ? sentence(changelog, own, releaseOf(since), first, before) : { document, place: own };
}

/** What the text said from a release to another. */
export function former(said: string, from: Release, to: Release): HistoricalWording {
  return { text: `ONNX ${spanOf({ from, to })} said: ${said}`, said, from, to };
}

/** That the text said nothing from a release to another. */
function silent(from: Release, to: Release): HistoricalWording {
  return { text: `ONNX ${spanOf({ from, to })} said nothing of it`, said: 'nothing was said of it', from, to };
}

/** "1.13 to 1.18", "1.19". */
export function spanOf({ from, to }: Pick<HistoricalWording, 'from' | 'to'>): string {
  return from === to ? from : `${from} to ${to}`;
}

/** "ReduceMax-13, summary: an empty set (since ONNX 1.15)", "IEEE 754-2019, 6.2". */
export function formatSource({ document, place, since, before = [] }: Source): string {
  const where = document === changelog || document === '' ? place : `${document}, ${place}`;
  // what is as old as the operator version needs no date
  return since && before.some(({ to }) => isLater(since, to)) ? `${where} (since ONNX ${since})` : where;
}

/** What to know of a failure at an opset that is older than the sentence: who followed the text then could not know it. */
export function describeIntroduction({ since, before = [] }: Source, came: Release): string | undefined {
  if (!since || !isLater(since, came)) return undefined;
  const then = before.findLast(({ to }) => isLater(since, to));
  return `ONNX says so since ${since}; in ${came}, which brought the opset, ${then?.said ?? 'it did not'}`;
}

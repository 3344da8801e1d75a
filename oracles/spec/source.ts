import type { HistoricalWording, Source } from './operator.ts';
import { isLater, later, type Release, releaseBefore, releaseOf } from './releases.ts';
import type { Schema } from './schemas/schema.ts';

/** The document with the text of every operator version. */
export const changelog = 'Changelog.md';

/**
 * Returns the source of a sentence of ONNX about an operator version.
 * @param came the release that introduced the version
 * @param since the release that introduced the sentence, if it is later
 * @param before the former texts; if absent, there were none
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

/** A text: that of a schema, or of an operator version with its name. */
export type VersionText = Pick<Schema, 'name' | 'since' | 'opset' | 'document'>;

/**
 * Returns the source of a sentence about an operator version, as {@link sentence}. Other domains have their own documents,
 * without releases of ONNX.
 */
export function sentenceOf(
  { name, since, document }: VersionText,
  place: string,
  first?: Release,
  before?: readonly HistoricalWording[],
): Source {
  const own = place === '' ? `${name}-${since}` : `${name}-${since}, ${place}`;
  return document === undefined ? sentence(changelog, own, releaseOf(since), first, before) : { document, place: own };
}

/** Returns what the text said from one release to another. */
export function historicalWording(wording: string, from: Release, to: Release): HistoricalWording {
  return { text: `ONNX ${spanOf({ from, to })} said: ${wording}`, wording, from, to };
}

/** Returns the wording that a sentence was absent from one release to another. */
function silent(from: Release, to: Release): HistoricalWording {
  return { text: `ONNX ${spanOf({ from, to })} did not mention it`, wording: 'the text did not mention it', from, to };
}

/** Formats a span of releases: "1.13 to 1.18", "1.19". */
export function spanOf({ from, to }: Pick<HistoricalWording, 'from' | 'to'>): string {
  return from === to ? from : `${from} to ${to}`;
}

/** Formats a source: "ReduceMax-13, summary: an empty set (since ONNX 1.15)", "IEEE 754-2019, 6.2". */
export function formatSource({ document, place, since, before = [] }: Source): string {
  const where = document === changelog || document === '' ? place : `${document}, ${place}`;
  // a sentence as old as the operator version has no date
  return since && before.some(({ to }) => isLater(since, to)) ? `${where} (since ONNX ${since})` : where;
}

/**
 * Describes the introduction of a sentence that is younger than an opset, whose implementers could not know it; `undefined` if
 * it is not younger.
 * @param came the release that introduced the opset
 */
export function describeLaterSentence({ since, before = [] }: Source, came: Release): string | undefined {
  if (!since || !isLater(since, came)) return undefined;
  const then = before.findLast(({ to }) => isLater(since, to));
  return `ONNX states this since ${since}; in ${came}, the release of the opset, ${then?.wording ?? 'it did not'}`;
}

import { formatChoices } from '../../generators/did-you-mean.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type OfficialVector, officialVectors } from './official.ts';
import { isUpTo, releases, type VectorRelease } from './releases.ts';

/** A selection of official vectors: those of a release, those of an opset, or all of any release. */
export interface VectorSelection {
  /** as ONNX tags it, with or without "v"; "all" */
  readonly release?: string | undefined;
  readonly opset?: number | undefined;
}

/** The fields that decide whether a vector is selected, and its folder. */
export type Selectable = Pick<OfficialVector, 'test' | 'opset' | 'releases'>;

/** A vector, and its folder below the root of an export. */
export interface PlacedVector<V> {
  readonly folder: string;
  readonly vector: V;
}

/**
 * Returns the vectors of a selection, sorted by folder. A release or an opset fills `node/`, as in ONNX's own folder of data.
 * If several forms of a test import the opset, it takes the newest. All vectors (the default) need a folder for each release.
 * @throws BadInput for an unknown release, and if no vector is left
 */
export function place<V extends Selectable>(
  all: readonly V[],
  { release = 'all', opset }: VectorSelection,
): PlacedVector<V>[] {
  if (opset === undefined && release === 'all') return sorted(all, folderInAll);
  const chosen =
    opset === undefined ? ofRelease(all, parseRelease(release)) : newestOf(all.filter((v) => v.opset === opset));
  if (chosen.length === 0) {
    const opsets = [...new Set(all.map((vector) => vector.opset))].sort((a, b) => a - b);
    throw new BadInput(`no official vector imports opset ${opset}; there are some of opsets ${opsets.join(', ')}`);
  }
  return sorted(chosen, ({ test }) => `node/${test}`);
}

/** Returns the vectors of a selection, made from their recipes; see {@link place}. */
export function selectOfficial(selection: VectorSelection): PlacedVector<OfficialVector>[] {
  return place(officialVectors(), selection);
}

/** Returns the folder of a vector among all forms of all tests: that of the newest release with it. */
export function folderInAll(vector: Selectable): string {
  return `v${newestRelease(vector)}/node/${vector.test}`;
}

/**
 * Returns the release that the user named.
 * @throws BadInput if it is not known
 */
export function parseRelease(text: string): VectorRelease {
  const wanted = text.replace(/^v/, '');
  const known = releases.find((release) => release === wanted);
  if (known) return known;
  const remedy = formatChoices(wanted, releases, `use one of ${releases.join(', ')}, or all`);
  throw new BadInput(`--release ${text}: no release of ONNX with vectors is known by that name; ${remedy}`);
}

function sorted<V>(vectors: readonly V[], folderOf: (vector: V) => string): PlacedVector<V>[] {
  return vectors.map((vector) => ({ folder: folderOf(vector), vector })).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

const newestRelease = ({ releases: published }: Selectable): VectorRelease => published.at(-1)!;

function ofRelease<V extends Selectable>(all: readonly V[], release: VectorRelease): V[] {
  return all.filter((vector) => vector.releases.includes(release));
}

function newestOf<V extends Selectable>(vectors: readonly V[]): V[] {
  const newest = new Map<string, V>();
  for (const vector of vectors) {
    const known = newest.get(vector.test);
    if (!known || isUpTo(newestRelease(known), newestRelease(vector))) newest.set(vector.test, vector);
  }
  return [...newest.values()];
}

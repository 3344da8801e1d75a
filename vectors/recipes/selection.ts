import { nearest } from '../../generators/nearest.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import { type OfficialVector, officialVectors } from './official.ts';
import { isUpTo, type Release, releases } from './releases.ts';

/** Which official vectors are meant: those of a release, those of an opset, or all that there ever were. */
export interface VectorSelection {
  /** as ONNX tags it, with or without "v"; "all" */
  readonly release?: string | undefined;
  readonly opset?: number | undefined;
}

/** A vector, and the folder below the root of an export where it belongs. */
export interface PlacedVector {
  readonly folder: string;
  readonly vector: OfficialVector;
}

/**
 * The official vectors of a selection, sorted by folder. A release or an opset fills `node/`, as in ONNX's own folder of
 * data; of several forms of a test that import the opset, the newest. All of them (the default) need a folder for each
 * release: a vector stands in that of the newest release that has it.
 * @throws BadInput for a release that is not known, and where nothing is left
 */
export function selectOfficial({ release = 'all', opset }: VectorSelection): PlacedVector[] {
  const all = officialVectors();
  const placed =
    opset !== undefined
      ? newestOf(all.filter((vector) => vector.opset === opset)).map(inNode)
      : release === 'all'
        ? all.map((vector) => ({ folder: `v${newestRelease(vector)}/node/${vector.test}`, vector }))
        : ofRelease(all, parseRelease(release)).map(inNode);
  if (placed.length === 0) {
    const opsets = [...new Set(all.map((vector) => vector.opset))].sort((a, b) => a - b);
    throw new BadInput(`no official vector imports opset ${opset}; there are some of opsets ${opsets.join(', ')}`);
  }
  return placed.sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/**
 * A release from what the user typed.
 * @throws BadInput if it is not known
 */
export function parseRelease(text: string): Release {
  const wanted = text.replace(/^v/, '');
  const known = releases.find((release) => release === wanted);
  if (known) return known;
  const [meant] = nearest(wanted, releases);
  const remedy = meant ? `do you mean ${meant}?` : `use one of ${releases.join(', ')}, or all`;
  throw new BadInput(`--release ${text}: no release of ONNX with vectors is known by that name; ${remedy}`);
}

const inNode = (vector: OfficialVector): PlacedVector => ({ folder: `node/${vector.test}`, vector });

const newestRelease = ({ releases: published }: OfficialVector): Release => published.at(-1)!;

const ofRelease = (all: readonly OfficialVector[], release: Release) =>
  all.filter((vector) => vector.releases.includes(release));

function newestOf(vectors: readonly OfficialVector[]): OfficialVector[] {
  const newest = new Map<string, OfficialVector>();
  for (const vector of vectors) {
    const known = newest.get(vector.test);
    if (!known || isUpTo(newestRelease(known), newestRelease(vector))) newest.set(vector.test, vector);
  }
  return [...newest.values()];
}

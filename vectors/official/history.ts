import { isUpTo, type Timeline, type VectorRelease } from './releases.ts';

/** An occasion on which ONNX wrote files of node tests. Files that later ones leave alone stay as they are. */
export interface Writing {
  readonly since: VectorRelease;
  /** what the models import */
  readonly opset: number;
  /** absent: the one that belongs to the opset */
  readonly irVersion?: number;
  /** only tests that came with this release were written; those that were there already were left alone */
  readonly onlyNew?: true;
}

/** Up to 1.4 a release wrote all tests anew, with its own opset; the IR version of 1.4 was still that of the one before. */
const newestOpsets: readonly Writing[] = [
  { since: '1.2.1', opset: 7 },
  { since: '1.3.0', opset: 8 },
  { since: '1.4.0', opset: 9, irVersion: 3 },
  { since: '1.6.0', opset: 11, onlyNew: true },
];

/** Since 1.12 models import the opset that brought the operator version. */
export const axesInputSince18: readonly Writing[] = [
  ...newestOpsets,
  { since: '1.12.0', opset: 13 },
  { since: '1.13.0', opset: 18 },
];

/** Version 20 was tested with new tests only. */
export const boolSince20: readonly Writing[] = [...axesInputSince18, { since: '1.15.0', opset: 20, onlyNew: true }];

/** Axes became an input in 1.8; 1.12 wrote the same models again, with the domain spelled out. */
export const axesInputSince13: readonly Writing[] = [
  ...newestOpsets,
  { since: '1.8.0', opset: 13 },
  { since: '1.12.0', opset: 13 },
];

/** The occasion that wrote the file of a test as a release has it, for a test that came with `first`. */
export function writingAt(
  writings: readonly Writing[],
  first: VectorRelease,
  release: VectorRelease,
): Writing | undefined {
  return writings.findLast(({ since, onlyNew }) => isUpTo(since, release) && (!onlyNew || isUpTo(since, first)));
}

/** Since 1.12 the import of ai.onnx spells out its empty domain. */
export function spellsDefaultDomain({ since }: Writing): boolean {
  return isUpTo('1.12.0', since);
}

/** The attributes that ONNX's function bodies passed on to their nodes. */
export const handedOn: Timeline<readonly string[]> = [
  ['1.13.0', ['keepdims']],
  ['1.19.0', ['keepdims', 'noop_with_empty_axes']],
];

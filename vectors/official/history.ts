import { isUpTo, type Timeline, type VectorRelease } from './releases.ts';

/** A release in which ONNX wrote files of node tests. Files stay unchanged until a later release writes them again. */
export interface Writing {
  readonly since: VectorRelease;
  /** the opset that the models import */
  readonly opset: number;
  /** absent: the IR version released with the opset */
  readonly irVersion?: number;
  /** only tests that are new in this release were written */
  readonly onlyNew?: true;
}

/** Up to 1.4 a release wrote all tests again, with its own opset. 1.4 still used the IR version of the release before. */
const newestOpsets: readonly Writing[] = [
  { since: '1.2.1', opset: 7 },
  { since: '1.3.0', opset: 8 },
  { since: '1.4.0', opset: 9, irVersion: 3 },
  { since: '1.6.0', opset: 11, onlyNew: true },
];

/** Since 1.12 models import the opset that introduced the operator version. */
export const axesInputSince18: readonly Writing[] = [
  ...newestOpsets,
  { since: '1.12.0', opset: 13 },
  { since: '1.13.0', opset: 18 },
];

/** Only new tests use version 20. */
export const boolSince20: readonly Writing[] = [...axesInputSince18, { since: '1.15.0', opset: 20, onlyNew: true }];

/** Axes became an input in 1.8. Release 1.12 wrote the same models again, with an explicit domain. */
export const axesInputSince13: readonly Writing[] = [
  ...newestOpsets,
  { since: '1.8.0', opset: 13 },
  { since: '1.12.0', opset: 13 },
];

/** Returns the writing of a test's file in a release. @param first the first release with the test */
export function writingAt(
  writings: readonly Writing[],
  first: VectorRelease,
  release: VectorRelease,
): Writing | undefined {
  return writings.findLast(({ since, onlyNew }) => isUpTo(since, release) && (!onlyNew || isUpTo(since, first)));
}

/** Whether the import of ai.onnx has an explicit empty domain, as since 1.12. */
export function spellsDefaultDomain({ since }: Writing): boolean {
  return isUpTo('1.12.0', since);
}

/** The attributes that ONNX's function bodies pass on to their nodes, by release. */
export const forwardedAttributes: Timeline<readonly string[]> = [
  ['1.13.0', ['keepdims']],
  ['1.19.0', ['keepdims', 'noop_with_empty_axes']],
];

/** The releases of ONNX that changed opset or a text that the suite quotes, each with its newest opset; source: docs/Versioning.md. */
const newestOpsets = {
  ...{
    '1.0': 1,
    '1.1': 5,
    '1.1.2': 6,
    '1.2': 7,
    '1.2.1': 7,
    '1.2.2': 7,
    '1.3': 8,
    '1.4': 9,
    '1.5': 10,
    '1.6': 11,
    '1.7': 12,
    '1.8': 13,
  },
  ...{ '1.9': 14, '1.10': 15, '1.11': 16, '1.12': 17, '1.13': 18, '1.14': 19, '1.15': 20, '1.16': 21, '1.17': 22 },
  ...{ '1.18': 23, '1.19': 24, '1.20': 25, '1.21': 26, '1.22': 27, '1.23': 28 },
} as const;

export type Release = keyof typeof newestOpsets;
/** Oldest first. */
export const releases = Object.keys(newestOpsets) as Release[];

/** Returns the release that introduced an opset. */
export function releaseOf(opset: number): Release {
  return releases.find((release) => newestOpsets[release] >= opset)!;
}

export const isLater = (one: Release, other: Release): boolean => releases.indexOf(one) > releases.indexOf(other);
export const later = (one: Release, other: Release): Release => (isLater(one, other) ? one : other);

/** Returns the previous release of one that is not the first. */
export const releaseBefore = (release: Release): Release => releases[releases.indexOf(release) - 1]!;

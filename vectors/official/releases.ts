/**
 * The releases of ONNX whose repository held the node vectors as `model.onnx` with data sets, oldest first. The last one
 * is the state in which they were removed (onnx/onnx PR 7959, after 1.22).
 */
export const releases = [
  ...['1.2.1', '1.2.2', '1.2.3', '1.3.0', '1.4.0', '1.4.1', '1.5.0', '1.6.0', '1.7.0', '1.8.0', '1.8.1', '1.9.0'],
  ...['1.10.0', '1.10.1', '1.10.2', '1.11.0', '1.12.0', '1.13.0', '1.13.1', '1.14.0', '1.14.1', '1.15.0', '1.16.0'],
  ...['1.16.1', '1.16.2', '1.17.0', '1.18.0', '1.19.0', '1.19.1', '1.20.0', '1.20.1', '1.21.0', '1.22.0', '1.23-dev'],
] as const;

export type VectorRelease = (typeof releases)[number];

/** True if `a` is `b` or came before it. */
export function isUpTo(a: VectorRelease, b: VectorRelease): boolean {
  return releases.indexOf(a) <= releases.indexOf(b);
}

/** A value that changes between releases: each value with the first release that has it, oldest first. */
export type Timeline<T> = readonly (readonly [since: VectorRelease, value: T])[];

/** Returns the value of a timeline in a release; `undefined` before its first release. */
export function valueAt<T>(timeline: Timeline<T>, release: VectorRelease): T | undefined {
  return timeline.findLast(([since]) => isUpTo(since, release))?.[1];
}

/** Formats releases as ranges without gaps: "1.2.1, 1.4.0–1.11.0". */
export function spanText(published: readonly VectorRelease[]): string {
  const runs: [VectorRelease, VectorRelease][] = [];
  for (const release of published) {
    const last = runs.at(-1);
    if (last && releases.indexOf(last[1]) + 1 === releases.indexOf(release)) last[1] = release;
    else runs.push([release, release]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** Parses a text of {@link spanText}. @throws RangeError for anything else */
export function parseSpans(text: string): VectorRelease[] {
  return text.split(', ').flatMap((run) => {
    const [first, last = first] = run.split('–').map((name) => releases.indexOf(name as VectorRelease));
    if (first === undefined || last === undefined || first < 0 || last < first) {
      throw new RangeError(`'${run}' is not a run of releases`);
    }
    return releases.slice(first, last + 1);
  });
}

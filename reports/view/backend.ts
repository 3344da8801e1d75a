import type { BackendInfo } from '../schema.ts';

/** Properties whose values say themselves what they are. */
const selfEvident: readonly string[] = ['provider', 'platform'];

/** What a backend says of itself besides name and version, each by its name unless that says nothing: "CPU", "numpy 2.4.6". */
export function describeProperties({ name, version, ...properties }: BackendInfo): readonly string[] {
  return Object.entries(properties).map(([key, value]) => (selfEvident.includes(key) ? value : `${key} ${value}`));
}

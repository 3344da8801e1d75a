import type { BackendInfo } from '../schema.ts';

/** Properties whose values need no name. */
const selfEvident: readonly string[] = ['provider', 'platform'];

/** Returns the properties of a backend besides name and version, with their names where needed: "CPU", "numpy 2.4.6". */
export function describeProperties({ name, version, ...properties }: BackendInfo): readonly string[] {
  return Object.entries(properties).map(([key, value]) => (selfEvident.includes(key) ? value : `${key} ${value}`));
}

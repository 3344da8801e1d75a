import type { BackendInfo, Capabilities } from '../../reports/schema.ts';
import { BackendUnavailable } from './backend.ts';
import { type BuiltIn, builtIns, installCommand } from './built-in.ts';
import { findPackage } from './packages.ts';
import { openBackend } from './process.ts';
import { backendCommand } from './resolve.ts';

/** What is known of a backend without running a case. */
export interface BackendStatus {
  /** the value of `--backend` */
  readonly name: string;
  /** what it is, in a few words; absent for one that is not built in */
  readonly about?: string;
  /** npm packages that it needs, with the versions that are installed where the suite looks for them */
  readonly packages: readonly { readonly name: string; readonly version: string | null }[];
  /** how to install what is missing */
  readonly install?: string;
  /** what it says of itself; absent where it was not asked */
  readonly hello?: { readonly backend: BackendInfo; readonly declares: Capabilities };
  /** why it cannot be used */
  readonly problem?: string;
}

/**
 * Looks at backends: the built-in ones, and those in Python by name alone, or those that are named as `--backend` would. What is installed is started and
 * asked for its hello, unless `ask` is false; two at a time, since some take a browser.
 * @throws BadInput for a name that `--backend` would not take
 */
export async function listBackends(names: readonly string[], ask: boolean): Promise<BackendStatus[]> {
  const chosen = names.length > 0 ? names : builtIns.map(({ name }) => name);
  for (const name of chosen) backendCommand(name);
  const found: BackendStatus[] = [];
  const waiting = [...chosen.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found[next[0]] = await probe(next[1], ask);
  };
  await Promise.all([work(), work()]);
  return names.length > 0 ? found : [...found, ...pythonBackends];
}

/** What the adapter for Python knows; found without starting an interpreter. */
const pythonBackends: readonly BackendStatus[] = [
  { name: 'python:onnx.reference', about: "onnx's own evaluator, in Python: see docs/backends.md", packages: [] },
  { name: 'python:onnxruntime', about: 'onnxruntime, in Python: see docs/backends.md', packages: [] },
];

async function probe(name: string, ask: boolean): Promise<BackendStatus> {
  const builtIn = builtIns.find((each) => each.name === name);
  const known = { name, ...(builtIn && { about: builtIn.about }), packages: packagesOf(builtIn) };
  const missing = known.packages.filter(({ version }) => version === null);
  if (missing.length > 0) return { ...known, install: installCommand(missing.map((each) => each.name)) };
  if (!ask) return known;
  try {
    const backend = await openBackend(backendCommand(name));
    const { pid, ...info } = backend.info;
    await backend.close();
    return { ...known, hello: { backend: info, declares: backend.capabilities } };
  } catch (error) {
    return { ...known, problem: error instanceof BackendUnavailable ? error.reason : (error as Error).message };
  }
}

const packagesOf = (builtIn: BuiltIn | undefined): BackendStatus['packages'] =>
  (builtIn?.packages ?? []).map((name) => ({ name, version: findPackage(name)?.version ?? null }));

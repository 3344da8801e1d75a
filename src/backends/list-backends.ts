import type { BackendInfo, Capabilities } from '../../reports/schema.ts';
import { BackendUnavailable } from './backend.ts';
import { type BuiltIn, builtIns, installCommand } from './built-in.ts';
import { findPackage } from './packages.ts';
import { openBackend } from './process.ts';
import { backendCommand } from './resolve.ts';

/** The status of a backend, without running a case. */
export interface BackendStatus {
  /** the value of `--backend` */
  readonly name: string;
  /** a short description; absent for a backend that is not built in */
  readonly about?: string;
  /** the npm packages that it needs, with their installed versions */
  readonly packages: readonly { readonly name: string; readonly version: string | null }[];
  /** the command that installs missing packages */
  readonly install?: string;
  /** its answer to hello; absent if it was not started */
  readonly hello?: { readonly backend: BackendInfo; readonly declares: Capabilities };
  /** why it cannot be used */
  readonly problem?: string;
}

/**
 * Returns the status of the named backends; without names, of all built-in ones, and of those in Python without starting
 * them. Installed backends are started for their hello, unless `ask` is false; two at a time, since some use a browser.
 * @throws BadInput for a name that `--backend` does not accept
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

/** The backends of the Python adapter, listed without starting an interpreter. */
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

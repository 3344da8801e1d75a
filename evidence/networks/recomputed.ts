/** Computes wrong elements again in numpy, without the oracle. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../reports/schema.ts';
import { pythonWith } from '../python.ts';

/** An element of a wrong node: what the runtime returned, and what the oracle and numpy say. */
export interface Recomputed {
  readonly got: string;
  readonly exact: string;
  /** computed in long doubles */
  readonly numpy: string;
  readonly agrees: boolean;
}

/** The greatest relative difference of values that agree: a few units of a double, in which they are compared. */
const tolerance = 2 ** -50;

/**
 * Returns the wrong element of each finding, computed again; `undefined` for refusals and crashes, and for operators that the
 * Python program does not have. Without Python with numpy and onnx, all are `undefined`.
 * @param nodes the folder with a model for each finding
 */
export function recomputed(findings: readonly Finding[], nodes: string): readonly (Recomputed | undefined)[] {
  const elements = findings.map(({ smallest: { id, failure } }) => {
    const folder = join(nodes, id);
    const { output, index, got, exact } = failure ?? {};
    if (output === undefined || index === undefined || got === undefined || exact === undefined) return undefined;
    return existsSync(folder) ? { folder, output, index, got, exact } : undefined;
  });
  const asked = elements.filter((one) => one !== undefined);
  const python = asked.length > 0 ? pythonWith('numpy', 'onnx') : undefined;
  if (python === undefined) return findings.map(() => undefined);
  const { stdout, stderr } = spawnSync(python, ['evidence/networks/recomputed.py'], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  const answers: (string | null)[] = JSON.parse(stdout);
  return elements.map((one) => {
    const numpy = one && answers[asked.indexOf(one)];
    return numpy ? { got: one.got, exact: one.exact, numpy, agrees: agree(one.exact, numpy) } : undefined;
  });
}

function agree(exact: string, numpy: string): boolean {
  const isInteger = /^-?\d+$/.test(numpy);
  if (isInteger) return exact === numpy;
  const [a, b] = [Number(exact), Number(numpy)];
  return Object.is(a, b) || (a !== 0 && Math.abs(a - b) <= tolerance * Math.abs(a));
}

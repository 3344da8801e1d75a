import { spawnSync } from 'node:child_process';
import type { Suite } from '../../generators/proposal.ts';
import { operators } from '../../oracles/operators.ts';
import { filesOfPack, packedCases } from '../../vectors/pack/pack.ts';
import { writeFiles } from '../pack/answers.ts';
import { pythonWith } from '../python.ts';

/** A Python of any kind: the checker needs its standard library alone. */
export const python = pythonWith('fractions');

/** Operators of these families of which it knows nothing. */
const unknown = ['DynamicQuantizeLinear'];

/** Families of which it knows every operator; of DynamicQuantizeLinear alone packs have nothing that ranges tell. */
const families = [
  ...['elementwise', 'movement', 'order', 'scan', 'cast', 'quantize'],
  ...['contraction', 'convolution', 'quantized-contraction'],
  ...['pooling', 'softmax', 'normalization', 'loss'],
];

/** The operators that the checker knows. */
export const known = [
  ...['Sum', 'Mean', 'L1', 'L2', 'SumSquare', 'Max', 'Min'].map((name) => `Reduce${name}`),
  'ArgMax',
  'ArgMin',
  ...operators.flatMap(({ name, family }) => (families.includes(family) && !unknown.includes(name) ? [name] : [])),
];

/** Writes a pack of the cases that these ids stand for to an empty folder. */
export function writePack(
  dir: string,
  ids: readonly string[],
  size: 'full' | 'small',
  suite: Suite = 'standard',
): void {
  const cases = packedCases({ seed: 1, ids, opsets: [], dtypes: [], suite }, size);
  writeFiles(dir, filesOfPack(cases, 1, {}));
}

/** What the checker says of a pack: complaints, and at last a line with how much it looked at. */
export function checked(pack: string): { readonly lines: readonly string[]; readonly code: number | null } {
  const { stdout, stderr, status } = spawnSync(python!, ['tests/independent/check_pack.py', pack], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { lines: `${stdout}${stderr}`.trimEnd().split('\n'), code: status };
}

import { spawnSync } from 'node:child_process';
import type { SuiteName } from '../../generators/cases/proposal.ts';
import { callOf } from '../../generators/suite/cases.ts';
import { operators } from '../../oracles/operators.ts';
import type { TreeFile } from '../../vectors/export/tree.ts';
import { encodeCase } from '../../vectors/onnx/case.ts';
import { filesOfPack, type PackedCases, packedCases, vectorFiles } from '../../vectors/pack/pack.ts';
import { writeFiles } from '../pack/answers.ts';
import { pythonWith } from '../python.ts';

/** A Python: the checker needs only its standard library. */
export const python = pythonWith('fractions');

/** Operators whose outputs are random. */
const drawing = [
  ...['RandomNormal', 'RandomUniform'].flatMap((name) => [name, `${name}Like`]),
  ...['Bernoulli', 'Multinomial'],
];

/** Operators whose outputs or elements are judged together: packs leave them out, and only their exact answers are checked. */
const together = ['DynamicQuantizeLinear', ...drawing];

/** A Python with numpy, for the second checker, which computes moved elements and casts. */
export const pythonWithNumpy = pythonWith('numpy', 'ml_dtypes');

/** Families whose operators the checker all knows. */
const families = [
  ...['elementwise', 'movement', 'order', 'scan', 'cast', 'quantize'],
  ...['contraction', 'convolution', 'quantized-contraction'],
  ...['pooling', 'softmax', 'normalization', 'loss', 'resize', 'sampling', 'text', 'recurrent', 'attention'],
  ...['signal', 'window-function', 'mel-scale'],
];

/** The operators that the checker knows. */
export const known = [
  ...['Sum', 'Mean', 'L1', 'L2', 'SumSquare', 'Max', 'Min'].map((name) => `Reduce${name}`),
  'ArgMax',
  'ArgMin',
  ...drawing,
  ...operators.flatMap(({ name, family }) => (families.includes(family) ? [name] : [])),
];

/** Writes a pack of the cases that match these ids to an empty folder. */
export function writePack(
  dir: string,
  ids: readonly string[],
  size: 'full' | 'small',
  suite: SuiteName = 'standard',
): void {
  const cases = packedCases({ seed: 1, ids, opsets: [], dtypes: [], suite }, size);
  writeFiles(dir, filesOfPack(cases, 1, {}));
  writeFiles(dir, exactAnswers(cases));
}

/** Yields models, inputs and exact answers of the operators that packs leave out. */
function* exactAnswers({ valid }: PackedCases): Iterable<TreeFile> {
  for (const testCase of valid.each()) {
    const { id, cell, proposal } = testCase;
    if (!together.includes(cell.operator.name)) continue;
    const expected = cell.operator.expect(cell.version, callOf(proposal));
    const outputs = expected.map(({ dtype, dims }) => ({ dtype, dims }));
    const about = JSON.stringify({ operator: cell.operator.name, dtype: cell.dtype, outputs });
    const files = [
      ...vectorFiles(encodeCase(testCase, expected), expected),
      { path: 'case.json', bytes: Buffer.from(about) },
    ];
    for (const { path, bytes } of files) yield { path: `cases/${id}/${path}`, bytes };
  }
}

/** The checker's output for a pack: complaints, and a last line with the numbers of what it checked. */
export const checked = (pack: string): Checked => saidBy(python!, 'check_pack.py', pack);

/** The same by the second checker, for operators that numpy has a function for. */
export const checkedWithNumpy = (pack: string): Checked => saidBy(pythonWithNumpy!, 'with_numpy.py', pack);

interface Checked {
  readonly lines: readonly string[];
  readonly code: number | null;
}

function saidBy(program: string, file: string, pack: string): Checked {
  const { stdout, stderr, status } = spawnSync(program, [`evidence/independent/${file}`, pack], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { lines: `${stdout}${stderr}`.trimEnd().split('\n'), code: status };
}

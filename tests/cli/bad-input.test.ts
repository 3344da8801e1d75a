import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, complaint, folder } from './cli.ts';

/** What lies in a folder whose path has spaces and letters of any language. */
function hostileFolder(): string {
  const cwd = join(folder(), 'a b', 'größe 数据');
  for (const name of ['dir', 'of/run.json', 'lines/results.jsonl', 'other'])
    mkdirSync(join(cwd, name), { recursive: true });
  const files = {
    empty: '',
    'numbers.json': '{ "backend": "reference", "out": 5 }',
    'negative.json': '{ "backend": "reference", "workers": -1 }',
    'null.json': 'null',
    'known.yaml': 'known: 5\n',
    'dir/run.json': '{}',
    'dir/results.jsonl': '',
    'other/report.json': '{ "tool": { "name": "another" } }',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

const abs = ['run', 'Abs/13/float32/definition/0', '-b', 'reference'];

test.concurrent.each([
  [[...abs, '--config', 'missing.json'], '--config missing.json: no such file'],
  [[...abs, '--config', 'dir'], 'dir is a folder; name the file in it'],
  [[...abs, '--config', 'null.json'], /^null\.json: its content has to be an object of options/],
  [[...abs, '--config', 'numbers.json'], 'numbers.json: out has to be a text, not 5'],
  [[...abs, '--config', 'negative.json'], "negative.json: workers takes an integer from 1 to 256, not '-1'"],
  [[...abs, '--config', ''], "--config takes a text that is not empty, not '' (see --help)"],
  [[...abs, '--out', ''], "--out takes a text that is not empty, not '' (see --help)"],
  [
    [...abs, '--out', 'empty'],
    '--out empty cannot be written (it is a file, not a folder); name a folder that you may write',
  ],
  [
    [...abs, '--format', 'junit=empty/x.xml'],
    /^--format empty\/x\.xml cannot be written \(it is a file, not a folder\)/,
  ],
  [
    [...abs, '--out', 'other'],
    /^other\/report\.json is not a report of onnx-conformance, and would be replaced: name another/,
  ],
  [
    [...abs, '--out', 'dir', '--resume'],
    /^--resume: dir\/run\.json is not a run: at schemaVersion, nothing is there; leave/,
  ],
  [
    [...abs, '--out', 'of', '--resume'],
    /^--resume: of\/run\.json: cannot be read \(it is a folder, not a file\); leave/,
  ],
  [[...abs, '--expectations', 'dir', '--update-expectations'], 'dir: cannot be read (it is a folder, not a file)'],
  [[...abs, '--expectations', 'known.yaml'], 'known.yaml line 1: known is 5, and has to be a list'],
  [['run', '-b', 'reference', '--vectors', 'empty'], /^--vectors empty is a file; name a folder/],
  [['report', 'dir'], 'dir/run.json is not a run: at schemaVersion, nothing is there'],
  [
    ['report', 'of'],
    /^of has no report\.json: no run has been stored there; name a folder that 'run --out' has written$/,
  ],
  [
    ['fuzz', 'Abs', '-b', 'reference', '--runs', '1', '--replay', 'empty'],
    /^empty: cannot be read \(it is a file, not a folder\)/,
  ],
])('%j is refused in one line', async (args, message) => {
  const ended = await cli(args, hostileFolder());
  expect([ended.code, complaint(ended)]).toEqual([
    2,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ]);
});

test.concurrent('expectations are written into a folder that is not there yet', async () => {
  const cwd = hostileFolder();
  const file = 'known failures/of/ü.yaml';
  const ended = await cli([...abs, '--expectations', file, '--update-expectations', '--quiet'], cwd);
  expect([ended.code, existsSync(join(cwd, file))]).toEqual([0, true]);
});

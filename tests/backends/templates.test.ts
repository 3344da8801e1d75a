import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { CheckedAdapter, runCheck } from '../../src/check/check.ts';
import { protocolChecks } from '../../src/check/protocol-checks.ts';
import { folder } from '../folder.ts';
import { askFor } from './runtime.ts';

const templates = join(import.meta.dirname, '../../docs/examples/templates');
const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

const languages = [
  {
    file: 'backend.cpp',
    absent: !has('g++', '--version'),
    compile: ['g++', '-std=c++17', '-Wall', '-Wextra', '-Werror'],
  },
  { file: 'backend.rs', absent: !has('rustc', '--version'), compile: ['rustc', '-D', 'warnings'] },
  { file: 'backend.go', absent: !has('go', 'version'), compile: ['go', 'build'] },
];

for (const { file, absent, compile } of languages) {
  test.skipIf(absent)(`the template ${file} compiles and speaks the protocol`, async () => {
    const program = join(folder(), 'backend');
    execFileSync(compile[0]!, [...compile.slice(1), '-o', program, join(templates, file)], { stdio: 'pipe' });
    const command = backendCommand(`stdio:"${program}"`);
    const backend = await openBackend(command);
    expect(backend.info).toMatchObject({ name: 'my-runtime', version: '0.0.0' });
    const data = tensor('float32', [2], Float32Array.of(1, 2));
    const answers = await Promise.all(
      [1, 2, 3].map(() => askFor(backend, { opType: 'ReduceSum', opset: 13, data, dims: [1] })),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        kind: 'unsupported',
        message: expect.stringMatching(/nothing is run yet.*1 input/),
      });
    }
    expect(backend.incidents.count).toBe(0);
    await backend.close();
    const adapter = await CheckedAdapter.start(command, { caseTimeout: 20_000, startTimeout: 20_000 });
    // the other rules are about what a runtime answers
    const rules = protocolChecks.filter(({ name }) => name.startsWith('hello: '));
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect(await runCheck(rule, adapter)).toMatchObject({ outcome: 'pass' });
    await adapter.close();
  });
}

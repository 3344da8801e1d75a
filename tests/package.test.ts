import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

test('npm ci downloads no CUDA libraries: take "hasInstallScript" of onnxruntime-node out of package-lock.json', () => {
  expect(lock.packages['node_modules/onnxruntime-node']).toBeDefined();
  expect(lock.packages['node_modules/onnxruntime-node']).not.toHaveProperty('hasInstallScript');
});

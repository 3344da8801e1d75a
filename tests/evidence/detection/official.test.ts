import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { judgeOfficial, readOfficial } from '../../../evidence/detection/official.ts';
import { correct } from '../../../evidence/kernels/correct.ts';
import { implementationOf } from '../../../evidence/kernels/stages.ts';

// ONNX's own vectors of the reductions are not part of this repository; a developer may have them next to it
const folder = fileURLToPath(new URL('../../../../shared/onnx-vectors', import.meta.url));

describe.skipIf(!existsSync(folder))('the official vectors', () => {
  const vectors = existsSync(folder) ? readOfficial(folder) : [];

  it('accept a correct implementation', () => {
    expect(vectors).toHaveLength(448);
    const finding = judgeOfficial(vectors, { name: 'correct', start: () => implementationOf(correct) });
    expect(finding).toEqual({ concerned: 448, kills: 0 });
  });

  it('catch an implementation that answers nothing but zeros', () => {
    const zeros = implementationOf({ ...correct, finish: (results) => results.map(() => 0) });
    const { kills } = judgeOfficial(vectors, { name: 'zeros', start: () => zeros });
    expect(kills).toBeGreaterThan(400);
  });
});

import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { fakeSpec, isAlive } from './session.ts';

const dist = new URL('../../dist/src/backends/', import.meta.url).href;
const script = `
  import { openBackend } from '${dist}process.js';
  import { backendCommand } from '${dist}resolve.js';
  const command = backendCommand(${JSON.stringify(fakeSpec('misbehaving.mjs', 'native-loop'))});
  const [first, second] = [await openBackend(command), await openBackend(command)];
  await first.close();
  second.run({ model: new Uint8Array(0), inputs: [{ name: 'x', bytes: Uint8Array.of(0x21) }], outputs: ['y'] });
  console.log(second.info.pid);`;

test.skipIf(process.platform === 'win32')(
  'a harness that is killed takes a backend with it that never looks up',
  async () => {
    const harness = spawn(process.execPath, ['--input-type=module', '-e', script], { detached: true });
    const pid = Number(await new Promise((resolve) => harness.stdout.once('data', resolve)));
    expect(isAlive(pid)).toBe(true);
    process.kill(-harness.pid!, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);

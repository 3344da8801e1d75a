// Echoes, but misbehaves whenever the input begins with "!": in the way that its argument names, or else the input after the "!".
import { echo, frame, sleep, speak, write } from './frames.mjs';

const ways = {
  segfault: () => process.kill(process.pid, 'SIGSEGV'),
  abort: () => process.abort(),
  'exit-0': () => process.exit(0),
  'exit-3': () => {
    process.stderr.write('the frobnicator is\nout of range\n', () => process.exit(3));
    return sleep(1e6);
  },
  'native-loop': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  silent: () => sleep(1e6),
  late: async (request, payloads) => {
    await sleep(1500);
    write(echo(request, payloads));
  },
  rubbish: () => write(Buffer.from('Segmentation fault? No: printf("hello")\n')),
  'endless-line': () => {
    for (;;) write(Buffer.alloc(16384, 'x'));
  },
  'wrong-id': (request, payloads) => write(echo({ ...request, id: request.id + 1 }, payloads)),
  'no-id': (request, payloads) => write(echo({ ...request, id: undefined }, payloads)),
  'strange-status': (request) => write(frame({ id: request.id, status: 'fine' })),
  'negative-size': (request) => write(frame({ id: request.id, status: 'ok', outputs: [{ name: 'y', size: -1 }] })),
  'huge-size': (request) => write(frame({ id: request.id, status: 'ok', outputs: [{ name: 'y', size: 2 ** 40 }] })),
  'no-outputs': (request) => write(frame({ id: request.id, status: 'ok' })),
  twice: (request, payloads) => {
    const answer = echo(request, payloads);
    write(Buffer.concat([answer, answer]));
  },
  'half-header': () => write(Buffer.from('{"id":')),
  'half-payload': (request, payloads) => {
    write(echo(request, payloads).subarray(0, -1));
    return sleep(1e6);
  },
  'half-payload-exit': (request, payloads) => {
    write(echo(request, payloads).subarray(0, -1));
    process.exit(0);
  },
  'close-stdout': async () => {
    (await import('node:fs')).closeSync(1);
    return sleep(1e6);
  },
  'close-stdin': () => {
    process.stdin.destroy();
    return sleep(1e6);
  },
  allocate: () => allocate(),
  'grandchild-allocates': async () => {
    const { spawn } = await import('node:child_process');
    spawn(process.execPath, [import.meta.filename, 'allocate-at-once'], { stdio: 'inherit' });
    return sleep(1e6);
  },
  'loud-stderr': (request, payloads) => {
    process.stderr.write(`${'#'.repeat(1024 * 1024)}\n`);
    write(echo(request, payloads));
  },
  'loud-crash': () => {
    process.stderr.write(`${'#'.repeat(1024 * 1024)}\n\x1b[31mlast words\x1b[0m\n`, () => process.exit(9));
    return sleep(1e6);
  },
  grandchild: async () => {
    const { spawn } = await import('node:child_process');
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    process.stderr.write(`grandchild ${pid}\n`, () => process.exit(1));
    return sleep(1e6);
  },
  unsupported: (request) => write(frame({ id: request.id, status: 'unsupported', message: 'no\nsuch \x1b[1mthing' })),
  'invalid-model': (request) => write(frame({ id: request.id, status: 'invalid-model', message: 'two nodes' })),
  failed: (request) => write(frame({ id: request.id, status: 'failed', message: 'shape mismatch' })),
  'failed-exit': (request) => {
    write(frame({ id: request.id, status: 'failed', message: 'poisoned' }));
    process.exit(0);
  },
  'unsupported-exit': (request) => {
    write(frame({ id: request.id, status: 'unsupported', message: 'no kernel, and no stack' }));
    process.exit(0);
  },
};

/** Ten gibibytes, that nothing gives back. */
function allocate() {
  const held = [];
  for (let i = 0; i < 160; i++) held.push(Buffer.alloc(2 ** 26, 1));
  return held;
}
if (process.argv[2] === 'allocate-at-once') allocate();

let answered = 0;
speak((request, payloads) => {
  if (payloads[1][0] !== 0x21) {
    write(echo(request, payloads));
    answered++;
  } else if (process.argv[2] === 'harmed-by-others') {
    if (answered > 0) process.kill(process.pid, 'SIGKILL');
    write(echo(request, payloads));
  } else {
    return ways[process.argv[2] ?? payloads[1].toString('utf8', 1)](request, payloads);
  }
});

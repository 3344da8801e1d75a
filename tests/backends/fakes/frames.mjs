// The backend's side of the protocol, written from docs/backend-protocol.md alone: no import from the suite.
import { writeSync } from 'node:fs';

export function write(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

export function frame(header, ...payloads) {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...payloads]);
}

export function hello(request) {
  write(frame({ id: request.id, status: 'ok', backend: { name: 'fake', version: '1.0', pid: String(process.pid) } }));
}

/** The right answer: input 0 comes back under the name of output 0. */
export function echo(request, payloads) {
  const bytes = payloads[1];
  return frame({ id: request.id, status: 'ok', outputs: [{ name: request.outputs[0], size: bytes.length }] }, bytes);
}

/** Calls `handle(request, payloads)` for each request, one after the other; says hello by itself unless the test does. */
export function speak(handle, greet = hello) {
  let chunks = [];
  let length = 0;
  let needed = 0;
  let pending = Promise.resolve();
  process.stdin.on('data', (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    // joined only when a request is whole: large ones come in hundreds of pieces
    if (length < needed) return;
    needed = 0;
    let held = Buffer.concat(chunks);
    for (;;) {
      const end = held.indexOf(10);
      if (end < 0) break;
      const request = JSON.parse(held.toString('utf8', 0, end));
      const sizes = request.method === 'run' ? [request.model, ...request.inputs.map((input) => input.size)] : [];
      let at = end + 1;
      needed = sizes.reduce((a, b) => a + b, at);
      if (held.length < needed) break;
      const payloads = sizes.map((size) => {
        at += size;
        return held.subarray(at - size, at);
      });
      held = held.subarray(at);
      needed = 0;
      pending = pending.then(() => (request.method === 'hello' ? greet(request) : handle(request, payloads)));
    }
    chunks = [held];
    length = held.length;
  });
  process.stdin.on('end', () => pending.then(() => process.exit(0)));
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

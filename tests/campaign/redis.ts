import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Whether Redis is installed here. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis that keeps what it holds in a folder. */
export interface TestRedis {
  readonly url: string;
  start(): Promise<void>;
  /** as a power cut would */
  kill(): Promise<void>;
}

/** A server of one's own on a free port of this machine; not started yet. */
export async function testRedis(dir: string): Promise<TestRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const where = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir];
      server = spawn('redis-server', [...where, '--appendonly', 'yes', '--save', '']);
      for await (const line of createInterface(server.stdout!)) if (line.includes('Ready to accept')) break;
    },
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

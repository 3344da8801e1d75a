import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const hasProc = existsSync('/proc/self/status');

/** Whether the memory of a process and its descendants can be measured: not on Windows. */
export const canWatchMemory = process.platform !== 'win32';

/** Milliseconds between measurements. Linux takes a fraction of a millisecond; elsewhere a program is started each time. */
const interval = hasProc ? 100 : 1000;

/**
 * Calls back once, when a process and its descendants hold more than `limit` bytes.
 * @param pid the leader of a process group
 * @returns a function that ends the watch
 */
export function watchMemory(pid: number, limit: number, exceeded: () => void): () => void {
  let timer: NodeJS.Timeout;
  let over = false;
  const look = async () => {
    const held = hasProc ? memoryOfTree(pid) : await memoryOfGroup(pid);
    if (over) return;
    if (held > limit) exceeded();
    else again();
  };
  const again = () => {
    timer = setTimeout(() => void look(), interval).unref();
  };
  again();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

/**
 * Returns the private bytes of a process and its descendants, in memory or swapped out, from Linux' /proc. Pages of files,
 * such as libraries and mapped weights, can be dropped at any time and are left out.
 */
export function memoryOfTree(pid: number): number {
  let total = 0;
  for (const line of linesOf(`/proc/${pid}/status`)) {
    const [, kilobytes] = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB/.exec(line) ?? [];
    if (kilobytes !== undefined) total += Number(kilobytes) * 1024;
  }
  for (const child of childrenOf(pid)) total += memoryOfTree(child);
  return total;
}

/** Returns the children of a process: /proc lists them by the thread that started them. */
function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      linesOf(`/proc/${pid}/task/${thread}/children`).flatMap((line) => line.split(' ').filter(Boolean).map(Number)),
    );
  } catch {
    return []; // it has ended
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return []; // it has ended, or the kernel was built without this file
  }
}

/** Returns the bytes that the processes of a group have in memory, from ps, which every Unix has. */
export function memoryOfGroup(group: number): Promise<number> {
  return new Promise((resolve) => {
    execFile('ps', ['-axo', 'pgid=,rss='], (_, stdout) => {
      const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
      const kilobytes = rows.filter(([id]) => id === group).reduce((sum, [, held = 0]) => sum + held, 0);
      resolve(kilobytes * 1024);
    });
  });
}

/**
 * A small process that outlives the harness briefly: if the harness is killed, it kills the remaining backends. A backend
 * in an endless loop would otherwise never notice that its stdin has ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Reads "+PID" and "-PID", line by line; when the pipe closes, kills the groups that were not removed. */
const script = `
pids=' '
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) pids="$pids$pid " ;;
    -*) case $pids in *" $pid "*) pids="\${pids%% "$pid" *} \${pids#* "$pid" }" ;; esac ;;
  esac
done
for pid in $pids; do kill -9 "-$pid"; done 2>/dev/null`;

let guard: ChildProcess | undefined;

/** Guards a process group: it is killed when the harness ends in any way. */
export function guardGroup(pid: number): void {
  send(`+${pid}\n`);
}

/** Stops guarding a process group that has ended: its number may be used again. */
export function releaseGroup(pid: number): void {
  send(`-${pid}\n`);
}

function send(line: string): void {
  if (process.platform === 'win32') return;
  guard ??= start();
  guard.stdin?.write(line);
}

function start(): ChildProcess {
  // in its own group, so that killing the harness's group does not kill it
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // without a shell the run continues without a guard
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return shell;
}

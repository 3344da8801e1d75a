/**
 * A small process that outlives the harness for a moment: it kills the backends that are left where the harness was
 * killed and could not. A backend that spins in one call would otherwise never see that its stdin has ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Reads "+PID" and "-PID", line by line; when the pipe closes, kills the groups that were not taken back. */
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

/** From now on the process group does not outlive the harness, however that ends. */
export function guardGroup(pid: number): void {
  tell(`+${pid}\n`);
}

/** The process group has ended: its number may belong to another one soon. */
export function releaseGroup(pid: number): void {
  tell(`-${pid}\n`);
}

function tell(line: string): void {
  if (process.platform === 'win32') return;
  guard ??= start();
  guard.stdin?.write(line);
}

function start(): ChildProcess {
  // a group of its own, so that what kills the harness's group leaves it alone
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // without a shell there is no guard, and the run goes on
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return shell;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { performAll } from './pool.ts';

/**
 * The same as `performAll`, for work that takes hours: what was found of a task is kept in a file, so that after an interruption the
 * same code goes on. Another build, or another Node, begins anew: it might find something else.
 * @param folder of the files, each named by the values of its task
 * @param weightOf about how long a task takes: the longest come first
 * @param done called once for each task
 */
export async function performKept<Task extends object, Result>(
  file: URL,
  tasks: readonly Task[],
  { folder, weightOf, done }: { folder: string; weightOf(task: Task): number; done(): void },
): Promise<readonly Result[]> {
  const own = buildId();
  mkdirSync(join(folder, own), { recursive: true });
  for (const other of readdirSync(folder)) if (other !== own) rmSync(join(folder, other), { recursive: true });
  const pathOf = (task: Task) => join(folder, own, Object.values(task).join('-'));
  const open = tasks.filter((task) => !existsSync(pathOf(task)));
  for (let i = open.length; i < tasks.length; i++) done();
  const weights = new Map(open.map((task) => [task, weightOf(task)]));
  const longestFirst = open.toSorted((a, b) => weights.get(b)! - weights.get(a)!);
  await performAll<Task, Result>(file, longestFirst, (task, result) => {
    const path = pathOf(task);
    // an interruption leaves no half of a file
    writeFileSync(`${path}.part`, serialize(result));
    renameSync(`${path}.part`, path);
    done();
  });
  return tasks.map((task) => deserialize(readFileSync(pathOf(task))) as Result);
}

/** Stands for the code that runs. */
function buildId(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const hash = createHash('sha256').update(process.version).update(readFileSync('package-lock.json'));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.js(on)?$/.test(path));
  for (const path of files.sort()) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * The part of a backend that runs in the page: it reads requests from one long response, and posts the answers. The
 * frames are those of the protocol; `hosts/chromium.ts` only passes them on.
 */
import type { Adapter, AdapterFactory } from '../adapter.ts';
import { createRequestHandler } from '../answers.ts';
import { FrameReader, requestPayloads } from '../protocol.ts';

/** What a runtime in a page is opened with. */
export interface Task {
  /** the script in this folder that knows the runtime, without its ending */
  readonly runtime: string;
  /** one of the ways in which the runtime can work, such as "webgpu"; '' if it has only one */
  readonly provider: string;
  /** under which name, and in which version, results are reported */
  readonly name: string;
  readonly version: string;
  /** the address of the runtime's files, with a slash at the end */
  readonly files: string;
  /** what is reported beside it */
  readonly info: Readonly<Record<string, string>>;
}

/** What the script of a runtime exports as its default. */
export type OpenRuntime = (task: Task) => Promise<Adapter | AdapterFactory>;

/** Opens a runtime and begins to serve it. Rejected, with a message for the user, if it cannot be opened. */
export async function open(task: Task): Promise<void> {
  const { default: openRuntime } = (await import(`./${task.runtime}.js`)) as { default: OpenRuntime };
  void serve(await openRuntime(task));
}

/** Answers requests, one after the other, until there are no more or the runtime is of no use any more. */
async function serve(served: Adapter | AdapterFactory): Promise<void> {
  const answer = createRequestHandler(served);
  const reader = new FrameReader(requestPayloads);
  const { body } = await fetch('requests');
  for await (const chunk of body!) {
    for (const frame of reader.push(chunk)) {
      const { buffers, isUnusable } = await answer(frame);
      post(buffers);
      if (isUnusable) return end();
      if (performance.now() - turned > patience) await turn();
    }
  }
  return end();
}

async function end(): Promise<void> {
  await posting;
  await fetch('end', { method: 'POST' });
}

/**
 * Ends this page without an answer to the request at hand: for a GPU that is lost, which earlier requests may have brought
 * about. It is asked again in a fresh process, and blamed only if that is lost too.
 */
export async function lose(reason: string): Promise<never> {
  await posting;
  await fetch('lost', { method: 'POST', body: reason });
  return new Promise(() => {});
}

let unposted: Uint8Array[] = [];
let posting: Promise<void> | undefined;

/** Takes an answer for posting. While one post is under way others gather for the next. */
function post(buffers: readonly Uint8Array[]): void {
  unposted.push(...buffers);
  posting ??= flush();
}

async function flush(): Promise<void> {
  while (unposted.length > 0) {
    const body = new Blob(unposted as Uint8Array<ArrayBuffer>[]);
    unposted = [];
    await fetch('answers', { method: 'POST', body });
  }
  posting = undefined;
}

/** The browser's, which lets a page do what waits without sleeping, as a timer would. */
declare const scheduler: { yield(): Promise<void> };

/** Milliseconds for which a runtime may keep the page from anything else: posts get under way only in between. */
const patience = 3;
let turned = performance.now();

async function turn(): Promise<void> {
  await scheduler.yield();
  turned = performance.now();
}

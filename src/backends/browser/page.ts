/**
 * The part of a backend that runs in the page: it reads requests from one long response, and posts the answers. The
 * frames are those of the protocol; `hosts/chromium.ts` only passes them on.
 */
import type { Adapter, AdapterFactory } from '../adapter.ts';
import { createRequestHandler } from '../answers.ts';
import { FrameReader, requestPayloads } from '../protocol.ts';

/** The parameters with which a page opens a runtime. */
export interface Task {
  /** the script in this folder for the runtime, without its extension */
  readonly runtime: string;
  /** a provider of the runtime, such as "webgpu"; '' if it has only one */
  readonly provider: string;
  /** the name and version in reports */
  readonly name: string;
  readonly version: string;
  /** the address of the runtime's files, with a slash at the end */
  readonly files: string;
  /** more facts for the report */
  readonly info: Readonly<Record<string, string>>;
}

/** The default export of a runtime's script. */
export type OpenRuntime = (task: Task) => Promise<Adapter | AdapterFactory>;

/** Opens a runtime and starts to serve it. @throws Error with a message for the user if it cannot be opened */
export async function open(task: Task): Promise<void> {
  const { default: openRuntime } = (await import(`./${task.runtime}.js`)) as { default: OpenRuntime };
  void serve(await openRuntime(task));
}

/** Answers requests one after the other, until there are no more or the runtime cannot continue. */
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
 * Ends this page without an answer to the present request, because the GPU is lost. Earlier requests may have caused that,
 * so the request is sent again to a fresh process, and blamed only if that is lost too.
 */
export async function reportLostGpu(reason: string): Promise<never> {
  await posting;
  await fetch('lost', { method: 'POST', body: reason });
  return new Promise(() => {});
}

let unposted: Uint8Array[] = [];
let posting: Promise<void> | undefined;

/** Queues an answer for posting. Answers that come during one post are collected for the next. */
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

/** The browser's scheduler: it runs pending tasks without the delay of a timer. */
declare const scheduler: { yield(): Promise<void> };

/** Milliseconds for which a runtime may block the page: posts start only in between. */
const patience = 3;
let turned = performance.now();

async function turn(): Promise<void> {
  await scheduler.yield();
  turned = performance.now();
}

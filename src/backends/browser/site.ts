import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';

/** The files that a page loads, and the handlers of its requests. */
export interface SiteContent {
  /** folders by their names in the page's addresses */
  readonly folders: Readonly<Record<string, string>>;
  /** called for each POST, one after the other, with its name and body */
  readonly onPost: (name: string, body: Buffer) => void;
  /** called with the stream that the page reads, when it requests that */
  readonly onReader: (stream: ServerResponse) => void;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/**
 * Serves one page on loopback, below a random path, so that no other program on this machine can answer in its place.
 * The page is isolated from other origins, as WebAssembly threads require.
 * @returns the address of the page
 */
export async function openSite({ folders, onPost, onReader }: SiteContent): Promise<string> {
  const base = `/${randomUUID()}/`;
  const html = '<!doctype html><link rel="icon" href="data:,">';
  const server = createServer((request, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    if (!path.startsWith(base)) return notFound(response);
    const name = path.slice(base.length);
    if (request.method === 'POST') return void take(request, response, (body) => onPost(name, body));
    if (name === '') return void response.setHeader('Content-Type', 'text/html').end(html);
    if (name === 'requests') {
      response.flushHeaders();
      return onReader(response);
    }
    const [first = '', ...rest] = name.split('/');
    const folder = folders[first];
    const file = folder === undefined ? '' : normalize(join(folder, ...rest));
    if (folder === undefined || !file.startsWith(normalize(folder + sep))) return notFound(response);
    createReadStream(file)
      .on('error', () => notFound(response))
      .once('open', () => response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream'))
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
}

async function take(request: IncomingMessage, response: ServerResponse, use: (body: Buffer) => void): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  use(Buffer.concat(chunks));
  response.statusCode = 204;
  response.end();
}

function notFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.end();
}

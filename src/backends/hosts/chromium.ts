/**
 * Serves a runtime in a page of headless Chromium. Arguments: the script in `browser/`, the npm package, and the provider.
 * The page speaks the protocol; its bytes are passed on unchanged.
 */
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../package-info.ts';
import { asError } from '../answers.ts';
import { chromiumExecutable } from '../browser/executable.ts';
import type { Task } from '../browser/page.ts';
import { openSite } from '../browser/site.ts';
import { ownTemporaryFolder } from '../browser/temporary.ts';
import { fail, lastCase, reserveStdout, writeAnswers } from '../host.ts';
import { findPackage } from '../packages.ts';
import { installed, load } from './load.ts';

/** The used part of Playwright. */
interface Playwright {
  readonly chromium: { executablePath(): string; launch(options: object): Promise<Browser> };
}

interface Browser {
  version(): string;
  newPage(): Promise<BrowserPage>;
  on(event: 'disconnected', listener: () => void): void;
}

interface BrowserPage {
  goto(url: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  on(event: 'crash', listener: () => void): void;
  on(event: 'console', listener: (message: { text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
}

/** The scripts of the page. */
const suite = new URL('dist/bundled/browser/', packageRoot());

/** Flags that keep Chromium quiet and isolated, and provide WebGPU without hardware. */
const flags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  ...(process.env.ONNX_CONFORMANCE_CHROMIUM_FLAGS?.split(/\s+/).filter(Boolean) ?? []),
];

reserveStdout();
const [runtime = '', packageName = '', provider = ''] = process.argv.slice(2);
const { version, folder } = installed(packageName, 'playwright-core');
const { chromium } = load<Playwright>(findPackage('playwright-core')!);
try {
  await serveInPage();
} catch (error) {
  const [reason] = asError(error).message.split('\n');
  fail(`${packageName} cannot be used in Chromium: ${reason!.replace(/^\w+\.\w+: (?:\w*Error: )?/, '')}`);
}

async function serveInPage(): Promise<void> {
  const removeFolder = ownTemporaryFolder();
  process.once('exit', removeFolder);
  const browser = await chromium.launch({ executablePath: chromiumExecutable(chromium.executablePath()), args: flags });
  // again, after Playwright has ended Chromium
  process.once('exit', removeFolder);
  browser.on('disconnected', () => fail('Chromium ended'));
  const page = await browser.newPage();
  page.on('console', (message) => process.stderr.write(`${message.text()}\n`));
  page.on('pageerror', ({ message }) => process.stderr.write(`${message}\n`));
  page.on('crash', () => fail('the page crashed'));
  const address = await openSite({
    folders: { suite: fileURLToPath(suite), runtime: folder },
    onReader: (stream) => {
      process.stdin.pipe(stream);
      // The harness may have been killed while a case hangs: nobody else would end this process.
      process.stdin.once('end', () => setTimeout(() => process.exit(1), lastCase));
    },
    onPost: (name, body) => {
      if (name === 'answers') return writeAnswers(body);
      // all answers are written by now, and exiting ends Chromium
      if (name === 'lost') fail(body.toString());
      process.exit(0);
    },
  });
  await page.goto(address);
  const info = { browser: `Chromium ${browser.version()}` };
  const task: Task = { runtime, provider, name: packageName, version, files: new URL('runtime/', address).href, info };
  const script = new URL('suite/page.js', address).href;
  await page.evaluate(`import(${JSON.stringify(script)}).then((page) => page.open(${JSON.stringify(task)}))`);
}

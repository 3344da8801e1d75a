import { existsSync } from 'node:fs';

/** Where Chromium and its relatives are installed, by platform. */
const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Names the program to start instead of the first that is found. */
const variables = ['ONNX_CONFORMANCE_CHROMIUM', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE'] as const;

/**
 * The path of a Chromium: what an environment variable names, else one that Playwright has installed, else one in its
 * usual place.
 * @param playwrights where Playwright would have installed its own
 * @throws Error of one line that says what to do, if there is none
 */
export function chromiumExecutable(
  playwrights: string,
  env: NodeJS.ProcessEnv = process.env,
  usual: readonly string[] = places[process.platform] ?? [],
): string {
  const named = variables.find((variable) => env[variable]);
  if (named !== undefined) {
    const path = env[named]!;
    if (existsSync(path)) return path;
    throw new Error(`${named} names ${path}, which does not exist`);
  }
  const found = [playwrights, ...usual].find((path) => path !== '' && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `no Chromium was found; install one (apt install chromium, npx playwright install chromium) or name it: ${variables[0]}=/path/to/chromium`,
  );
}

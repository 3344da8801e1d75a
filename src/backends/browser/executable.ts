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

/** Environment variables that name the program to start instead of the first one found. */
const variables = ['ONNX_CONFORMANCE_CHROMIUM', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE'] as const;

/**
 * Returns the path of a Chromium: the one that an environment variable names, one that Playwright has installed, or one in
 * its usual place, in this order.
 * @param playwrights the path where Playwright installs its own
 * @throws Error of one line that says what to do, if none is found
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
    'no Chromium was found; install one (apt install chromium, npx playwright install chromium) ' +
      `or name it: ${variables[0]}=/path/to/chromium`,
  );
}

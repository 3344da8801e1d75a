import { hangingIndent, sanitize } from '../../../reports/print/layout.ts';
import { describeCapabilities } from '../../../reports/view/phrases.ts';
import { type BackendStatus, listBackends } from '../../backends/list-backends.ts';
import { exitCodes } from '../exit-codes.ts';
import { columnsOf } from '../terminal.ts';

/**
 * Prints the available backends: as a table with sections on their properties and how to add them, or as JSON.
 * @returns the exit code: 4 if a named backend cannot be used
 * @throws BadInput for an unknown name
 */
export async function printBackends(args: {
  readonly names: readonly string[];
  readonly ask: boolean;
  readonly json: boolean;
}): Promise<number> {
  const found = await listBackends(args.names, args.ask);
  const lines = args.json ? [JSON.stringify(found, null, 2)] : describeBackends(found, columnsOf(process.stdout));
  process.stdout.write(`${lines.join('\n')}\n`);
  const useless = found.some(({ install, problem }) => install !== undefined || problem !== undefined);
  return args.names.length > 0 && useless ? exitCodes.backendUnavailable : exitCodes.conformant;
}

function describeBackends(found: readonly BackendStatus[], columns: number): string[] {
  const names = Math.max(...found.map(({ name }) => name.length));
  const versions = Math.max(...found.map((each) => versionOf(each).length));
  const rows = found.flatMap((each) =>
    hangingIndent(`${each.name.padEnd(names)}  ${versionOf(each).padEnd(versions)}  `, each.about ?? '', columns),
  );
  const section = (title: string, text: (each: BackendStatus) => string | undefined) => {
    const lines = found.flatMap((each) => {
      const said = text(each);
      return said === undefined ? [] : [`  ${each.name}`, ...hangingIndent('    ', said, columns)];
    });
    return lines.length > 0 ? ['', title, ...lines] : [];
  };
  return [
    ...rows,
    ...section('What they say', ({ hello }) => hello && describeHello(hello)),
    ...section('Cannot be used', ({ problem }) => problem && sanitize(problem)),
    ...section('To add one, in your project', ({ install }) => install),
    '',
    ...hangingIndent(
      '',
      "Yours: 'onnx-conformance init' writes a starting point in JavaScript, Python and other languages.",
      columns,
    ),
  ];
}

const versionOf = ({ packages, hello }: BackendStatus): string =>
  packages.every(({ version }) => version !== null)
    ? (packages[0]?.version ?? sanitize(hello?.backend.version ?? ''))
    : '–';

function describeHello({ backend: { name, version, ...info }, declares }: NonNullable<BackendStatus['hello']>): string {
  const said = Object.entries(info).map(([key, value]) => `${key} ${value}`);
  const can = Object.keys(declares).length > 0 ? [describeCapabilities(declares)] : [];
  return sanitize([`${name} ${version}`, ...can, ...said].join(', '));
}

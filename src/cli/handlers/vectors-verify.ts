import { plural } from '../../../reports/view/plural.ts';
import { leafText } from '../../../vectors/export/tree.ts';
import { type Verification, verify } from '../../../vectors/official/verify.ts';
import { exitCodes } from '../exit-codes.ts';
import { selectionText, type VectorsSelection } from '../options/vectors-selection.ts';

/** The options of `vectors verify`. */
export interface VectorsVerifyArguments extends VectorsSelection {
  readonly dir: string;
}

/** The greatest number of lines of a kind to print. */
const most = 10;

/**
 * The command `vectors verify`: prints problems to stdout, and the remedy in one line to stderr.
 * @returns the exit code
 * @throws BadInput for an empty selection, and if the folder cannot be read
 */
export function verifyVectors(args: VectorsVerifyArguments): number {
  const found = verify(args.dir, args);
  const failure = failureOf(found);
  const files = `${plural(found.intact, 'file')} with the right bytes`;
  const lines = [
    `${args.dir}: ${found.found} of ${plural(found.expected, 'vector')}, ${files}`,
    // if there are no vectors at all, a list of the missing ones is useless
    ...(failure?.code === exitCodes.inconclusive ? [] : details(found)),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!failure) return exitCodes.conformant;
  // an export refuses a folder with anything else in it
  const first = found.extra.length > 0 && failure.code !== exitCodes.inconclusive ? 'remove what is extra, then ' : '';
  const remedy = `${first}'onnx-conformance vectors export ${args.dir}${selectionText(args)}' writes what has to be there`;
  process.stderr.write(`onnx-conformance: ${args.dir} ${failure.what}; ${remedy}\n`);
  return failure.code;
}

function details({ missing, changed, extra, short }: Verification): string[] {
  return [
    ...section('missing', missing),
    ...section(
      'changed',
      changed.map(({ path, how }) => `${path}\n           ${how}`),
    ),
    ...section('extra', extra.map(leafText)),
    ...section(
      'too few',
      short.map(({ operator, found, minimum }) => `${operator}: ${found} of at least ${minimum}`),
    ),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${title.padEnd(9)}${line}`);
  return lines.length > most ? [...shown, `  ${''.padEnd(9)}… and ${lines.length - most} more`] : shown;
}

/** Returns the worst problem: no vectors, missing vectors, or changed and extra files, in this order. */
function failureOf({ found, intact, missing, changed, extra, short }: Verification) {
  if (found === 0 && intact === 0 && changed.length === 0) {
    return { what: `holds none of the vectors${whyNone(extra)}`, code: exitCodes.inconclusive };
  }
  if (short.length > 0 || missing.length > 0) {
    const vectors = short.reduce((sum, { found: has, minimum }) => sum + minimum - has, 0);
    return { what: `has ${plural(vectors, 'vector')} too few`, code: exitCodes.missingVectors };
  }
  if (changed.length + extra.length > 0) {
    const parts = [
      ...(changed.length > 0 ? [`${plural(changed.length, 'file')} that ONNX did not publish so`] : []),
      ...(extra.length > 0 ? [`${plural(extra.length, 'file')} too many`] : []),
    ];
    return { what: `has ${parts.join(' and ')}`, code: exitCodes.changedVectors };
  }
  return undefined;
}

function whyNone(extra: Verification['extra']): string {
  if (extra.some(({ path }) => path.endsWith('/model.onnx'))) {
    return ' (was it exported with --release or --opset? name it here too)';
  }
  return extra.some(({ kind }) => kind === 'a link') ? ' (links are not followed)' : '';
}

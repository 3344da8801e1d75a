import type { VerdictKind } from '../../reports/view/verdict.ts';

/** The exit codes of the process. */
export const exitCodes = {
  conformant: 0,
  /** of `diff`: something got worse */
  notConformant: 1,
  /** wrong usage, or unusable input of the user */
  badInput: 2,
  /** too little was tested for a verdict */
  inconclusive: 3,
  /** the backend could not be used, or gave no answer */
  backendUnavailable: 4,
  /** `vectors verify`: vectors are missing, so that a runner would test less than it claims */
  missingVectors: 5,
  /** `vectors verify`: files, or the contents of the folder, differ from what ONNX published */
  changedVectors: 6,
} as const;

/** The exit code of a verdict. */
export const exitCodeOf: Readonly<Record<VerdictKind, number>> = {
  conformant: exitCodes.conformant,
  'known-failures': exitCodes.conformant,
  unstable: exitCodes.notConformant,
  'not-as-expected': exitCodes.notConformant,
  unanswered: exitCodes.backendUnavailable,
  'not-conformant': exitCodes.notConformant,
  'nothing-judged': exitCodes.inconclusive,
  'unusable-files': exitCodes.badInput,
  incomplete: exitCodes.inconclusive,
  'suite-error': exitCodes.inconclusive,
};

/** The exit codes for help texts. */
export const exitCodesHelp = `Exit codes:
  0  conformant: all that was judged passes, or is known to fail
  1  not conformant, unstable, or less was judged than expected
     (0 with --report-only)
  2  the command line, or a file that it names, cannot be used, or inputs
     do not fit the network of 'check'
  3  nothing was judged, the run was interrupted (also where it found
     failures), or the suite is at fault
  4  the backend could not be used, or answered nothing: each of 20 cases
     or more ended in an error
  5  vectors verify: vectors are missing
  6  vectors verify: vectors are not as ONNX published them`;

/** In bytes of code that is run, as V8 counts in Node 20. */
const bytesRun = 1_000_000;
/** In calls, as it counts since Node 22. */
const calls = 40_000;
const major = Number(process.versions.v8.split('.', 1)[0]);

/**
 * Flags of V8 with which it compiles only what runs very often. A run has thousands of kernels, each for a moment: to compile them
 * takes other cores longer than it saves. None for a V8 that was not tried.
 */
export const engineFlags: readonly string[] =
  major === 11
    ? [`--interrupt-budget=${bytesRun}`]
    : major === 12 || major === 13
      ? [`--invocation-count-for-turbofan=${calls}`]
      : [];

/** The threshold in bytes of executed code, V8's unit in Node 20. */
const bytesRun = 1_000_000;
/** The threshold in calls, V8's unit since Node 22. */
const calls = 40_000;
const major = Number(process.versions.v8.split('.', 1)[0]);

/**
 * Flags with which V8 compiles only code that runs very often. A run uses thousands of kernels briefly, and compiling them
 * costs other cores more time than it saves. No flags for untested versions of V8.
 */
export const engineFlags: readonly string[] =
  major === 11
    ? [`--interrupt-budget=${bytesRun}`]
    : major === 12 || major === 13
      ? [`--invocation-count-for-turbofan=${calls}`]
      : [];

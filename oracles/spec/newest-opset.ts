/** The newest opset of ai.onnx that the suite knows (ONNX 1.23). It has its own file because readers of models do not need the oracle. */
export const newestOpset = 28;

/** The newest opset that most runtimes support: they do so only months after its release. */
export const usualOpset = newestOpset - 2;

interface Version {
  /** the opset that brought it */
  readonly since: number;
}

/**
 * Returns whether a version is current: the newest one, or the one in force at the newest opset that most runtimes support.
 * @param all the versions of its operator, in their order
 */
export function isCurrentAmong({ since }: Version, all: readonly Version[]): boolean {
  const next = all.find((other) => other.since > since);
  return next === undefined || (since <= usualOpset && usualOpset < next.since);
}

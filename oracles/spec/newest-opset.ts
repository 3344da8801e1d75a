/** The newest opset of ai.onnx that the suite knows (ONNX 1.23). It has its own file because readers of models do not need the oracle. */
export const newestOpset = 28;

/** Runtimes support an opset only months after its release: most lack this many of the newest opsets. */
const recentOpsets = 2;

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
  const supported = newestOpset - recentOpsets;
  return next === undefined || (since <= supported && supported < next.since);
}

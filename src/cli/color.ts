/** Whether to write colours: to terminals unless NO_COLOR is set (no-color.org), and wherever FORCE_COLOR demands it. */
export function wantsColor(
  isTerminal: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal === true && env.TERM !== 'dumb'; // node leaves isTTY undefined for pipes
}

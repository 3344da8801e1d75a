/** Returns a random number, uniform in [0, 1), that depends only on its place: elements can be computed in any order. */
export type NumberSource = (place: number) => number;

/** Returns the random numbers of a seed: 53 bits of two mixed counters (the finalizer of MurmurHash3, Appleby 2011). */
export function drawsOf(seed: number): NumberSource {
  const start = mixed(Math.trunc(seed * 65536) | 0);
  return (place) => {
    const high = mixed(mixed((2 * place) ^ start) + start);
    const low = mixed(mixed((2 * place + 1) ^ start) + start);
    return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
  };
}

/** Draws of the standard normal distribution (Box and Muller 1958). */
export const normalDrawsOf =
  (draws: NumberSource): NumberSource =>
  (place) =>
    Math.sqrt(-2 * Math.log(1 - draws(2 * place))) * Math.cos(2 * Math.PI * draws(2 * place + 1));

function mixed(x: number): number {
  let bits = Math.imul(x, 0x9e37_79b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return bits ^ (bits >>> 16);
}

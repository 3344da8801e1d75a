/**
 * The labels that an answer can reach, best first. They are nested: what a stricter tier accepts, a looser one accepts.
 * - `exact`: the true value rounded once to nearest even, bit for bit
 * - `faithful`: one of the two representable neighbours of the true value
 * - `wide`: within the bound of an accumulator wider than the type
 * - `native`: within the proven bound of an evaluation in the type itself, in any order
 */
export const tiers = ['exact', 'faithful', 'wide', 'native'] as const;
export type Tier = (typeof tiers)[number];

/** The looser of two tiers. */
export function looser(a: Tier, b: Tier): Tier {
  return tiers.indexOf(a) >= tiers.indexOf(b) ? a : b;
}

/** True if an answer of tier `reached` satisfies a gate that demands `required`. */
export function satisfies(reached: Tier, required: Tier): boolean {
  return tiers.indexOf(reached) <= tiers.indexOf(required);
}

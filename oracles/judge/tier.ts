/** The tiers in which factors of sums of products have fewer bits than float32; an answer gets one only if it is allowed. */
export const reducedTiers = ['tf32', 'bfloat16'] as const;
export type ReducedTier = (typeof reducedTiers)[number];

/** The tiers that may be required without accepting more than ONNX does. */
export const strictTiers = ['exact', 'faithful', 'wide', 'native'] as const;

/** The labels that an answer can reach, best first. They are nested: what a stricter tier accepts, a looser one accepts. */
export const tiers = [...strictTiers, ...reducedTiers] as const;
export type Tier = (typeof tiers)[number];

const reduced = (bits: number): string =>
  `the same, but factors of products are first rounded to ${bits} bits, as in tensor cores; only if --allow names it`;

/** Descriptions of the answers of each tier. */
export const tierTexts: Readonly<Record<Tier, string>> = {
  exact: 'the true value rounded once to nearest even, bit for bit',
  faithful: 'one of the two representable neighbours of the true value',
  wide: 'within the bound of an accumulator wider than the type',
  native: 'within the proven bound of an evaluation in the type itself, in any order',
  tf32: reduced(11),
  bfloat16: reduced(8),
};

export const isTier = (name: string): name is Tier => (tiers as readonly string[]).includes(name);

/** Returns the reduced tiers that are accepted if a tier is required: none up to `native`. */
export const reducedUpTo = (required: Tier): readonly ReducedTier[] =>
  reducedTiers.slice(0, (reducedTiers as readonly Tier[]).indexOf(required) + 1);

/** Returns the looser of two tiers. */
export function looserTier(a: Tier, b: Tier): Tier {
  return tiers.indexOf(a) >= tiers.indexOf(b) ? a : b;
}

/** Returns whether an answer of tier `reached` satisfies a gate that requires `required`. */
export function meetsTier(reached: Tier, required: Tier): boolean {
  return tiers.indexOf(reached) <= tiers.indexOf(required);
}

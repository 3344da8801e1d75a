/** A choice that a backend was seen to make where the specification leaves one. */
export interface Observation {
  /** the policy, e.g. `integer-overflow` */
  readonly policy: string;
  /** the choice, e.g. `wrap` */
  readonly choice: string;
}

/** Every policy that an observation may name, and what it leaves open; a test holds the two together. */
export const policies = {
  'integer-overflow': 'an integer result or intermediate that leaves the range of its type',
  'integer-rounding': 'an integer mean or root that is not an integer',
  'integer-arithmetic': 'integers beyond the precision of a float that the operator computes with',
  'zero-sign': 'the sum or mean of nothing but negative zeros',
  'intermediate-range': 'finite data whose partial results overflow the type in some order or algorithm',
  'l2-intermediate': 'the type in which the root of a float64 sum of squares is taken',
  'empty-mean': 'the mean of an empty set',
  'axes-duplicate': 'an axis that is listed twice',
  'axes-negative': 'negative axes before opset 11, whose text does not mention them',
} as const;

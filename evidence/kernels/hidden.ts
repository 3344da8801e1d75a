interface Hidden {
  readonly on: readonly string[];
  readonly why: string;
}

const extrema = ['ReduceMax', 'ReduceMin'];
const searches = ['ArgMax', 'ArgMin'];
const twice: Hidden = { on: extrema, why: 'an element that is seen twice changes no extremum' };
const allTwice: Hidden = {
  on: [...extrema, ...searches, 'ReduceMean'],
  why: 'an element that is seen twice as often as all others changes no extremum and no mean',
};
const same: Hidden = {
  on: ['ReduceSum', 'ReduceProd', 'ReduceMax', 'ReduceMin', 'ReduceMean', 'ReduceLogSumExp'],
  why: 'of one element the result is the element',
};
const compared: Hidden = { on: extrema, why: 'elements are compared as they are, nothing is computed' };
const ofSumAlone: Hidden = { on: ['ReduceSum'], why: 'it is right there' };
const rounds: Hidden = { on: ['ReduceL2', 'ReduceMean'], why: 'what rounds there is judged within a bound' };
const exponentials: Hidden = {
  on: ['ReduceLogSumExp'],
  why: 'integers of more than 32 bits have exponentials beyond float64, which may give anything',
};
const noOverflow: Hidden = { on: [...extrema, 'ReduceLogSumExp'], why: 'no integer leaves its range on the way' };

/** Operators that have a fault and on which no data can show it, by its name, and why. */
export const hidden: Readonly<Record<string, Hidden>> = {
  'noop_with_empty_axes is ignored but by ReduceSum': ofSumAlone,
  'the axes attribute is ignored from opset 13 on, where ReduceSum has an input': ofSumAlone,
  'the axes input is ignored at opset 18 by all but ReduceSum': ofSumAlone,
  'rank 0 is returned unchanged': same,
  'noop copies the input': same,
  'noop copies the input on the path for axes at run time': same,
  'an empty set has the value of another operator, 1': {
    on: ['ReduceProd', 'ReduceMean'],
    why: 'it is right, or undefined',
  },
  'an empty set is NaN in 16 bits': { on: ['ReduceMean'], why: 'the mean of nothing is undefined' },
  'an exact multiple of 8 runs the tail as well': twice,
  'an axis that is listed twice is walked twice': allTwice,
  'an axis that is listed twice is walked twice where it is the last': allTwice,
  'the tail of 16 lanes overlaps the vector before it': twice,
  'the first block is counted again where there are several of 256': twice,
  'a special value stays in the accumulator of the next slice': { on: searches, why: 'the result is an index' },
  'Kahan summation meets an infinity': { on: extrema, why: 'nothing is summed' },
  'float64 is computed in float32': compared,
  'float32 is computed in float16': compared,
  'float32 is computed in bfloat16': compared,
  'float16 is computed in bfloat16': compared,
  'bfloat16 is computed in float16': compared,
  '16-bit results are truncated': rounds,
  '16-bit results round ties away from zero': rounds,
  'long rows of integers saturate, short ones wrap': noOverflow,
  'every other row of integers saturates': noOverflow,
  'integers go through float32': {
    on: ['ReduceLogSum', 'ReduceLogSumExp'],
    why: 'what the float32 loses is no part of a logarithm that is an integer',
  },
  '64-bit integers go through float64': { on: ['ReduceMean'], why: 'a mean may be computed in float64' },
  'int64 is narrowed to int32 before the reduction': exponentials,
  'int64 is summed in int32': exponentials,
  'negative integers are read as sign and magnitude': {
    on: ['ReduceL2', 'ReduceSumSquare'],
    why: 'the squares are equal modulo 2^bits',
  },
  'the logarithm of zero is that of the smallest normal float32': {
    on: ['ReduceLogSumExp'],
    why: 'of shifted exponentials one is 1',
  },
  'noop_with_empty_axes is missing in the key of the cached axes': { on: searches, why: 'they have no such attribute' },
  'an empty input leaves the output as the run before left the memory': {
    on: searches,
    why: 'an index among no elements is undefined',
  },
  'data are replaced by their magnitudes in place': { on: ['ReduceL1'], why: 'it sums magnitudes' },
  'dtype is missing in the key of the compiled kernel': {
    on: searches,
    why: 'their output is int64 whatever the input is',
  },
};

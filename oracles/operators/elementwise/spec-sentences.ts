import type { DType } from '../../numerics/dtype.ts';
import type { Clause } from '../../spec/operator.ts';
import { isLater, type Release, releaseBefore, releaseOf } from '../../spec/releases.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { historicalWording, sentenceOf } from '../../spec/source.ts';

/** The place and age of a sentence: by default the summary of all versions, for all dtypes. */
interface Where {
  readonly place?: string;
  readonly dtypes?: readonly DType[];
  /** the first version with it, and the first without it again */
  readonly from?: number;
  readonly until?: number;
  /** the release that added it to existing versions, and the text that it replaced */
  readonly since?: Release;
  readonly before?: string;
}
type SpecSentence = Where & Pick<Clause, 'id' | 'text'>;
const specSentence = (id: string, text: string, where: Where = {}): SpecSentence => ({ id, text, ...where });

const signed = ['int8', 'int16', 'int32', 'int64'] as const;
const integers = [...signed, 'uint8', 'uint16', 'uint32', 'uint64'] as const;
const floats = ['float16', 'bfloat16', 'float32', 'float64'] as const;

const unchanged = (from: number) =>
  specSentence('integral-unchanged', 'Integers, zeros, infinities and NaN are returned unchanged.', {
    from,
    since: '1.14',
  });
const signOfDividend = (where: Where) =>
  specSentence(
    'sign-of-dividend',
    'With fmod=1, the result has the sign of the dividend, including zeros; for -0, it may have either sign.',
    where,
  );
const undetected = (sign: string) =>
  specSentence(`${sign}-undetected`, `With detect_${sign}=0, ${sign} infinities give false.`, {
    place: `attribute detect_${sign}`,
  });
const byDefault = (name: string, value: string, where: Where) =>
  specSentence(`default-${name}`, `If ${name} is absent, its default ${value} is used.`, {
    place: `attribute ${name}`,
    ...where,
  });
const correctedDefault = (before: string): Where => ({ from: 6, since: '1.2.1', before: `the default is ${before}` });

const sentencesByOperator: Readonly<Record<string, readonly SpecSentence[]>> = {
  BitShift: [
    specSentence('arithmetic-shift', 'In a shift to the right, a negative number is filled with its sign bit.', {
      from: 28,
      dtypes: signed,
    }),
    specSentence(
      'shifted-past-the-sign',
      'In a shift to the left, bits move into the sign bit, and are lost beyond it.',
      {
        from: 28,
        dtypes: signed,
      },
    ),
    specSentence('any-amount', 'A shift by a negative amount, or by the number of bits or more, gives 0 or -1.', {
      from: 28,
    }),
  ],
  Ceil: [unchanged(13)],
  Clip: [
    specSentence('absent-bounds', 'Without min or max, the ends of the type are the bounds.', { until: 6 }),
    specSentence('bounds-crossed', 'If min is greater than max, every element becomes max.', {
      from: 13,
      since: '1.18',
    }),
  ],
  Div: [
    specSentence('integer-truncation', 'Quotients of integers are truncated towards zero.', {
      since: '1.21',
      dtypes: signed,
    }),
  ],
  Floor: [unchanged(13)],
  Gelu: [
    specSentence('approximate-tanh', 'With approximate=tanh, the formula is x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))).'),
  ],
  IsInf: [undetected('negative'), undetected('positive')],
  Mod: [
    specSentence('sign-of-divisor', 'Without fmod, the result has the sign of the divisor.', { dtypes: signed }),
    // version 13 forbids fmod=1 for integers since ONNX 1.19, but has an official vector of them
    signOfDividend({ dtypes: [...floats, ...signed], until: 13 }),
    signOfDividend({ dtypes: floats, from: 13, until: 28 }),
    signOfDividend({ dtypes: [...floats, ...signed], from: 28 }),
    specSentence(
      'remainders-at-infinity',
      'With fmod=1, the remainder of an infinity, or by zero, is NaN; a number modulo an infinity is the number.',
      { from: 13, since: '1.19', dtypes: floats },
    ),
    specSentence(
      'residues-at-infinity',
      'Without fmod, the residue of an infinity, or by zero, is NaN. A number modulo an infinity is the number, or the infinity if their signs differ. The residue of a zero has the sign of the divisor.',
      { from: 28, dtypes: floats },
    ),
    byDefault('fmod', '0', { until: 28, dtypes: integers }),
  ],
  // the text mentions only channels: a channel dimension of size 1 is shared, so that other dimensions are not
  PRelu: [
    specSentence('slope-by-channel', 'There is one slope for each channel, or one for all.', {
      place: 'input slope',
      until: 7,
    }),
  ],
  Round: [
    specSentence('halves-to-even', 'Ties are rounded to the even one of the two nearest integers.'),
    unchanged(11),
  ],
  Selu: [
    byDefault('alpha', '1.6732631921768188', correctedDefault('1.6732')),
    byDefault('gamma', '1.0507010221481323', correctedDefault('1.0507')),
  ],
  Shrink: [specSentence('at-the-threshold', 'Numbers equal to ±lambd give 0.')],
  Sqrt: [specSentence('negative-root', 'The root of a negative number is NaN.')],
  ThresholdedRelu: [specSentence('at-the-threshold', 'A number equal to alpha gives 0.')],
};

/** Returns the sentences of a version in addition to the definition. */
export function clausesInText(schema: Schema): readonly Clause[] {
  const { name, since, types } = schema;
  const [came, own] = [releaseOf(since), Object.values(types).flatMap((listed) => listed.split(' '))];
  return (sentencesByOperator[name] ?? [])
    .filter(({ from = 1, until = Number.POSITIVE_INFINITY }) => from <= since && since < until)
    .map(({ id, text, place = 'summary', dtypes, since: brought = came, before }): Clause => {
      const readings =
        before && isLater(brought, came) ? [historicalWording(before, came, releaseBefore(brought))] : undefined;
      return {
        id,
        text,
        source: sentenceOf(schema, place, brought, readings),
        level: 'specified',
        ...(dtypes && { dtypes: dtypes.filter((dtype) => own.includes(dtype)) }),
      };
    })
    .filter(({ dtypes }) => dtypes?.length !== 0);
}

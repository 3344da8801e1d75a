import { plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { regexFullMatch } from './text/regex-full-match.ts';
import { stringConcat } from './text/string-concat.ts';
import { stringNormalizer } from './text/string-normalizer.ts';
import { stringSplit } from './text/string-split.ts';
import { tfIdfVectorizer } from './text/tf-idf-vectorizer.ts';

const operators = {
  RegexFullMatch: regexFullMatch,
  StringConcat: stringConcat,
  StringNormalizer: stringNormalizer,
  StringSplit: stringSplit,
  TfIdfVectorizer: tfIdfVectorizer,
};

/** Operators that look at strings, or at what stands for words. */
export const textFamily = familyOf(
  byOperator(
    Object.fromEntries(Object.entries(operators).map(([name, plans]) => [name, plansFrom(() => 'distinct', plans)])),
  ),
);

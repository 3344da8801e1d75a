"""
Operators of strings and n-grams, written from their text. As in moves.py, every output has the code of its type, its dims and
its elements.
"""

from collections import Counter
from fractions import Fraction
from itertools import zip_longest
from math import prod

from answers import Allowed, float_sum
from formats import FORMATS, MINUS_ZERO
from moves import Array, every, int64s, offset
from onnx_files import STRING
from patterns import matches

BOOL, FLOAT32 = 9, 1


def strings(array):
    return [item.decode() for item in array.items]


def encoded(dims, texts):
    return Array(STRING, list(dims), [text.encode() for text in texts])


def concat(call):
    x, y = call[0], call[1]
    pairs = list(zip_longest(x.dims[::-1], y.dims[::-1], fillvalue=1))[::-1]
    dims = [b if a == 1 else a for a, b in pairs]

    def item(array, place):
        own = place[len(dims) - len(array.dims) :]
        return array.items[offset([0 if size == 1 else i for i, size in zip(own, array.dims)], array.dims)]

    return [Array(STRING, dims, [item(x, place) + item(y, place) for place in every(dims)])]


def words(text, most):
    """Text between white space: one word for each remaining split, and then the rest."""
    found, rest = [], text.strip(" \t\n\v\f\r")
    while rest and (most is None or len(found) < most):
        end = next((i for i, c in enumerate(rest) if c in " \t\n\v\f\r"), len(rest))
        found.append(rest[:end])
        rest = rest[end:].strip(" \t\n\v\f\r")
    return found + [rest] * bool(rest)


def split(call):
    x, delimiter, most = call[0], call.attribute("delimiter", ""), call.attribute("maxsplit")
    limit = -1 if most is None else most
    parts = [text.split(delimiter, limit) if delimiter else words(text, most) for text in strings(x)]
    longest = max(map(len, parts), default=0)
    filled = [part for each in parts for part in each + [""] * (longest - len(each))]
    counts = Array(7, x.dims, int64s([len(each) for each in parts]).items)
    if delimiter:  # the text does not define whether an empty string has a part
        counts = Array(7, x.dims, [either(1, 0) if text == "" else count for text, count in zip(strings(x), counts.items)])
    return [encoded([*x.dims, longest], filled), counts]


def either(*numbers):
    return list(numbers), Allowed(*numbers)


def normalize(call):
    x, stop = call[0], call.attribute("stopwords", [])
    if not call.attribute("is_case_sensitive", 0):
        stop = {word.lower() for word in stop}
        left = [text for text in strings(x) if text.lower() not in stop]
    else:
        left = [text for text in strings(x) if text not in stop]
    change = {"LOWER": str.lower, "UPPER": str.upper, "NONE": str}[call.attribute("case_change_action", "NONE")]
    left = [change(text) for text in left] or [""]
    return [encoded([*x.dims[:-1], len(left)], left)]


def full_match(call):
    x, pattern = call[0], call.attribute("pattern")
    known = {text: matches(pattern, text) for text in set(strings(x))}
    return [Array(BOOL, x.dims, [int(known[text]) for text in strings(x)])]


def tf_idf(call):
    x, mode = call[0], call.attribute("mode")
    items = strings(x) if x.code == STRING else [item - (1 << bits) * (item >> bits - 1) for bits in [{6: 32, 7: 64}[x.code]] for item in x.items]
    pool = call.attribute("pool_strings") if x.code == STRING else call.attribute("pool_int64s")
    starts, indexes = call.attribute("ngram_counts"), call.attribute("ngram_indexes")
    grams = []
    for n, (start, end) in enumerate(zip(starts, [*starts[1:], len(pool)]), 1):
        grams += [tuple(pool[i : i + n]) for i in range(start, end, n)]
    weights = call.attribute("weights") or [1] * len(grams)
    length, columns = max(indexes) + 1, x.dims[-1]
    found = []
    for row in range(prod(x.dims[:-1])):
        counts = Counter(ngrams(call, items[row * columns : (row + 1) * columns]))
        found += [entry(mode, [(counts[gram], w) for gram, index, w in zip(grams, indexes, weights) if index == i]) for i in range(length)]
    return [Array(FLOAT32, [*x.dims[:-1], length], found)]


def ngrams(call, row):
    """Every n-gram of a row, repeated as often as it occurs."""
    for n in range(call.attribute("min_gram_length"), call.attribute("max_gram_length") + 1):
        for step in range(1, (call.attribute("max_skip_count") if n > 1 else 0) + 2):
            for end in range((n - 1) * step, len(row)):
                yield tuple(row[end - (n - 1) * step : end + 1 : step])


def entry(mode, counted):
    """The right and the allowed values for a count: the weight may also be added repeatedly."""
    fmt = FORMATS["float32"]
    if mode == "TF":
        total = fmt.round(int(sum(count for count, _ in counted) / fmt.unit))
        return [total], Allowed(total)
    ((count, weight),) = counted or [(0, 1)]
    times = min(count, 1) if mode == "IDF" else count
    if times == 0 or weight == 0:
        return [0], Allowed(0, MINUS_ZERO)
    unit = int(Fraction(weight) / Fraction(fmt.unit))
    right = fmt.round(unit * times)
    _, allowed = float_sum(fmt, [unit] * times)
    return [right], Allowed(right, *allowed.specials, intervals=allowed.intervals)


OPERATORS = {
    "StringConcat": concat, "StringSplit": split, "StringNormalizer": normalize, "RegexFullMatch": full_match, "TfIdfVectorizer": tf_idf,
}  # fmt: skip

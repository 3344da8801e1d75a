"""
Windows, bands on the mel scale and Fourier transforms, written from their text. Cosines come from series, sums are computed in
fractions, and the allowed error is proportional to the samples of a line.
"""

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, floor, log2, log10, sqrt, trunc

from answers import Allowed
from formats import CODES, FORMATS, MINUS_ZERO, NAN, Float
from functions import pi, series
from moves import Array, numbers, values

DIGITS = 60
SMALLEST = Fraction(1, 10**50)


with localcontext(Context(prec=DIGITS + 10)):
    TURN = 2 * pi()


def cosine(p, q):
    """The cosine of p/q of a turn, to sixty digits; exactly where it is a multiple of 1/2."""
    turn = Fraction(p % q, q)
    return of_turn(min(turn, 1 - turn))


@lru_cache(None)
def of_turn(turn):
    """The same for half a turn or less."""
    if turn > Fraction(1, 4):
        return -of_turn(Fraction(1, 2) - turn)
    exact = {Fraction(0): 1, Fraction(1, 6): Fraction(1, 2), Fraction(1, 4): 0}
    if turn in exact:
        return Fraction(exact[turn])
    with localcontext(Context(prec=DIGITS + 10)):
        x = TURN * turn.numerator / turn.denominator
        return Fraction(series(x, Decimal(1), lambda term, n: -term * x * x / (2 * n * (2 * n - 1))))


def settled(x, size):
    """A sum of cosines in units; it is taken as a multiple of a half if sixty digits of its terms do not differ from one."""
    near = Fraction(round(2 * x), 2)
    return near if abs(x - near) <= SMALLEST * size else x


def judged(fmt, exact, error):
    """The right and the allowed values of a number in units."""
    right = fmt.round(exact)
    low, high = floor(exact - error), ceil(exact + error)
    specials = [] if abs(exact) + error < fmt.overflow else ["Infinity", "-Infinity", NAN]
    limited = fmt.finite("Infinity")
    return [right], Allowed(MINUS_ZERO, *specials, intervals=[(max(low, -limited), min(high, limited))])


def scalar(call, index, default=None):
    return default if call[index] is None else numbers(call[index])[0]


WINDOWS = {
    "HannWindow": ((1, 2), (-1, 2)),
    "HammingWindow": ((25, 46), (-21, 46)),
    "BlackmanWindow": ((42, 100), (-50, 100), (8, 100)),
}


def truncated(exact, error):
    """Integers that a float next to a number has before the point."""
    return [trunc(exact)], Allowed(intervals=[(trunc(exact - error), trunc(exact + error))])


def window(call):
    size, code = scalar(call, 0), call.attribute("output_datatype", 1)
    whole = size if call.attribute("periodic", 1) else size - 1
    fmt = FORMATS[CODES[code]]
    terms = WINDOWS[call.node.op]

    def item(k):
        if whole == 0:
            return [], None
        exact = sum(Fraction(a, b) * cosine(i * k, whole) for i, (a, b) in enumerate(terms))
        # three roundings of an angle of a turn, and those of its cosine, in float32
        error = Fraction(1, 1 << 18)
        if not isinstance(fmt, Float):
            return truncated(exact, error)
        return judged(fmt, exact / fmt.unit, (error + abs(exact) * fmt.u) / fmt.unit)

    return [Array(code, [size], [item(k) for k in range(size)])]


def mel_weight_matrix(call):
    bands, length, rate = (scalar(call, i) for i in range(3))
    edges = [float(values(call[i])[0] * FORMATS[CODES[call[i].code]].unit) if values(call[i])[0] != MINUS_ZERO else 0.0 for i in (3, 4)]
    lower, upper = (2595 * log10(1 + f / 700) for f in edges)
    step = (upper - lower) / (bands + 2)
    bins = [floor((length + 1) * 700 * (10 ** ((lower + i * step) / 2595) - 1) / rate) for i in range(bands + 2)]
    bins[0] = floor(Fraction(edges[0]) * (length + 1) / rate)
    code = call.attribute("output_datatype", 1)
    fmt = FORMATS[CODES[code]]
    rows = length // 2 + 1
    matrix = [[Fraction(0)] * bands for _ in range(rows)]
    for band, (first, middle, last) in enumerate(zip(bins, bins[1:], bins[2:])):
        for row in range(first, middle):
            matrix[row][band] = Fraction(row - first, middle - first)
        for row in range(middle + 1, last):
            matrix[row][band] = Fraction(last - row, last - middle)
        matrix[middle][band] = Fraction(1)
    items = []
    for x in (x for row in matrix for x in row):
        if isinstance(fmt, Float):
            right, near = judged(fmt, x / fmt.unit, max(fmt.u, Fraction(1, 1 << 24)) * 2 * x / fmt.unit)
            items.append((right, near if x.denominator & (x.denominator - 1) else Allowed(fmt.round(x / fmt.unit))))
        else:
            items.append(([trunc(x)], Allowed(trunc(x))))
    return [Array(code, [rows, bands], items)]


def stages(length):
    """Prime factors of a length."""
    count, p = 0, 2
    while length > 1:
        while length % p == 0:
            length //= p
            count += 1
        p += 1
    return count


def error_of(fmt, length):
    """The error of a transform, relative to the size of its samples: twice that of direct sums, fast transforms and convolutions."""
    narrow = fmt.p < 24
    roundoffs = 2 * (2 * length + (8 if narrow else 40) * (stages(length) + 2))
    if not narrow and length & length - 1:
        roundoffs += 250 * (log2(length) + 4) * sqrt(2 * length)
    x = roundoffs * float(fmt.u)
    return Fraction(exp(min(x, 64)) - 1) if x > 2**-20 else Fraction(x * 1.01)


def transformed(fmt, samples, length, sign, bin_, part, scale=1):
    """Judges one part of Σ (re + i·im)·e^(±2πi·jk/n)."""
    exact, size = Fraction(0), 0
    for j, (re, im) in enumerate(samples):
        place = 4 * (j * bin_ % length)  # in quarters of a share of a turn
        if part == 0:
            exact += re * cosine(place, 4 * length) + im * cosine(place + sign * length, 4 * length)
        else:
            exact += re * cosine(place - sign * length, 4 * length) + im * cosine(place, 4 * length)
        size += abs(re) + abs(im)
    exact = settled(exact, size) * scale
    lost = 40 * length
    return judged(fmt, exact, size * error_of(fmt, length) * scale + lost + abs(exact) * fmt.u)


def plain(array):
    return [0 if x == MINUS_ZERO else x for x in values(array)]


def dft(call):
    x = call[0]
    fmt = FORMATS[CODES[x.code]]
    outer, parts = list(x.dims[:-1]), x.dims[-1]
    axis = call.attribute("axis", 1) if call.opset < 20 else scalar(call, 2, -2)
    axis %= len(x.dims)
    inverse, onesided = call.attribute("inverse", 0), call.attribute("onesided", 0)
    size = outer[axis]
    to_real = inverse and onesided
    length = scalar(call, 1, 2 * (size - 1) if to_real else size)
    bins = length // 2 + 1 if onesided and not inverse else length
    data = plain(x)
    inner, batches = 1, 1
    for n in outer[axis + 1 :]:
        inner *= n
    for n in outer[:axis]:
        batches *= n

    def sample(line, j):
        if j >= size:
            return 0, 0
        at = ((line // inner * size + j) * inner + line % inner) * parts
        return data[at], data[at + 1] if parts == 2 else 0

    def spectrum(line, j):
        """The whole spectrum from half of it."""
        re, im = sample(line, min(j, length - j))
        return re, 0 if j == 0 or 2 * j == length else im if 2 * j < length else -im

    kept = 1 if to_real else 2
    items = [None] * (batches * bins * inner * kept)
    for line in range(batches * inner):
        samples = [(spectrum if to_real else sample)(line, j) for j in range(length if to_real else min(size, length))]
        for k in range(bins):
            for part in range(kept):
                found = transformed(fmt, samples, length, 1 if inverse else -1, k, part, Fraction(1, length) if inverse else 1)
                items[((line // inner * bins + k) * inner + line % inner) * kept + part] = found
    return [Array(x.code, [*outer[:axis], bins, *outer[axis + 1 :], kept], items)]


def stft(call):
    x, window_ = call[0], call[2]
    fmt = FORMATS[CODES[x.code]]
    batches, size, parts = x.dims
    length = scalar(call, 3, window_.dims[0] if window_ is not None else size)
    step = scalar(call, 1)
    frames = (size - length) // step + 1
    bins = length // 2 + 1 if call.attribute("onesided", 1) else length
    data = plain(x)
    weights = [w * fmt.unit for w in plain(window_)] if window_ is not None else [1] * length
    items = []
    for batch in range(batches):
        for frame in range(frames):
            samples = []
            for n in range(length):
                at = (batch * size + frame * step + n) * parts
                samples.append((data[at] * weights[n], data[at + 1] * weights[n] if parts == 2 else 0))
            items += [transformed(fmt, samples, length, -1, k, part) for k in range(bins) for part in range(2)]
    return [Array(x.code, [batches, frames, bins, 2], items)]


OPERATORS = {**dict.fromkeys(WINDOWS, window), "MelWeightMatrix": mel_weight_matrix, "DFT": dft, "STFT": stft}

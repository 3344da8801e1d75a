"""DeformConv, whose windows read between elements, and CausalConvWithState, which reads earlier data and returns its last ones."""

from decimal import localcontext
from fractions import Fraction
from itertools import product
from math import floor, prod

import functions as f
from answers import ANYTHING, Allowed
from formats import MINUS_ZERO
from near import NOTHING, near, value_of
from products import SPECIAL, judge, joined
from windows import Windows, each, offset


def grain(numbers):
    """The largest power of two that divides all numbers; 1 for zeros."""
    found = [Fraction(x.numerator & -x.numerator, x.denominator) for x in numbers if x]
    return min(found, default=Fraction(1))


def sampled(spatial, location, read):
    """The weight and the number of each element around a location; outside the data it is 0."""
    firsts = [floor(at) for at in location]
    for corner in product((0, 1), repeat=len(spatial)):
        place = [first + side for first, side in zip(firsts, corner)]
        share = prod(at - first if side else 1 - at + first for at, first, side in zip(location, firsts, corner))
        inside = all(0 <= at < length for at, length in zip(place, spatial))
        yield share, read(place) if inside else Fraction(0)


def of_terms(fmt, terms, bias, rank):
    """Σ weight·Σ share·x + bias; a term has weights, a location and samples."""
    shares = [(prod(weights), location, samples) for weights, location, samples in terms]
    exact = sum((w * sum(share * x for share, x in samples) for w, _, samples in shares), bias)
    size = sum((abs(w) * sum(abs(x) for _, x in samples) for w, _, samples in shares), abs(bias))
    if size / fmt.unit * 4 > fmt.overflow:
        return NOTHING
    xs, parts = [x for _, _, samples in terms for _, x in samples], [share for _, _, samples in terms for share, _ in samples]
    factors = [grain([weights[i] for weights, _, _ in terms]) for i in range(len(terms[0][0]))] if terms else []
    grains = [grain(xs), grain(parts), *factors]
    smallest = min(prod(grains), grain([bias])) if bias else prod(grains)
    largest = prod(max(map(abs, some), default=Fraction(1)) for some in ([weights[i] for weights, _, _ in terms] for i in range(len(factors))))
    whole = max(2 * size, 2 ** (rank + 1) * largest * max(map(abs, xs), default=Fraction(0)))
    if smallest >= fmt.unit and whole <= smallest * 2**fmt.p and all(each >= fmt.unit for each in grains):
        right = fmt.nearest(exact / fmt.unit)
        return ([right], Allowed(right)) if right not in (0, MINUS_ZERO) else ([], Allowed(0, MINUS_ZERO))
    # a location errs by u of itself, a share and a difference by u each, the sum by n u of all magnitudes
    n = len(terms) * 2**rank + len(terms) + 8
    moved = sum(abs(w) * sum(abs(x) for _, x in samples) * (4 + 2 * sum(map(abs, location))) for w, location, samples in shares)
    error = fmt.u * (2 * n * size + 4 * moved) + fmt.unit * (n + 4) * max(1, largest)
    return near(fmt, exact, exact - error, exact + error)


def deform_conv(model, inputs):
    (fmt, data, x), (_, weights, w), (_, offsets, moves), bias, mask = [*inputs, None, None][:5]
    if any(v in SPECIAL for each_input in inputs if each_input for v in each_input[2]):
        return None
    attributes = model.node.attributes
    group, groups = attributes.get("group", 1), attributes.get("offset_group", 1)
    (batches, channels, *spatial), (filters, depth, *sizes) = data, weights
    windows, rank, places = Windows(model.node, sizes, spatial), len(spatial), prod(sizes)

    def elements():
        for n, m, *window in each([batches, filters, *windows.counts]):
            usual, other = [], []
            for c, (number, place) in product(range(depth), enumerate(each(sizes))):
                channel = m // (filters // group) * depth + c
                first = channel // (channels // groups) * places + number
                starts = [at * s - b + k * d for at, s, b, k, d in zip(window, windows.strides, windows.begins, place, windows.dilations)]
                moved = [value_of(fmt, moves[offset((n, first * rank + i, *window), offsets)]) for i in range(rank)]
                location = [start + by for start, by in zip(starts, moved)]
                samples = list(sampled(spatial, location, lambda at: value_of(fmt, x[offset((n, channel, *at), data)])))
                own = [value_of(fmt, w[offset((m, c, *place), weights)])]
                if mask:
                    own.append(value_of(fmt, mask[2][offset((n, first, *window), mask[1])]))
                usual.append((own, location, samples))
                inside = all(-b <= at <= length - 1 + e for at, b, length, e in zip(location, windows.begins, spatial, windows.ends))
                other.append((own, location, samples if inside else []))
            added = value_of(fmt, bias[2][m]) if bias else Fraction(0)
            found = of_terms(fmt, usual, added, rank)
            # less than an element beyond the padding, some runtimes read 0
            yield found if other == usual else joined(found, of_terms(fmt, other, added, rank))

    return [(fmt, [batches, filters, *windows.counts], elements())]


def silu(fmt, terms):
    """x / (1 + e⁻ˣ) of a sum of products. The widest published bound of a sigmoid is 34 units in the last place (WebNN)."""
    if any(x in SPECIAL for term in terms for x in term):
        return NOTHING
    parts = [prod(value_of(fmt, x) for x in term) for term in terms]
    x, size = sum(parts), sum(map(abs, parts))
    if size / fmt.unit * 2 > fmt.overflow:
        return NOTHING
    with localcontext(prec=60):
        power = Fraction(f.exp(-(f.Decimal(abs(x).numerator) / abs(x).denominator))) if abs(x) < 10**5 else Fraction(0)
    y = x * (1 if x > 0 else power) / (1 + power)
    inside = fmt.u * (len(terms) + 2) * 2 * size + fmt.unit * (len(terms) + 1)
    error = 2 * inside + fmt.u * (80 * abs(y) + 16 * abs(x)) + 8 * fmt.unit * (1 + abs(x))
    return near(fmt, y, y - error, y + error)


def causal_conv(model, inputs):
    (fmt, data, x), (_, weights, w), bias, past = [*inputs, None, None][:4]
    (batches, channels, length), size = data, weights[2]
    is_linear = model.node.attributes.get("activation", "none") == "none"
    lines = []
    for line in range(batches * channels):
        before = past[2][line * (size - 1) : (line + 1) * (size - 1)] if past else [0] * (size - 1)
        lines.append([*before, *x[line * length : (line + 1) * length]])

    def elements():
        for line, xs in enumerate(lines):
            own = w[line % channels * size : (line % channels + 1) * size]
            for t in range(length):
                terms = list(zip(xs[t : t + size], own)) + ([(bias[2][line % channels],)] if bias else [])
                if not is_linear:
                    yield silu(fmt, terms)
                elif not past and size > 1:
                    # elements before the data may be left out, or give a zero of either sign
                    right, allowed = joined(judge(fmt, terms), judge(fmt, terms[max(0, size - 1 - t) :]))
                    if allowed is not ANYTHING and (0 in allowed or MINUS_ZERO in allowed):
                        allowed = joined(([], allowed), ([], Allowed(0, MINUS_ZERO)))[1]
                    yield [value for value in right if value not in (0, MINUS_ZERO)], allowed
                else:
                    yield judge(fmt, terms)

    state = [xs[len(xs) - size + 1 :] for xs in lines]
    handed = [([value], Allowed(value)) for line in state for value in line]
    return [(fmt, data, elements()), (fmt, [batches, channels, size - 1], handed)][: len(model.node.outputs)]


OPERATORS = {"DeformConv": deform_conv, "CausalConvWithState": causal_conv}

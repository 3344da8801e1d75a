"""Rows that are normalized by their moments or norms."""

from fractions import Fraction
from itertools import groupby
from math import prod
from struct import pack, unpack

from answers import Allowed
from formats import CODES, FORMATS, MINUS_ZERO
from near import NOTHING, log_of, near, power, root, value_of
from products import SPECIAL
from softmax import lines
from windows import each, offset


def row_bounds(xs, u, centred=True):
    """
    Mean and variance of a row, and the greatest errors of an evaluation, including sums of squares that cancel: of the numbers,
    and of their distances from the first one.
    """
    n = len(xs)
    mean = sum(xs) / n if centred else Fraction(0)
    off = [x - xs[0] for x in xs]
    size, squares = (sum(map(abs, xs)) + sum(map(abs, off))) / n, sum(x * x for x in xs + off) / n
    variance = sum((x - mean) ** 2 for x in xs) / n
    return mean, variance, 4 * (n + 8) * u * size * centred, 6 * (n + 8) * u * (squares if centred else variance)


def normalized(out, x, mean, square, of_mean, of_square, scale, shift, u, spread=0):
    """(x - mean)/√square · scale + shift, with the errors of mean and square, and of the last operations."""
    if square - of_square <= 0:
        return NOTHING
    exact = (x - mean) / root(square) * scale + shift
    distance = of_mean + 8 * u * (abs(x - mean) + spread)
    fraction = [1 / root(square + of_square) * (1 - 16 * u), 1 / root(square - of_square) * (1 + 16 * u)]
    ends = [(x - mean + d) * i * scale for d in (-distance, distance) for i in fraction]
    more = 16 * u * ((abs(x) + abs(mean)) * fraction[1] * abs(scale) + abs(shift)) + 16 * out.unit * (1 + abs(scale))
    return near(out, exact, min(ends) + shift - more, max(ends) + shift + more)


def type_of(code, otherwise):
    return FORMATS[CODES[code]] if code else otherwise


def standardized(out, fmt, stash, rows, epsilon, scale, shift, centred=True):
    """All elements of a tensor in rows: (places, values). `scale` and `shift` are functions of a place."""
    found, moments = {}, []
    u = max(each_type.u for each_type in (fmt, stash, out))
    for places, xs in rows:
        if any(x in SPECIAL for x in xs) or not xs:
            found.update((at, NOTHING) for at in places)
            moments.append(None)
            continue
        xs = [value_of(fmt, x) for x in xs]
        mean, variance, of_mean, of_variance = row_bounds(xs, stash.u, centred)
        far = is_far(stash, [x * x for x in xs])
        moments.append((mean, variance, of_mean, of_variance, far))
        square, of_square = variance + epsilon, of_variance + 4 * stash.u * (variance + epsilon) + 4 * len(xs) * stash.unit
        if far:
            found.update((at, NOTHING) for at in places)
            continue
        for at, x in zip(places, xs):
            s, b = scale(at), shift(at)
            if any(y in SPECIAL for y in (s, b)):
                found[at] = NOTHING
                continue
            found[at] = normalized(out, x, mean, square, of_mean, of_square, s, b, u)
    return [found[at] for at in sorted(found)], moments


def is_far(fmt, squares):
    """Whether squares leave the range of a type: below the normal numbers, or near its end."""
    total = sum(squares)
    return total / fmt.unit * 4 > fmt.overflow or any(0 < x < fmt.unit * (1 << fmt.p) for x in squares)


def parameter(given, place=lambda at: at, otherwise=0):
    if not given:
        return lambda at: Fraction(otherwise)
    fmt, _, values = given
    return lambda at: (lambda x: x if x in SPECIAL else value_of(fmt, x))(values[place(at)])


def broadcast_place(dims, own):
    steps = [prod(dims[i + 1 :]) for i in range(len(dims))]

    def place(at):
        where = [at // step % size for step, size in zip(steps, dims)][len(dims) - len(own) :] if own else []
        return offset([0 if size == 1 else w for w, size in zip(where, own)], own)

    return place


def float_attribute(model, name, otherwise):
    return Fraction(unpack("<f", pack("<f", model.node.attributes.get(name, otherwise)))[0])


def layer_normalization(model, inputs, centred=True):
    (fmt, dims, x), scale, *more = inputs
    attributes = model.node.attributes
    axis = attributes.get("axis", -1) % len(dims)
    stash = type_of(attributes.get("stash_type", 1), FORMATS["float32"])
    out, length = (fmt if centred else scale[0]), prod(dims[axis:])
    rows = [(list(range(at, at + length)), x[at : at + length]) for at in range(0, len(x), length)] if length else []
    of_scale = parameter(scale, broadcast_place(dims, scale[1]))
    of_shift = parameter(more[0], broadcast_place(dims, more[0][1])) if more and more[0] else parameter(None)
    epsilon = float_attribute(model, "epsilon", 1e-5)
    elements, moments = standardized(out, fmt, stash, rows, epsilon, of_scale, of_shift, centred)
    statistics = [*dims[:axis], *[1] * len(dims[axis:])]
    outputs = [(out, dims, elements)]
    for which in range(1, len(model.node.outputs)):
        outputs.append((stash, statistics, [statistic(stash, m, epsilon, which) for m in moments]))
    return outputs


def statistic(stash, moments, epsilon, which):
    """A mean, or the inverse of a deviation."""
    if moments is None:
        return NOTHING
    mean, variance, of_mean, of_variance, far = moments
    if far:
        return NOTHING
    if which == 1:
        return near(stash, mean, mean - of_mean, mean + of_mean)
    square, error = variance + epsilon, of_variance + 4 * stash.u * (variance + epsilon)
    if square - error <= 0:
        return NOTHING
    return near(stash, 1 / root(square), 1 / root(square + error) * (1 - 8 * stash.u), 1 / root(square - error) * (1 + 8 * stash.u))


def grouped(model, inputs):
    (fmt, dims, x), scale, shift = inputs
    attributes, op = model.node.attributes, model.node.op
    groups = attributes["num_groups"] if op == "GroupNormalization" else dims[1]
    stash = type_of(attributes.get("stash_type", 1), fmt) if op == "GroupNormalization" and model.opset >= 21 else fmt
    size, length = prod(dims[2:]), prod(dims[1:]) // groups
    by_group = op == "GroupNormalization" and model.opset < 21
    place = (lambda at: at // length % groups) if by_group else (lambda at: at // size % dims[1])
    rows = [(list(range(at, at + length)), x[at : at + length]) for at in range(0, len(x), length)] if length else []
    epsilon = float_attribute(model, "epsilon", 1e-5)
    elements, _ = standardized(fmt, fmt, stash, rows, epsilon, parameter(scale, place), parameter(shift, place))
    return [(fmt, dims, elements)]


def batch_normalization(model, inputs):
    (fmt, dims, x), scale, shift, mean, variance = inputs
    attributes, opset = model.node.attributes, model.opset
    if opset < 14 and len(model.node.outputs) > 1 or attributes.get("training_mode", 0) or (opset < 7 and not attributes.get("is_test", 0)) or len(model.node.outputs) > 1:
        return None
    channels, size = (dims[1] if len(dims) > 1 else 1), prod(dims[2:])
    place = (lambda at: at // size % channels) if attributes.get("spatial", 1) else (lambda at: at % prod(dims[1:]))
    params = [parameter(given, place) for given in (scale, shift, mean, variance)]
    epsilon = float_attribute(model, "epsilon", 1e-5)

    def elements():
        for at, each_x in enumerate(x):
            s, b, m, v = (one(at) for one in params)
            if any(y in SPECIAL for y in (each_x, s, b, m, v)) or v < 0:
                yield NOTHING
                continue
            square = v + epsilon
            yield normalized(fmt, value_of(fmt, each_x), m, square, 4 * fmt.u * abs(m), 8 * fmt.u * square, s, b, fmt.u, abs(m))

    return [(fmt, dims, list(elements()))]


def lp_normalization(model, inputs):
    ((fmt, dims, x),) = inputs
    axis, p = model.node.attributes.get("axis", -1) % len(dims), model.node.attributes.get("p", 2)
    found = [None] * len(x)
    for row in lines(dims, axis) if x else []:
        xs = [x[i] for i in row]
        if any(each_x in SPECIAL for each_x in xs):
            found_row = [NOTHING] * len(xs)
        else:
            xs = [value_of(fmt, each_x) for each_x in xs]
            total = sum(map(abs, xs)) if p == 1 else sum(y * y for y in xs)
            if total == 0:
                found_row = [([], Allowed(0, MINUS_ZERO)) for _ in xs]
            elif is_far(fmt, [abs(y) ** p for y in xs]) or (error := (4 * len(xs) + 20) * fmt.u) > Fraction(1, 4):
                found_row = [NOTHING] * len(xs)
            else:
                norm = total if p == 1 else root(total)
                found_row = []
                for y in xs:
                    exact = y / norm
                    found_row.append(near(fmt, exact, exact - abs(exact) * error - 4 * fmt.unit, exact + abs(exact) * error + 4 * fmt.unit))
        for at, element in zip(row, found_row):
            found[at] = element
    return [(fmt, dims, found)]


def mean_variance_normalization(model, inputs):
    ((fmt, dims, x),) = inputs
    axes = {axis % len(dims) for axis in model.node.attributes.get("axes", [0, 2, 3])}
    kept = lambda place: tuple(at for axis, at in enumerate(place) if axis not in axes)  # noqa: E731
    places = sorted(((kept(place), at) for at, place in enumerate(each(dims))))
    rows = [([at for _, at in own], [x[at] for _, at in own]) for _, own in ((k, list(g)) for k, g in groupby(places, key=lambda pair: pair[0]))]
    one, none = (lambda at: Fraction(1)), (lambda at: Fraction(0))
    elements, moments = standardized(fmt, fmt, fmt, rows, Fraction(0), one, none)
    # next to a deviation of about 1e-9, the 1e-9 that the function body adds matters
    for (at_all, _), m in zip(rows, moments):
        if m and root(m[1]) * fmt.u < Fraction(2, 10**9):
            for at in at_all:
                elements[at] = NOTHING
    return [(fmt, dims, elements)]


def lrn(model, inputs):
    ((fmt, dims, x),) = inputs
    size = model.node.attributes["size"]
    alpha, beta, bias = (float_attribute(model, *pair) for pair in (("alpha", 1e-4), ("beta", 0.75), ("bias", 1.0)))
    step, channels = prod(dims[2:]), dims[1]

    def elements():
        for at in range(len(x)):
            channel = at // step % channels
            first, last = max(0, channel - (size - 1) // 2), min(channels - 1, channel + size // 2)
            own = [x[at + (c - channel) * step] for c in range(channels)]
            if any(y in SPECIAL for y in own):
                yield NOTHING
                continue
            own = [value_of(fmt, y) for y in own]
            squares, before = [y * y for y in own[first : last + 1]], [y * y for y in own[:first]]
            base, all_squares = bias + alpha / size * sum(squares), sum(squares) + 2 * sum(before)
            error = (8 * channels + 40) * fmt.u * (abs(bias) + abs(alpha) / size * all_squares)
            if base - error <= 0 or is_far(fmt, [y * y for y in own]):
                yield NOTHING
                continue
            powers = [power(fmt, base + e, beta) for e in (-error, 0, error)]
            slack = 60 * fmt.u * (1 + abs(beta) * (1 + abs(log_of(base))))
            value = own[channel]
            ends = [value / y * (1 + e) for y in powers for e in (-slack, slack)]
            yield near(fmt, value / powers[1], min(ends), max(ends))

    return [(fmt, dims, list(elements()))]


OPERATORS = {
    "LayerNormalization": layer_normalization, "RMSNormalization": lambda model, inputs: layer_normalization(model, inputs, centred=False),
    "GroupNormalization": grouped, "InstanceNormalization": grouped, "BatchNormalization": batch_normalization,
    "LpNormalization": lp_normalization, "MeanVarianceNormalization": mean_variance_normalization, "LRN": lrn,
}  # fmt: skip

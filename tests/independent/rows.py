"""
What takes rows or windows together: softmax, normalizations, losses and pools, in fractions and decimals. Bounds are generous ones of
forward analysis: u is the unit roundoff, n the length of a row; nothing here knows how the suite finds its own.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import groupby
from math import isqrt, prod

import functions as f
from answers import ANYTHING, Allowed, around
from elements import add, extremum, from_float, multiply, quotient, to_float
from formats import FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN, Float
from products import SPECIAL, dot, joined
from windows import Windows, each, offset

NOTHING = ([], ANYTHING)


def value_of(fmt, x):
    return Fraction(0) if x == MINUS_ZERO else x * fmt.unit


def near(fmt, exact, low, high, demanded=True, specials=()):
    """An element whose true value is known: rounded once it is right, and a legal evaluation lies between two numbers."""
    if high / fmt.unit >= fmt.overflow or low / fmt.unit <= -fmt.overflow:
        return NOTHING
    right = fmt.nearest(exact / fmt.unit)
    ends = around(fmt, exact / fmt.unit, low / fmt.unit - 2, high / fmt.unit + 2)
    zeros = [MINUS_ZERO] * (ends[0] <= 0 <= ends[1])
    return [right] * (demanded and right not in (0, MINUS_ZERO)), Allowed(*specials, *zeros, intervals=[ends])


def root(x, digits=60):
    """The square root of a fraction, truncated to so many bits beyond its leading one."""
    shift = 2 * max(0, digits + (x.denominator.bit_length() - x.numerator.bit_length()) // 2 + 1)
    return Fraction(isqrt((x.numerator << shift) // x.denominator), 1 << shift // 2)


def power(fmt, x, y):
    """xʸ of a positive fraction, to sixty digits."""
    with localcontext(prec=60):
        return Fraction(f.exp(Decimal(y.numerator) / y.denominator * f.log(Decimal(x.numerator) / x.denominator)))


# softmax


def lines(dims, axis):
    """The places of each row along an axis."""
    step, length = prod(dims[axis + 1 :]), dims[axis]
    for before in range(prod(dims[:axis])):
        for after in range(step):
            yield [before * length * step + at * step + after for at in range(length)]


def rows_of(model, dims):
    axis = model.node.attributes.get("axis", -1 if model.opset >= 13 else 1)
    axis += len(dims) * (axis < 0)
    return list(lines(dims, axis) if model.opset >= 13 else lines([prod(dims[:axis]), prod(dims[axis:])], 1))


def by_rows(of_row):
    """An operator that makes as many elements of each row as it has."""

    def judged(model, inputs):
        ((fmt, dims, x),) = inputs
        found = [None] * len(x)
        for row in rows_of(model, dims) if x else []:
            for at, element in zip(row, of_row(fmt, [x[i] for i in row])):
                found[at] = element
        return [(fmt, dims, found)]

    return judged


def shifted(fmt, xs):
    """The exponentials of the distances from the greatest, to sixty digits, and the size of what is subtracted."""
    numbers = [value_of(fmt, x) for x in xs]
    most = max(numbers)
    with localcontext(prec=60):
        powers = [Fraction(f.exp(f.decimal(x - most))) for x in numbers]
    return numbers, most, powers, max(map(abs, numbers))


def softmax_row(fmt, xs):
    if any(x in SPECIAL for x in xs):
        return of_infinities(fmt, xs, lambda at: at)
    numbers, most, powers, size = shifted(fmt, xs)
    total, n, spread = sum(powers), len(xs), most - min(numbers)
    found = []
    for x, own in zip(numbers, powers):
        y = own / total
        error = fmt.u * (4 * n + 40 + 16 * size + 16 * (most - x))
        lost = fmt.unit * 4 * (n + 2)
        found.append(near(fmt, y, y / (1 + error) - lost, y * (1 + error) + lost) if error < 1 else NOTHING)
    return unshifted(fmt, size, found)


def unshifted(fmt, size, found):
    """Where exponentials may leave the range of the type, the shift may be left out, and anything may come of that."""
    return [(right, ANYTHING) for right, _ in found] if leaves_range(fmt, size) else found


def leaves_range(fmt, size):
    return size * Fraction(3, 2) > fmt.scale / 4


def of_infinities(fmt, xs, finish):
    """What the definition makes of rows with NaN or infinities: NaN, but beside -∞ alone, which adds nothing."""
    if all(x != NAN and x != INF for x in xs) and any(x != MINUS_INF for x in xs):
        rest = iter(softmax_row(fmt, [x for x in xs if x != MINUS_INF]))
        return [([0], Allowed(0)) if x == MINUS_INF else next(rest) for x in xs]
    return [NOTHING if NAN not in xs else ([NAN], Allowed(NAN)) for _ in xs]


def log_softmax_row(fmt, xs):
    if any(x in SPECIAL for x in xs):
        return [([NAN], Allowed(NAN)) if NAN in xs else NOTHING for _ in xs]
    numbers, most, powers, size = shifted(fmt, xs)
    found = [near(fmt, y, y - error, y + error) for y, error in exact_logs(fmt, xs)]
    return unshifted(fmt, max(size, most - min(numbers)), found)


def exact_logs(fmt, xs):
    """The logarithms of a row, and by how much an evaluation may miss each."""
    numbers, most, powers, size = shifted(fmt, xs)
    log = log_of(sum(powers))
    return [(x - most - log, fmt.u * (4 * len(xs) + 60 + 8 * size + 16 * abs(x - most - log) + 8 * abs(log))) for x in numbers]


def log_of(x):
    with localcontext(prec=60):
        return Fraction(f.log(Decimal(x.numerator) / x.denominator))


def hardmax_row(fmt, xs):
    if NAN in xs:
        return [NOTHING for _ in xs]
    order = [to_float(fmt, x) for x in xs]
    first = order.index(max(order))
    one = int(1 / fmt.unit)
    return [([one], Allowed(one)) if at == first else ([0], Allowed(0)) for at in range(len(xs))]


# normalizations


def row_bounds(xs, u, centred=True):
    """
    Mean and variance of a row, and by how much an evaluation may miss them, sums of squares that cancel included: those of the
    numbers, and those of their distances from the first one.
    """
    n = len(xs)
    mean = sum(xs) / n if centred else Fraction(0)
    off = [x - xs[0] for x in xs]
    size, squares = (sum(map(abs, xs)) + sum(map(abs, off))) / n, sum(x * x for x in xs + off) / n
    variance = sum((x - mean) ** 2 for x in xs) / n
    return mean, variance, 4 * (n + 8) * u * size * centred, 6 * (n + 8) * u * (squares if centred else variance)


def normalized(out, x, mean, square, of_mean, of_square, scale, shift, u, spread=0):
    """(x - mean)/√square · scale + shift, and what errors of mean and square, and of the last operations, can make of it."""
    if square - of_square <= 0:
        return NOTHING
    exact = (x - mean) / root(square) * scale + shift
    distance = of_mean + 8 * u * (abs(x - mean) + spread)
    fraction = [1 / root(square + of_square) * (1 - 16 * u), 1 / root(square - of_square) * (1 + 16 * u)]
    ends = [(x - mean + d) * i * scale for d in (-distance, distance) for i in fraction]
    more = 16 * u * ((abs(x) + abs(mean)) * fraction[1] * abs(scale) + abs(shift)) + 16 * out.unit * (1 + abs(scale))
    return near(out, exact, min(ends) + shift - more, max(ends) + shift + more)


def type_of(code, otherwise):
    from formats import CODES

    return FORMATS[CODES[code]] if code else otherwise


def standardized(out, fmt, stash, rows, epsilon, scale, shift, centred=True):
    """All elements of a tensor in rows: (places, values). `scale` and `shift` are functions of a place."""
    found, moments = {}, []
    u = max(each_fmt.u for each_fmt in (fmt, stash, out))
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
    """Whether squares leave the range of a type on the way: below the normal numbers, or near its end."""
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
    from struct import pack, unpack

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
    """A mean, or one over a deviation."""
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
            u = max(fmt.u, 0)
            yield normalized(fmt, value_of(fmt, each_x), m, square, 4 * u * abs(m), 8 * u * square, s, b, u, abs(m))

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
    # beside a deviation of about 1e-9 the one that the function body adds counts
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
            slack = 60 * fmt.u * (1 + abs(beta) * (1 + abs(Fraction(str(float(f.log(Decimal(base.numerator) / base.denominator)))))))
            value = own[channel]
            ends = [value / y * (1 + e) for y in powers for e in (-slack, slack)]
            yield near(fmt, value / powers[1], min(ends), max(ends))

    return [(fmt, dims, list(elements()))]


# pools


def pooled(of_window):
    def judged(model, inputs):
        fmt, dims, x = inputs[0]
        spatial, whole = dims[2:], model.node.op.startswith("Global")
        windows = None if whole else Windows(model.node, model.node.attributes.get("kernel_shape", spatial), spatial)
        counts = [1] * len(spatial) if whole else windows.counts
        size = prod(spatial)

        def elements():
            for channel in range(dims[0] * dims[1]):
                for window in each(counts):
                    places = list(range(size)) if whole else [offset(at, spatial) for _, at in windows.under(window)]
                    padded = size if whole else windows.padded(window)
                    yield of_window(model, fmt, [(channel * size + at, x[channel * size + at]) for at in places], padded)

        return [(fmt, [*dims[:2], *counts], list(elements()))]

    return judged


def average(model, fmt, own, padded):
    n = padded if model.node.attributes.get("count_include_pad", 0) else len(own)
    xs = [x for _, x in own]
    if any(x in SPECIAL for x in xs):
        found = {to_float(fmt, x) for x in xs if x in SPECIAL}
        value = found.pop() if len(found) == 1 else float("nan")
        return [from_float(fmt, value)], ANYTHING
    xs = [value_of(fmt, x) for x in xs]
    size, exact = sum(map(abs, xs)), sum(xs) / n
    if size / fmt.unit * 2 > fmt.overflow:
        return NOTHING
    error = 2 * (len(xs) + 4) * fmt.u * size / n + fmt.unit * (len(xs) + 2)
    return near(fmt, exact, exact - error, exact + error)


def lp(model, fmt, own, padded):
    p = int(model.node.attributes.get("p", 2))
    xs = [x for _, x in own]
    if any(x in SPECIAL for x in xs):
        return NOTHING
    xs = [abs(value_of(fmt, x)) for x in xs]
    total = sum(x**p for x in xs)
    if total == 0:
        return [0], Allowed(0)
    if total / fmt.unit * 4 > fmt.overflow or p > 1 and any(0 < x**p < fmt.unit * (1 << fmt.p) for x in xs):
        return NOTHING
    exact = total if p == 1 else root(total) if p == 2 else power(fmt, total, Fraction(1, p))
    error = (4 * len(xs) + 8 * p + 80 + 40 * (p > 2)) * fmt.u * exact
    if p > 2:  # 1/p is rounded as well
        error += 4 * fmt.u * exact * abs(Fraction(str(float(f.log(Decimal(total.numerator) / total.denominator)))))
    return near(fmt, exact, exact - error, exact + error)


def greatest(model, fmt, own, padded):
    xs = [x for _, x in own]
    if isinstance(fmt, Float):
        return extremum(max)(fmt, xs, model.node)
    return [max(xs)], Allowed(max(xs))


values_of_max = pooled(greatest)


def max_pool(model, inputs):
    outputs = values_of_max(model, inputs)
    if len(model.node.outputs) < 2:
        return outputs
    _, dims, _ = inputs[0]
    spatial = dims[2:]

    def number(place):
        if not model.node.attributes.get("storage_order", 0):
            return place
        channel, rest = divmod(place, prod(spatial))
        where = [rest // prod(spatial[i + 1 :]) % spatial[i] for i in range(len(spatial))]
        return channel * prod(spatial) + sum(at * prod(spatial[:i]) for i, at in enumerate(where))

    def indices(model, fmt, own, padded):
        order = [(to_float(fmt, x) if isinstance(fmt, Float) else x, at) for at, x in own]
        most = max((x for x, _ in order if x == x), default=None)
        found = [number(at) for x, at in order if x == most or x != x]
        return found, Allowed(*found)

    _, counted, elements = pooled(indices)(model, inputs)[0]
    return [*outputs, (FORMATS["int64"], counted, elements)]


def max_unpool(model, inputs):
    (fmt, dims, x), (_, _, places), *shape = inputs
    attributes, rank = model.node.attributes, len(dims) - 2
    sizes = attributes["kernel_shape"]
    strides, pads = attributes.get("strides", [1] * rank), attributes.get("pads", [0] * 2 * rank)
    whole = [*dims[:2], *((dims[i + 2] - 1) * strides[i] + sizes[i] - pads[i] - pads[i + rank] for i in range(rank))]
    out = list(shape[0][2]) if shape and shape[0] else whole

    def put(through):
        found = [0] * prod(out)
        steps = [prod(through[i + 1 :]) for i in range(len(through))]
        for value, place in zip(x, places):
            found[offset([place // step % size for step, size in zip(steps, through)], out)] = value
        return found

    repeated = len(set(places)) < len(places)
    both = [put(whole), *([put(out)] if out != whole and max(places, default=0) < prod(out) else [])]
    if repeated:
        return [(fmt, out, [NOTHING for _ in both[0]])]
    return [(fmt, out, [([values[0]], Allowed(*values)) for values in zip(*both)])]


# losses


def labels_of(model, inputs):
    (_, dims, _), (_, _, labels), *weights = inputs
    size = prod(dims[2:])
    ignored = model.node.attributes.get("ignore_index")
    for sample, label in enumerate(labels):
        instance, place = divmod(sample, size)
        yield None if label == ignored else ((instance * dims[1] + label) * size + place, label)


def reduced(model, fmt, inputs, losses):
    """Losses as (exact, error) or None where that is not known, 0 where they are ignored: as they are, their sum or mean."""
    weights = inputs[2] if len(inputs) > 2 and inputs[2] else None
    kind = model.node.attributes.get("reduction", "mean")
    terms, factors = [], []
    for place, loss in zip(labels_of(model, inputs), losses):
        if place is None:
            terms.append((Fraction(0), Fraction(0), False))
            continue
        weight = weights[2][place[1]] if weights else int(1 / fmt.unit)
        if loss is None or weight in SPECIAL:
            terms.append(None)
            continue
        weight = value_of(fmt, weight)
        exact, error = loss
        terms.append((exact * weight, error * abs(weight) + 2 * fmt.u * abs(exact * weight) + 2 * fmt.unit * bool(weights), True))
        factors.append(weight)
    if kind == "none":
        return inputs[1][1], [of_term(fmt, term) for term in terms]
    if any(term is None for term in terms):
        return [], [NOTHING]
    taken = [term for term in terms if term[2]]
    n, total, size, error = len(taken), sum(t[0] for t in taken), sum(abs(t[0]) for t in taken), sum(t[1] for t in taken)
    error += 2 * (n + 2) * fmt.u * (size + error)
    if kind == "mean":
        divisor, of_divisor = sum(factors), 2 * (n + 2) * fmt.u * sum(map(abs, factors))
        if not taken or abs(divisor) <= of_divisor:
            return [], [([NAN], Allowed(NAN)) if not taken else NOTHING]
        wide = [(total + e) / (divisor + d) * (1 + 8 * fmt.u * s) for e in (-error, error) for d in (-of_divisor, of_divisor) for s in (-1, 1)]
        more = 8 * (n + 2) * fmt.u * size / abs(divisor) + 4 * (n + 2) * fmt.unit
        return [], [near(fmt, total / divisor, min(wide) - more, max(wide) + more)]
    return [], [near(fmt, total, total - error, total + error) if taken else ([], Allowed(0, MINUS_ZERO))]


def of_term(fmt, term):
    if term is None:
        return NOTHING
    exact, error, taken = term
    return near(fmt, exact, exact - error, exact + error) if taken else ([], Allowed(0, MINUS_ZERO))


def negative_log_likelihood(model, inputs):
    fmt, _, x = inputs[0]
    losses = []
    for place in labels_of(model, inputs):
        value = x[place[0]] if place else 0
        losses.append(None if value in SPECIAL else (-value_of(fmt, value), Fraction(0)))
    dims, elements = reduced(model, fmt, inputs, losses)
    return [(fmt, dims, elements)]


def softmax_cross_entropy(model, inputs):
    fmt, dims, x = inputs[0]
    logs, exact = [None] * len(x), [None] * len(x)
    for row in lines(dims, 1) if x else []:
        xs = [x[i] for i in row]
        found = log_softmax_row(fmt, xs)
        values = [None] * len(xs)
        if not any(y in SPECIAL for y in xs) and not any(allowed is ANYTHING for _, allowed in found):
            values = exact_logs(fmt, xs)
        for at, element, value in zip(row, found, values):
            logs[at], exact[at] = element, value
    losses = [(exact[place[0]] and (-exact[place[0]][0], exact[place[0]][1])) if place else (0, 0) for place in labels_of(model, inputs)]
    shape, elements = reduced(model, fmt, inputs, losses)
    outputs = [(fmt, shape, elements)]
    return outputs + [(fmt, dims, logs)] * (len(model.node.outputs) > 1)


OPERATORS = {
    "Softmax": by_rows(softmax_row), "LogSoftmax": by_rows(log_softmax_row), "Hardmax": by_rows(hardmax_row),
    "LayerNormalization": layer_normalization, "RMSNormalization": lambda model, inputs: layer_normalization(model, inputs, centred=False),
    "GroupNormalization": grouped, "InstanceNormalization": grouped, "BatchNormalization": batch_normalization,
    "LpNormalization": lp_normalization, "MeanVarianceNormalization": mean_variance_normalization, "LRN": lrn,
    "AveragePool": pooled(average), "GlobalAveragePool": pooled(average), "LpPool": pooled(lp), "GlobalLpPool": pooled(lp),
    "MaxPool": max_pool, "GlobalMaxPool": pooled(greatest), "MaxUnpool": max_unpool,
    "NegativeLogLikelihoodLoss": negative_log_likelihood, "SoftmaxCrossEntropyLoss": softmax_cross_entropy,
}  # fmt: skip

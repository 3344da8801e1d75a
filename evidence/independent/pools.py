"""Pools: means, norms and maxima of windows and channels, and elements put back to the place of a maximum."""

from fractions import Fraction
from math import prod

from answers import ANYTHING, Allowed
from elements import extremum, from_float, to_float
from formats import FORMATS, Float
from near import NOTHING, log_of, near, power, root, value_of
from products import SPECIAL
from windows import Windows, each, offset


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
        error += 4 * fmt.u * exact * abs(log_of(total))
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
        # neighbours are a range
        return found, Allowed(intervals=[(at, max(end for end in range(at, at + len(found)) if {*range(at, end + 1)} <= {*found})) for at in found])

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


OPERATORS = {
    "AveragePool": pooled(average), "GlobalAveragePool": pooled(average), "LpPool": pooled(lp), "GlobalLpPool": pooled(lp),
    "MaxPool": max_pool, "GlobalMaxPool": pooled(greatest), "MaxUnpool": max_unpool,
}  # fmt: skip

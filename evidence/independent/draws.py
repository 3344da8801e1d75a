"""
RandomNormal, RandomUniform, their Like forms, Bernoulli and Multinomial: whether exact answers have the right type and shape, are possible,
and have the distribution. Shares exceed the bounds with a probability of at most 10⁻¹²: Hoeffding's inequality, and that of Dvoretzky,
Kiefer, Wolfowitz and Massart for all shares of a distribution at once.
"""

from collections import Counter
from math import erfc, exp, log, prod, sqrt

from formats import CODES, FORMATS, MINUS_INF, Float
from near import value_of

LIMIT = log(2 / 1e-12)
NORMAL, UNIFORM = ("RandomNormal", "RandomNormalLike"), ("RandomUniform", "RandomUniformLike")
OPERATORS = (*NORMAL, *UNIFORM, "Bernoulli", "Multinomial")


def is_far(hits, expected, n):
    return abs(hits - expected) > sqrt(n * LIMIT / 2)


def numbers(fmt, items):
    """As floats of Python, which hold all results and all parameters exactly."""
    if not isinstance(fmt, Float):
        return list(items)
    return [float("-inf") if x == MINUS_INF else float(value_of(fmt, x)) for x in items]


def form(node, given):
    """The code of the type, and the dims, of the result."""
    a = node.attributes
    if node.op == "Multinomial":
        return a.get("dtype", 6), [given.dims[0], a.get("sample_size", 1)]
    return a.get("dtype", given.code if given else 1), given.dims if given else list(a["shape"])


def complaints(node, given, output):
    """The faults of the drawn values, in words. given, output: tensors of a file"""
    code, dims = form(node, given)
    if (output.code, list(output.dims)) != (code, list(dims)):
        yield f"type {output.code} {output.dims} where {code} {dims} is right"
        return
    fmt = FORMATS[CODES[code]]
    xs = numbers(fmt, fmt.decode(output.raw))
    if len(xs) != prod(dims):
        yield f"{len(xs)} elements where {prod(dims)} are right"
    elif node.op in ("Bernoulli", "Multinomial"):
        source = FORMATS[CODES[given.code]]
        ps = numbers(source, source.decode(given.raw))
        yield from (truths if node.op == "Bernoulli" else places)(xs, ps, dims, given.dims)
    else:
        yield from floats(node, fmt, xs)


def floats(node, fmt, xs):
    a, n = node.attributes, len(xs)
    if node.op in NORMAL:
        mean, scale = a.get("mean", 0.0), a.get("scale", 1.0)
        low, high = mean - 9 * scale, mean + 9 * scale
        below = lambda x: erfc((mean - x) / (scale * sqrt(2))) / 2
    else:
        low, high = a.get("low", 0.0), a.get("high", 1.0)
        mean, scale = (low + high) / 2, (high - low) / sqrt(12)
        below = lambda x: float(x >= low) if low == high else min(1.0, max(0.0, (x - low) / (high - low)))
    grain = 2 * float(fmt.u)
    outside = [x for x in xs if not low - grain * abs(low) <= x <= high + grain * abs(high)]
    if outside:
        yield f"{len(outside)} are outside of {low} to {high}, such as {outside[0]}"
    if n == 0 or low == high:
        return
    most = sqrt(LIMIT / (2 * n)) + grain
    for i, x in enumerate(sorted(xs)):
        step = grain * abs(x)
        if (i + 1) / n - below(x + step) > most or below(x - step) - i / n > most:
            yield f"up to {x} there are {i + 1} of {n}, where {n * below(x):.1f} are expected"
            break
    alike = [(x < mean) == (y < mean) for x, y in zip(xs[::2], xs[1::2])]
    if grain * (abs(mean) + 4 * scale) < scale / 100 and is_far(sum(alike), len(alike) / 2, len(alike)):
        yield f"of {len(alike)} neighbours {sum(alike)} are alike"


def truths(xs, ps, _dims, _of):
    wrong = [i for i, (x, p) in enumerate(zip(xs, ps)) if x not in (0, 1) or x != p and p in (0, 1)]
    if wrong:
        yield f"[{wrong[0]}] is {xs[wrong[0]]} with the probability {ps[wrong[0]]}"
    for p in set(ps):
        own = [x for x, of in zip(xs, ps) if of == p]
        if is_far(sum(own), p * len(own), len(own)):
            yield f"{sum(own)} of {len(own)} are 1 with the probability {p}"
    half = [(x, y) for x, y, p, q in zip(xs[::2], xs[1::2], ps[::2], ps[1::2]) if p == q == 0.5]
    if is_far(sum(x == y for x, y in half), len(half) / 2, len(half)):
        yield "neighbours depend on each other"


def places(xs, logarithms, dims, of):
    size, count = dims[1], of[1]
    for row in range(dims[0]):
        own, weights = xs[row * size : (row + 1) * size], logarithms[row * count : (row + 1) * count]
        shares = [exp(x - max(weights)) for x in weights]
        drawn = Counter(own)
        if any(not 0 <= x < count or shares[x] == 0 and weights[x] == float("-inf") for x in drawn):
            yield f"row {row} has an outcome that is none, or has no probability"
        for place, share in enumerate(shares):
            if is_far(drawn[place], size * share / sum(shares), size):
                yield f"{drawn[place]} of {size} in row {row} are {place}"

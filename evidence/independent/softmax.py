"""Softmax, its logarithm and Hardmax, row by row, and the losses that use logarithms."""

from decimal import localcontext
from fractions import Fraction
from math import prod

import functions as f
from answers import ANYTHING, Allowed
from elements import to_float
from formats import INF, MINUS_INF, MINUS_ZERO, NAN
from near import NOTHING, log_of, near, value_of
from products import SPECIAL


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
    """The exponentials of the distances from the greatest element, to sixty digits, and the magnitude of the subtracted number."""
    numbers = [value_of(fmt, x) for x in xs]
    most = max(numbers)
    with localcontext(prec=60):
        powers = [Fraction(f.exp(f.decimal(x - most))) for x in numbers]
    return numbers, most, powers, max(map(abs, numbers))


def softmax_row(fmt, xs):
    if any(x in SPECIAL for x in xs):
        return of_infinities(fmt, xs)
    numbers, most, powers, size = shifted(fmt, xs)
    total, n, found = sum(powers), len(xs), []
    for x, own in zip(numbers, powers):
        y = own / total
        error = fmt.u * (4 * n + 40 + 16 * size + 16 * (most - x))
        lost = fmt.unit * 4 * (n + 2)
        found.append(near(fmt, y, y / (1 + error) - lost, y * (1 + error) + lost) if error < 1 else NOTHING)
    return unshifted(fmt, size, found)


def unshifted(fmt, size, found):
    """If exponentials may leave the range of the type, the shift may be left out, with any result."""
    return [(right, ANYTHING) for right, _ in found] if leaves_range(fmt, size) else found


def leaves_range(fmt, size):
    return size * Fraction(3, 2) > fmt.scale / 4


def of_infinities(fmt, xs):
    """Rows with NaN or infinities by the definition: NaN, except for -∞ among numbers, which adds nothing."""
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
    """The logarithms of a row, and the greatest error of each."""
    numbers, most, powers, size = shifted(fmt, xs)
    log = log_of(sum(powers))
    return [(x - most - log, fmt.u * (4 * len(xs) + 60 + 8 * size + 16 * abs(x - most - log) + 8 * abs(log))) for x in numbers]


def hardmax_row(fmt, xs):
    if NAN in xs:
        return [NOTHING for _ in xs]
    order = [to_float(fmt, x) for x in xs]
    first = order.index(max(order))
    one = int(1 / fmt.unit)
    return [([one], Allowed(one)) if at == first else ([0], Allowed(0)) for at in range(len(xs))]


def labels_of(model, inputs):
    (_, dims, _), (_, _, labels), *weights = inputs
    size = prod(dims[2:])
    ignored = model.node.attributes.get("ignore_index")
    for sample, label in enumerate(labels):
        instance, place = divmod(sample, size)
        yield None if label == ignored else ((instance * dims[1] + label) * size + place, label)


def reduced(model, fmt, inputs, losses):
    """Losses as (exact, error), None if not known, 0 if ignored: unreduced, or their sum or mean."""
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
    "NegativeLogLikelihoodLoss": negative_log_likelihood, "SoftmaxCrossEntropyLoss": softmax_cross_entropy,
}  # fmt: skip

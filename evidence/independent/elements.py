"""
The answers of elementwise operators for one element, as answers.py has them for slices. Numbers are counted in units of
their format. For operands that are zeros, infinities or NaN, Python's floats compute the result of IEEE 754.
"""

import math
from fractions import Fraction
from itertools import product
from operator import and_, or_, xor

import functions as f
from answers import ANYTHING, Allowed, float_sum
from formats import INF, MINUS_INF, MINUS_ZERO, NAN, Float, Integer

ZEROS = (0, MINUS_ZERO)
TO_FLOAT = {NAN: math.nan, INF: math.inf, MINUS_INF: -math.inf, MINUS_ZERO: -0.0}


def to_float(fmt, x):
    return TO_FLOAT[x] if isinstance(x, str) else float(x * fmt.unit)


def from_float(fmt, x):
    if math.isnan(x):
        return NAN
    if math.isinf(x):
        return INF if x > 0 else MINUS_INF
    return MINUS_ZERO if x == 0 and math.copysign(1, x) < 0 else int(Fraction(x) / fmt.unit)


def quotient(x, y):
    if y == 0:
        return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1, y)
    return x / y


def is_plain(x):
    return not isinstance(x, str) and x != 0


def once(exactly, of_specials):
    """An operation that is rounded once: in fractions for plain numbers, else as floats compute it."""

    def compute(fmt, *xs):
        if not all(map(is_plain, xs)):
            return from_float(fmt, of_specials(*[to_float(fmt, x) for x in xs]))
        return fmt.nearest(exactly(*[x * fmt.unit for x in xs]) / fmt.unit)

    return compute


add = once(lambda x, y: x + y, lambda x, y: x + y)
subtract = once(lambda x, y: x - y, lambda x, y: x - y)
multiply = once(lambda x, y: x * y, lambda x, y: x * y)
divide = once(lambda x, y: x / y, quotient)
negate = once(lambda x: -x, lambda x: -x)


def residue(truncates):
    """The remainder of a division: with fmod=1 it has the sign of the dividend, else of the divisor. So do zeros."""

    def compute(fmt, x, y):
        if NAN in (x, y) or x in (INF, MINUS_INF) or y in ZEROS:
            return NAN
        signed = x if truncates else y
        negative = signed in (MINUS_INF, MINUS_ZERO) or not isinstance(signed, str) and signed < 0
        if x in ZEROS or y in (INF, MINUS_INF):
            differ = x not in ZEROS and (x < 0) != (y == MINUS_INF)
            return (MINUS_ZERO if negative else 0) if x in ZEROS else y if differ and not truncates else x
        rest = abs(x) % abs(y) * (1 if x > 0 else -1) if truncates else x % y
        return fmt.round(rest) if rest else MINUS_ZERO if negative else 0

    return compute


def magnitude(fmt, x):
    return {MINUS_INF: INF, MINUS_ZERO: 0}.get(x, x) if isinstance(x, str) else abs(x)


def root(fmt, x):
    if isinstance(x, str) or x <= 0:
        return x if x in (NAN, INF, MINUS_ZERO, 0) else NAN
    square = Fraction(x) / fmt.unit  # of the root in units
    low = math.isqrt(square.numerator << 240) if square.denominator == 1 else None
    scaled = Fraction(low, 1 << 120)
    return fmt.nearest(scaled if scaled * scaled == square else scaled + Fraction(1, 1 << 121))


def integral(mode):
    def compute(fmt, x):
        if not is_plain(x):
            return x
        value = mode(x * fmt.unit)
        return int(value / fmt.unit) if value else (MINUS_ZERO if x < 0 else 0)

    return compute


def order(x):
    return {MINUS_INF: -math.inf, INF: math.inf, MINUS_ZERO: 0}.get(x, x) if isinstance(x, str) else x


def less(x, y):
    return x != NAN and y != NAN and order(x) < order(y)


def equal(x, y):
    return x != NAN and y != NAN and order(x) == order(y)


def extremum(best):
    """Either zero of several, and NaN or the extremum of the numbers."""

    def answers(fmt, xs, node):
        numbers = [x for x in xs if x != NAN]
        value = best(numbers, key=order) if numbers else NAN
        values = ZEROS if value in ZEROS else [value]
        if len(numbers) == len(xs):
            return [x for x in xs if equal(x, value)][:1], Allowed(*values)
        return [], Allowed(NAN, *values)

    return answers


def exactly(compute):
    """One right value."""

    def answers(fmt, xs, node):
        value = compute(fmt, *xs)
        return [value], Allowed(value)

    return answers


def total(fmt, xs, node):
    """Sums of up to two terms are rounded once; for more the bound of Jeannerod and Rump holds, and a zero may be added."""
    right, allowed = float_sum(fmt, list(xs))
    if len(xs) > 2:
        allowed.intervals += [(low - fmt.step(abs(low)), high + fmt.step(abs(high))) for low, high in allowed.intervals]
        allowed.specials |= {MINUS_ZERO for low, high in allowed.intervals if low <= 0 <= high}
    return right, allowed


def remainder(fmt, xs, node):
    """Without fmod the quotient may be rounded before it is multiplied: only zeros, infinities and NaN are certain."""
    truncates = node.attributes.get("fmod", 0) == 1
    value = residue(truncates)(fmt, *xs)
    if truncates and xs[0] == MINUS_ZERO and value == MINUS_ZERO:
        return [], Allowed(*ZEROS)
    return [value], ANYTHING if not truncates and all(map(is_plain, xs)) else Allowed(value)


def sign(fmt, xs, node):
    """NaN is not judged, and zeros have any sign."""
    (x,) = xs
    if x == NAN or x in ZEROS:
        return [], Allowed(*ZEROS, *[NAN] * (x == NAN))
    value = int((-1 if less(x, 0) else 1) / fmt.unit)
    return [value], Allowed(value)


def ulps(wide, narrow, floor=0):
    """
    The values within some units in the last place of a value, of types of 32 and 64 bits and of 16, and half a unit more where
    they are stored. `floor` is the least magnitude whose units count.
    """

    def around(fmt, exact):
        # a value just below a power of two that is rounded to it is measured by its unit
        rounded = fmt.round(exact)
        unit = fmt.step(max(fmt.top - 1 if isinstance(rounded, str) else abs(rounded), int(floor / fmt.unit)))
        reach = ((narrow if fmt.bits == 16 else wide) + Fraction(1, 2)) * unit
        low, high = math.floor(exact - reach), math.ceil(exact + reach)
        specials = [s for s, end in ((INF, high), (MINUS_INF, -low)) if end >= fmt.overflow]
        return Allowed(*specials, MINUS_ZERO, intervals=[(fmt.above(max(low, -fmt.top)), fmt.below(min(high, fmt.top)))])

    return around


# OpenCL, full profile: "Relative Error as ULPs"
THREE, FOUR, FIVE, SIXTEEN = ulps(3, 2), ulps(4, 2), ulps(5, 2), ulps(16, 4)
OF_TANH = ulps(5, 2, floor=1)  # ±(1 - 2/(e^2|x| + 1)) is in use, whose error is absolute


def of_exponential(fmt, exact):
    """Or as 2^(x·log₂e) whose exponent is rounded: 3 + 2|x| units of float32 (WGSL, Vulkan), 1 + 2|x| of 16 bits (TOSA)."""
    value = exact * fmt.unit
    grown = Fraction(2 * abs(math.log(value.numerator) - math.log(value.denominator))) if fmt.bits <= 32 and value > 0 else 0
    return ulps(3 + grown, max(2, 1 + grown))(fmt, exact)


def function(compute, bound, specials, domain=lambda x: True, odd=False):
    """An elementary function; `specials` has its values at infinities, and its poles."""

    def answers(fmt, xs, node):
        (x,) = xs
        if odd and x in ZEROS:
            return [x], Allowed(x)
        number = x if x in (NAN, INF, MINUS_INF) else Fraction(0) if x == MINUS_ZERO else x * fmt.unit
        if number in specials:
            value = specials[number]
            return ([value], Allowed(value)) if isinstance(value, str) or value == 0 else limited(fmt, value, bound)
        if number == NAN or not domain(number):
            return [NAN], Allowed(NAN)
        right, exact = f.rounded(compute, fmt, number)
        return ([] if right is None else [right]), bound(fmt, exact)

    return answers


def limited(fmt, value, bound):
    """A limit at an infinity that the type cannot hold."""
    right, exact = f.rounded(lambda _: value(), fmt, Fraction(1))
    return [right], bound(fmt, exact)


FLOAT32 = Fraction(1, 2**24)
"""The unit of the float32 constants in function bodies."""


def within(fmt, exact, xs, unit, grown):
    """
    The possible results of a formula of plain operands. The widest published bound is 34 units in the last place (WebNN, Sigmoid);
    if it cancels, sixteen operations or fewer each err by u of numbers no larger than products of the operands and 1.
    """
    size = math.prod(1 + abs(x) * fmt.unit for x in xs) + abs(exact) * fmt.unit
    reach = 16 * max(2 * fmt.u, unit) * size / fmt.unit + 34 * fmt.step(abs(int(exact)) + 1)
    low, high = max(math.floor(exact - reach), -fmt.top), min(math.ceil(exact + reach), fmt.top)
    specials = {MINUS_ZERO, *[s for s, end in ((INF, exact + reach), (MINUS_INF, -exact + reach)) if end >= fmt.overflow]}
    if grown >= (fmt.top.bit_length() - fmt.scale - 2) * math.log(2):
        specials |= {INF, MINUS_INF, NAN}  # an exponential on the way overflows
    return Allowed(*specials, intervals=[(fmt.above(low), fmt.below(high))])


def formula(compute, limits={NAN: NAN}, unit=0, exponent=lambda x, *_: abs(x)):
    """
    A formula of operands and attributes, computed once with all digits. `limits` are its values for infinities and NaN, if they
    do not depend on an attribute or a choice. Its constants may be those of a type with this unit; `exponent` is the largest
    intermediate one.
    """

    def answers(fmt, xs, node):
        if any(isinstance(x, str) and x != MINUS_ZERO for x in xs):
            known = limits.get(xs[0]) if len(xs) == 1 else None
            return ([], ANYTHING) if known is None else ([known], Allowed(known))
        xs = [0 if x == MINUS_ZERO else x for x in xs]
        right, exact = f.rounded(lambda numbers: compute(node, *numbers), fmt, tuple(x * fmt.unit for x in xs))
        grown = exponent(*[abs(x * fmt.unit) for x in xs])
        return ([] if right is None or right in ZEROS else [right]), within(fmt, exact, xs, unit, grown)

    return answers


def rectified(fmt, x, slope):
    """x, and its product with a slope below zero, rounded once; a slope of another type may have been brought to this one."""
    if x == NAN or not less(x, 0):
        return [x], Allowed(x)
    slopes = [slope] if isinstance(slope, str) else [fmt.below(slope), slope, fmt.above(slope)]
    ends = [multiply(fmt, x, each) for each in slopes]
    if len(set(ends)) > 1 and is_plain(x):  # then both neighbours of the exact value are accepted, too
        exact = x * slope * fmt.unit
        ends += [fmt.below(exact), fmt.above(exact)]
    if is_flushed(fmt, [], ends):
        return [], ANYTHING
    numbers = [0 if end == MINUS_ZERO else end for end in ends if end not in (NAN, INF, MINUS_INF)]
    intervals = [(min(numbers), max(numbers))] if numbers else []
    return ends[:1] * (len(set(ends)) == 1), Allowed(*ends, intervals=intervals)


def thresholded(fmt, xs, node):
    """x above a threshold, else a zero."""
    (x,) = xs
    if less(Fraction(attribute(node, "alpha", 1)) / fmt.unit, x):
        return [x], Allowed(x)
    return [], Allowed(*ZEROS)


def attribute(node, name, default):
    from struct import pack, unpack

    return f.Decimal(node.attributes.get(name, unpack("f", pack("f", default))[0]))


def negative(kernel):
    return lambda node, x: kernel(node, x) if x < 0 else x


def alpha(default):
    return lambda node: attribute(node, "alpha", default)


def sigmoid(x):
    return 1 / (1 + f.exp(-x))


def softplus(x):
    return f.log1p(f.exp(x)) if x < 0 else x + f.log1p(f.exp(-x))


def selu(alpha, gamma):
    def scaled(node, x):
        return attribute(node, "gamma", gamma) * (x if x > 0 else attribute(node, "alpha", alpha) * f.expm1(x))

    return formula(scaled)


def gelu(node, x):
    if node.attributes.get("approximate") == "tanh":
        z = (2 / f.pi()).sqrt() * (x + f.Decimal("0.044715") * x**3)
        return x / (1 + f.exp(-2 * z))
    return x / 2 * f.one_plus_erf(x / f.Decimal(2).sqrt())


HALF_PI, PI, ONE, MINUS_ONE = (lambda: f.pi() / 2), f.pi, (lambda: f.Decimal(1)), (lambda: f.Decimal(-1))
ends = lambda low, high: {MINUS_INF: low, INF: high, NAN: NAN}  # noqa: E731
minus = lambda g: lambda: -g()  # noqa: E731

FLOATS = {
    "Add": exactly(add), "Sub": exactly(subtract), "Mul": exactly(multiply), "Div": exactly(divide),
    "Neg": exactly(negate), "Abs": exactly(magnitude), "Sqrt": exactly(root),
    "Reciprocal": exactly(lambda fmt, x: divide(fmt, int(1 / fmt.unit), x)),
    "Ceil": exactly(integral(math.ceil)), "Floor": exactly(integral(math.floor)), "Round": exactly(integral(round)),
    "Max": extremum(max), "Min": extremum(min), "Sum": total, "Mod": remainder, "Sign": sign,
    "Relu": lambda fmt, xs, node: extremum(max)(fmt, [*xs, 0], node), "ThresholdedRelu": thresholded,
    "LeakyRelu": lambda fmt, xs, node: rectified(fmt, *xs, Fraction(attribute(node, "alpha", 0.01)) / fmt.unit),
    "PRelu": lambda fmt, xs, node: rectified(fmt, *xs),
    "Exp": function(f.exp, of_exponential, ends(0, INF)), "Log": function(f.log, THREE, {**ends(NAN, INF), 0: MINUS_INF}, lambda x: x > 0),
    "Sin": function(lambda x: f.sin_cos(x)[0], FOUR, ends(NAN, NAN), odd=True),
    "Cos": function(lambda x: f.sin_cos(x)[1], FOUR, ends(NAN, NAN)),
    "Tan": function(lambda x: (lambda s, c: s / c)(*f.sin_cos(x)), FIVE, ends(NAN, NAN), odd=True),
    "Asin": function(f.asin, FOUR, ends(NAN, NAN), lambda x: abs(x) <= 1, odd=True),
    "Acos": function(f.acos, FOUR, ends(NAN, NAN), lambda x: abs(x) <= 1),
    "Atan": function(f.atan, FIVE, ends(minus(HALF_PI), HALF_PI), odd=True),
    "Sinh": function(f.sinh, FOUR, ends(MINUS_INF, INF), odd=True), "Cosh": function(f.cosh, FOUR, ends(INF, INF)),
    "Tanh": function(f.tanh, OF_TANH, ends(MINUS_ONE, ONE), odd=True),
    "Asinh": function(f.asinh, FOUR, ends(MINUS_INF, INF), odd=True),
    "Acosh": function(f.acosh, FOUR, ends(NAN, INF), lambda x: x >= 1),
    "Atanh": function(f.atanh, FIVE, {**ends(NAN, NAN), 1: INF, -1: MINUS_INF}, lambda x: abs(x) < 1, odd=True),
    "Erf": function(f.erf, SIXTEEN, ends(MINUS_ONE, ONE), odd=True),
    "Sigmoid": formula(lambda node, x: sigmoid(x)), "Softplus": formula(lambda node, x: softplus(x), ends(0, INF)),
    "Softsign": formula(lambda node, x: x / (1 + abs(x)), ends(NAN, NAN)),
    "Mish": formula(lambda node, x: x * f.tanh(softplus(x)), ends(NAN, INF)),
    "Elu": formula(negative(lambda node, x: attribute(node, "alpha", 1) * f.expm1(x))),
    "Celu": formula(negative(lambda node, x: attribute(node, "alpha", 1) * f.expm1(x / attribute(node, "alpha", 1))), {}),
    "Selu": selu(1.67326319217681884765625, 1.05070102214813232421875), "Selu-1": selu(1.6732, 1.0507),
    "HardSigmoid": formula(lambda node, x: max(f.Decimal(0), min(f.Decimal(1), attribute(node, "alpha", 0.2) * x + attribute(node, "beta", 0.5))), {}),
    "HardSwish": formula(lambda node, x: x * max(0, min(6, x + 3)) / 6, ends(NAN, INF), FLOAT32),
    # erf(-∞) may differ from -1 by its accuracy; then -∞ times the rest is not NaN
    "Gelu": formula(gelu, {INF: INF, NAN: NAN}, FLOAT32, lambda x: 2 * x + x**3 / 12),
    "Swish": formula(lambda node, x: x * sigmoid(attribute(node, "alpha", 1) * x), exponent=lambda x: 2 * x),
    "SwiGLU": formula(lambda node, x, y: x * sigmoid(attribute(node, "alpha", 1) * x) * y, exponent=lambda x, y: 2 * x),
    "Mean": formula(lambda node, *xs: sum(xs) / len(xs), exponent=lambda *xs: math.log(int(sum(xs)) + 1)),
}  # fmt: skip


def stored(compute, refused=lambda *xs: False):
    """Integers, wrapped or clamped where they leave the type."""

    def answers(fmt, xs, node):
        if refused(*xs):
            return [], ANYTHING
        value = compute(*xs)
        both = [fmt.wrap(value), fmt.clamp(value)]
        return both, Allowed(*both)

    return answers


def by_zero(x, y):
    return y == 0


def truncated(x, y):
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def modulo(fmt, xs, node):
    x, y = xs
    if y == 0:
        return [], ANYTHING
    value = x - y * truncated(x, y) if node.attributes.get("fmod", 0) else x % y
    return [value], Allowed(value)


def shifted(fmt, xs, node):
    x, count = xs
    left = node.attributes["direction"] == "LEFT"
    inside = 0 <= count < fmt.bits
    value = fmt.wrap(x << count) if left and inside else x >> count if inside else -1 if x < 0 and not left else 0
    return [value], Allowed(value)


INTEGERS = {
    "Add": stored(lambda x, y: x + y), "Sub": stored(lambda x, y: x - y), "Mul": stored(lambda x, y: x * y),
    "Div": stored(truncated, by_zero), "Mod": modulo, "Neg": stored(lambda x: -x), "Abs": stored(abs),
    "Max": stored(lambda *xs: max(xs)), "Min": stored(lambda *xs: min(xs)), "Relu": stored(lambda x: max(x, 0)),
    "Sign": stored(lambda x: (x > 0) - (x < 0)), "BitShift": shifted,
    "BitwiseAnd": stored(and_), "BitwiseOr": stored(or_), "BitwiseXor": stored(xor), "BitwiseNot": lambda fmt, xs, node: (
        lambda value: ([value], Allowed(value)))(fmt.wrap(~xs[0])),
    "Pow": stored(lambda x, y: x**y, lambda x, y: y < 0),
    "PRelu": stored(lambda x, slope: x if x >= 0 else slope * x),
}  # fmt: skip


def truth(compare):
    def answers(fmt, xs, node):
        value = int(bool(compare(*xs)))
        return [value], Allowed(value)

    return answers


TRUTHS = {
    "Equal": truth(lambda x, y: x == y if isinstance(x, bytes) else equal(x, y)),
    "Greater": truth(lambda x, y: less(y, x)), "Less": truth(less),
    "GreaterOrEqual": truth(lambda x, y: less(y, x) or equal(x, y)), "LessOrEqual": truth(lambda x, y: less(x, y) or equal(x, y)),
    "And": truth(and_), "Or": truth(or_), "Xor": truth(xor), "Not": truth(lambda x: not x), "IsNaN": truth(lambda x: x == NAN),
    "IsInf": lambda fmt, xs, node: truth(lambda x: x == INF and node.attributes.get("detect_positive", 1)
                                         or x == MINUS_INF and node.attributes.get("detect_negative", 1))(fmt, xs, node),
}  # fmt: skip
OPERATORS = {*FLOATS, *INTEGERS, *TRUTHS, "Where"}


def strides(dims, out):
    """The strides of an operand along each dimension of the output."""
    found, stride = [], 1
    for size in reversed(dims):
        found.insert(0, 0 if size == 1 else stride)
        stride *= size
    return [0] * (len(out) - len(dims)) + found


def placed(model, shapes):
    """The shapes of all operands, each with as many dimensions as the output: before opset 7 by axis or channel."""
    first, attributes = shapes[0], model.node.attributes
    if len(shapes) != 2 or model.opset >= 7 or model.node.op in ("Max", "Min", "Sum", "Mean"):
        return shapes
    second = shapes[1]
    if math.prod(second) == 1:
        return [first, []]
    axis = 1 if model.node.op == "PRelu" else attributes.get("axis", len(first) - len(second))
    return [first, second + [1] * (len(first) - axis - len(second))]


def elements(model, operands):
    """The dims of the output, and for each of its elements the operands that meet there."""
    shapes = placed(model, [dims for dims, _ in operands])
    rank = max(map(len, shapes))
    padded = [[1] * (rank - len(dims)) + list(dims) for dims in shapes]
    out = [next((size for size in sizes if size != 1), 1) for sizes in zip(*padded)]
    steps = [strides(dims, out) for dims in shapes]
    values = [list(each) for _, each in operands]

    def meeting():
        for place in product(*map(range, out)):
            yield [each[sum(at * step for at, step in zip(place, own))] for each, own in zip(values, steps)]

    return out, meeting()


def is_flushed(fmt, xs, right):
    """Whether numbers below the normal range occur, which may be read as zeros."""
    normal = 1 << fmt.p - 1  # also numbers that are rounded up to it, and quotients that are rounded to zero
    return any(not isinstance(x, str) and 0 < abs(x) <= normal for x in [*xs, *right]) or any(x in ZEROS for x in right)


def answers(model, fmt, xs):
    """The values that must be accepted for one element, and the set of those that may be."""
    node = model.node
    if node.op == "Where":
        value = xs[1] if xs[0] else xs[2]
        return [value], Allowed(value)
    if node.op in TRUTHS:
        right, allowed = TRUTHS[node.op](fmt, xs, node)
        return right, (ANYTHING if isinstance(fmt, Float) and is_flushed(fmt, xs, []) else allowed)
    if isinstance(fmt, Integer):
        return INTEGERS[node.op](fmt, xs, node) if node.op in INTEGERS else ([], ANYTHING)
    op = f"{node.op}-1" if model.opset < 6 and f"{node.op}-1" in FLOATS else node.op
    right, allowed = FLOATS[op](fmt, xs, node)
    return right, (ANYTHING if is_flushed(fmt, xs, right) else allowed)

"""Clip, Shrink and Pow, whose operands and attributes are bounds and exponents; elements.py has the others."""

import math
from fractions import Fraction

import functions as f
from answers import ANYTHING, Allowed
from elements import ZEROS, add, attribute, equal, from_float, is_plain, less, ulps
from formats import FORMATS, INF, MINUS_INF, NAN, Float


def clip(model, fmt, xs):
    """max(min) of a number and the given bounds; before opset 11 these are attributes."""
    x, *given = xs
    inputs, attributes = model.node.inputs[1:], model.node.attributes
    left = iter(given)
    low, high = [next(left) if name else None for name in [*inputs, "", ""][:2]]
    narrow = FORMATS["float32"]
    single = fmt.units(narrow.below(narrow.top) * narrow.unit) if isinstance(fmt, Float) and fmt.bits == 64 else 0
    if model.opset < 11:
        low, high = [fmt.round(fmt.units(attributes[name])) if name in attributes else None for name in ("min", "max")]
    if x == NAN:
        return [NAN], ANYTHING
    if low is not None and high is not None and less(high, low):
        return ([high], Allowed(high)) if model.opset >= 13 else ([], Allowed(low, high))
    value = low if low is not None and less(x, low) else high if high is not None and less(high, x) else x
    if value in ZEROS and any(bound in ZEROS for bound in (low, high) if bound is not None):
        return [], Allowed(*ZEROS)
    # an absent bound may be the end of the type, and in old versions of float32
    allowed = Allowed(value)
    if isinstance(fmt, Float) and value in (INF, MINUS_INF):
        ends = [fmt.below(fmt.top), *([single] if single and model.opset < 11 else [])]
        ends = [end if value == INF else -end for end in ends]
        if 6 <= model.opset < 11 and fmt.bits > 16:  # the default of the attribute is a number
            return ends, Allowed(*ends)
        allowed = Allowed(value, *ends)
    elif single and model.opset < 11 and not isinstance(value, str) and abs(value) > single:
        return [value], ANYTHING
    return [value], allowed


def shrink(model, fmt, xs):
    """A number moved by the bias towards zero beyond ±lambd, else a zero; attributes may have been rounded to the type."""
    (x,) = xs
    limit, bias = [Fraction(attribute(model.node, *each)) for each in (("lambd", 0.5), ("bias", 0))]
    if not isinstance(fmt, Float):
        if bias.denominator != 1 or limit < 0:
            return [], ANYTHING
        value = x - bias if x > limit else x + bias if x < -limit else 0
        both = [fmt.wrap(int(value)), fmt.clamp(int(value))]
        return both, Allowed(*both)
    limit, bias = limit / fmt.unit, bias / fmt.unit
    if limit < 0 or any(equal(abs(x), near) for near in (fmt.below(limit), fmt.above(limit)) if is_plain(x) and near != limit):
        return [], ANYTHING
    if x == NAN or not (less(limit, x) or less(x, -limit)):
        return [], Allowed(*ZEROS)
    toward = -1 if less(0, x) else 1
    ends = [add(fmt, x, toward * each) for each in (fmt.below(bias), bias, fmt.above(bias))]
    numbers = [0 if end in ZEROS else end for end in ends if end not in (INF, MINUS_INF)]
    return ends[:1] * (len(set(ends)) == 1), Allowed(*ends, intervals=[(min(numbers), max(numbers))] if numbers else [])


# OpenCL, full profile, and the error of storing if the unit changes within that
OF_POWER = ulps(17, 5)
SMALL = Fraction(1, 1 << 14)  # smaller exponents may be subnormal in their own type


def is_odd(y):
    return not isinstance(y, str) and y.denominator == 1 and y % 2 == 1


def of_specials(x, y):
    """A power of floats as in C, if one of them is zero, infinite or NaN, or if the base is 1."""
    if y == 0 or x == 1:
        return 1.0
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if math.isinf(y):
        return 1.0 if abs(x) == 1 else math.inf if (abs(x) > 1) == (y > 0) else 0.0
    odd = y.is_integer() and y % 2 == 1
    size = 0.0 if (x == 0) == (y > 0) else math.inf
    return math.copysign(size, x) if odd else size


def power(model, fmt, xs):
    """xʸ with an exponent of any type. For integers: the power, wrapped or clamped, unless it is computed through floats."""
    x, y = xs
    if not isinstance(fmt, Float):
        if isinstance(y, str) or y.denominator != 1 or y < 0:
            return [], ANYTHING
        value = x ** int(y)
        both = [fmt.wrap(value), fmt.clamp(value)]
        return both, Allowed(*both) if abs(value) < 1 << 24 else ANYTHING
    if not isinstance(y, str) and y and (abs(y) < SMALL or fmt.nearest(y / fmt.unit) != y / fmt.unit):
        return [], ANYTHING  # the exponent may be flushed, or rounded to the type of the base
    of = {NAN: math.nan, INF: math.inf, MINUS_INF: -math.inf, "-0": -0.0}
    number = of[x] if isinstance(x, str) else x * fmt.unit
    if isinstance(y, str) or isinstance(number, float) or y == 0 or number in (0, 1):
        value = from_float(fmt, of_specials(float(number), of[y] if isinstance(y, str) else float(y)))
        return [value], Allowed(value)
    if number < 0 and y.denominator != 1:
        return [NAN], Allowed(NAN)
    sign = -1 if number < 0 and is_odd(y) else 1
    right, exact = f.rounded(lambda both: sign * f.exp(both[1] * f.log(abs(both[0]))), fmt, (number, y))
    if right is None or abs(number) == 1:
        right = sign * int(1 / fmt.unit) if abs(number) == 1 else None
    return [] if right is None or right in ZEROS else [right], OF_POWER(fmt, exact)


OPERATORS = {"Clip": clip, "Shrink": shrink, "Pow": power}

"""Casts, and numbers in units of a scale: for every element the right and the allowed values, as in answers.py."""

from fractions import Fraction
from math import ceil, trunc

import elements
from answers import ANYTHING, Allowed
from formats import CODES, FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN, Float, PowersOfTwo, Small
from moves import Array, every, offset, patterns, replaced, values  # noqa: F401
from onnx_files import STRING

NAMES = {"FLOAT": "float32", "DOUBLE": "float64"}
WORDS = {"inf": INF, "+inf": INF, "-inf": MINUS_INF, "nan": NAN}
INFINITE = (INF, MINUS_INF)


def real(fmt, x):
    """A number itself, not in units: a fraction, or the word for an infinity or NaN."""
    return x if isinstance(x, str) else x * fmt.unit


def only(value):
    return [value], Allowed(value)


def read(text):
    """The number that a string represents."""
    word = WORDS.get(text.lower())
    number = word or Fraction(text)
    return MINUS_ZERO if number == 0 and text.startswith("-") else number


def is_negative(x):
    return x in (MINUS_INF, MINUS_ZERO) or not isinstance(x, str) and x < 0


def to_float(fmt, x):
    if x in (NAN, MINUS_ZERO, *INFINITE):
        return only(x)
    return only(fmt.nearest(x / fmt.unit))


def to_small(fmt, x, saturates, opset):
    """The tables of Cast: x is rounded to the mantissa of the type, and is then in its range or not."""
    if x == NAN:
        # float4.md has the largest number for NaN, and the official vectors -0
        return only(NAN) if fmt.has_nan else ([fmt.largest], ANYTHING)
    sign = -1 if is_negative(x) else 1
    size = INF if x in INFINITE else 0 if x == MINUS_ZERO else fmt.rounded(abs(x) / fmt.unit)
    if size == 0:
        return only(MINUS_ZERO if sign < 0 and fmt.has_minus_zero else 0)
    if size != INF and size <= fmt.largest:
        return only(sign * size)
    if saturates or not fmt.has_nan:
        # below 24 the tables have NaN for infinities in types with one zero
        is_open = size == INF and opset < 24 and fmt.has_nan and not fmt.has_minus_zero
        return [sign * fmt.largest], Allowed(sign * fmt.largest, *[NAN] * is_open)
    return only((INF if sign > 0 else MINUS_INF) if fmt.has_infinity else NAN)


def to_power(fmt, x, saturates, mode):
    """The table of float8e8m0; it does not define negative numbers."""
    if x == NAN:
        return only(NAN)
    if is_negative(x):
        return [], ANYTHING
    if x == INF:
        return only(fmt.largest if saturates else NAN)
    units = x / fmt.unit
    below = 1
    while below * 2 <= units:
        below *= 2
    between = Fraction(units) - below
    goes_up = between > 0 and (mode == "up" or mode == "nearest" and 2 * between >= below)
    power = below * 2 if goes_up else below
    if units < 1 or power > fmt.largest:
        return only(min(power, fmt.largest) if saturates else NAN)
    return only(power)


def to_integer(fmt, x, is_exact):
    """Integers lose high bits. Floats have a rule only within the range, and for few bits only if they are integral."""
    x = 0 if x == MINUS_ZERO else x
    if isinstance(x, str):
        return [], ANYTHING
    if is_exact:
        return only(fmt.wrap(x))
    whole = trunc(x)
    if fmt.bits < 8:
        return ([], ANYTHING) if whole != x else ([fmt.wrap(whole)], Allowed(fmt.wrap(whole), fmt.clamp(whole)))
    return only(whole) if fmt.least <= x <= fmt.greatest else ([], ANYTHING)


def converted(fmt, x, is_exact, call):
    """A number in another type; exact are integers and truth values."""
    saturates = call.attribute("saturate", 1)
    if isinstance(fmt, PowersOfTwo):
        return to_power(fmt, x, saturates, call.attribute("round_mode", "up"))
    if isinstance(fmt, Small):
        return to_small(fmt, x, saturates, call.opset)
    if isinstance(fmt, Float):
        return to_float(fmt, x)
    if fmt.bits == 1:
        return only(int(x not in (0, MINUS_ZERO)))
    return to_integer(fmt, x, is_exact)


def target(call):
    if call.node.op == "CastLike":
        return call[1].code
    to = call.attribute("to")
    names = {name: code for code, name in CODES.items()}
    return names[NAMES.get(to, to.lower())] if isinstance(to, str) else to


def cast(call):
    x, code = call[0], target(call)
    if x.code == STRING:
        known, is_exact = [read(item.decode()) for item in x.items], False
    else:
        own = FORMATS[CODES[x.code]]
        known, is_exact = [real(own, value) for value in values(x)], not isinstance(own, Float)
    if code == STRING:
        return [Array(code, x.dims, known)]
    fmt = FORMATS[CODES[code]]
    cache = {value: converted(fmt, value, is_exact, call) for value in set(known)}
    return [Array(code, x.dims, [cache[value] for value in known])]


def scales(call):
    """The index of the scale and zero point of each element of the data."""
    dims, own = call[0].dims, call[1].dims
    if not own:
        return lambda place: 0
    axis, block = call.attribute("axis", 1) % len(dims), call.attribute("block_size", 0)
    if not block:
        return lambda place: place[axis]
    return lambda place: offset(replaced(place, axis, place[axis] // block), own)


def reals(array):
    fmt = FORMATS[CODES[array.code]]
    return [real(fmt, x) for x in values(array)]


def in_type(fmt, x):
    return x if isinstance(x, str) else real(fmt, fmt.nearest(x / fmt.unit))


def ratio(x, y):
    """A quotient of numbers, infinities or NaN, not rounded."""
    if elements.is_plain(x) and elements.is_plain(y):
        return x / Fraction(y)
    floats = [elements.TO_FLOAT[z] if isinstance(z, str) else float((z > 0) - (z < 0)) for z in (x, y)]
    quotient = elements.quotient(*floats)
    return NAN if quotient != quotient else {float("inf"): INF, -float("inf"): MINUS_INF}.get(quotient, 0)


def precision(call):
    """The type of the division: that of the scale, or the named one; none for integers and powers of two."""
    fmt = FORMATS[CODES[call.attribute("precision", 0) or call[1].code]]
    return fmt if isinstance(fmt, Float) and not isinstance(fmt, Small) else None


def quantize(call):
    x, scale, zero = call[0], reals(call[1]), reals(call[2]) if call[2] is not None else None
    code = call[2].code if call[2] is not None else call.attribute("output_dtype", 0) or 2
    fmt, of, divides = FORMATS[CODES[code]], scales(call), precision(call)

    def stored(q, at_zero):
        if isinstance(fmt, Float):
            return to_small(fmt, q, call.attribute("saturate", 1), call.opset)[0]
        if q == NAN:
            return None
        whole = {INF: fmt.greatest + 1 - fmt.least, MINUS_INF: fmt.least - 1 - fmt.greatest}[q] if q in INFINITE else round(q)
        return [fmt.clamp(whole + at_zero)]

    def item(value, place):
        at = of(place)
        at_zero = zero[at] if zero and not isinstance(fmt, Float) else 0
        exact = ratio(value, scale[at])
        quotients = [exact]
        if divides:
            quotients = [in_type(divides, ratio(in_type(divides, value), in_type(divides, scale[at]))), in_type(divides, exact), exact]
        found = [stored(q, at_zero) for q in quotients]
        if None in found:
            return [], ANYTHING
        return found[0], Allowed(*[value for each in found for value in each], *open_(quotients))

    def open_(quotients):
        is_open = isinstance(fmt, Small) and call.opset < 24 and not fmt.has_minus_zero and any(q in INFINITE for q in quotients)
        return [NAN] * (is_open and call.attribute("saturate", 1))

    return [Array(code, x.dims, [item(value, place) for value, place in zip(reals(x), every(x.dims))])]


def dequantize(call):
    x, scale, zero = call[0], reals(call[1]), reals(call[2]) if call[2] is not None else None
    code = call.attribute("output_dtype", 0) or call[1].code
    fmt, of = FORMATS[CODES[code]], scales(call)

    def item(value, place):
        at = of(place)
        difference = value - zero[at] if zero and not isinstance(value, str) and zero[at] != MINUS_ZERO else value
        if isinstance(difference, str) or isinstance(scale[at], str) or 0 in (difference, scale[at]):
            product = elements.multiply(fmt, *[z if isinstance(z, str) else fmt.nearest(z / fmt.unit) for z in (difference, scale[at])])
            return [product], ANYTHING if product in elements.ZEROS else Allowed(product)
        stored = [in_type(fmt, difference), in_type(fmt, scale[at])]
        ends = [
            elements.multiply(fmt, *[z if isinstance(z, str) else z / fmt.unit for z in stored]),
            fmt.nearest(difference * scale[at] / fmt.unit),
            elements.multiply(fmt, Fraction(difference) / fmt.unit, *[z if isinstance(z, str) else z / fmt.unit for z in stored[1:]]),
        ]
        if stored != [difference, scale[at]]:
            # factors that the type lacks may be stored in any rounding, and both neighbours of the true value are accepted
            near = lambda z: [toward(z / fmt.unit) * fmt.unit for toward in (fmt.below, fmt.above)]
            ends += [fmt.nearest(one * other / fmt.unit) for one in near(difference) for other in near(scale[at])]
            ends += [z / fmt.unit for z in near(difference * scale[at])]
        if elements.is_flushed(fmt, [], ends):
            return ends[:1], ANYTHING
        plain = [0 if end == MINUS_ZERO else end for end in ends if end not in (NAN, *INFINITE)]
        return ends[:1], Allowed(*ends, intervals=[(min(plain), max(plain))] if plain else [])

    return [Array(code, x.dims, [item(value, place) for value, place in zip(reals(x), every(x.dims))])]


def dynamically(call):
    """The exact answer: packs have no ranges for outputs that depend on each other."""
    float32, uint8 = FORMATS["float32"], FORMATS["uint8"]
    xs = [0 if x == MINUS_ZERO else x for x in reals(call[0])]
    least, greatest = min([0, *xs]), max([0, *xs])
    scale = in_type(float32, Fraction(greatest - least) / 255)
    units = lambda x: round(in_type(float32, x / Fraction(scale))) if scale else 0
    zero = uint8.clamp(units(-least))
    return [
        Array(2, call[0].dims, [uint8.clamp(units(x) + zero) for x in xs]),
        Array(1, [], [float32.pattern(int(scale / float32.unit))]),
        Array(2, [], [zero]),
    ]


OPERATORS = {"DynamicQuantizeLinear": dynamically, "Cast": cast, "CastLike": cast, "QuantizeLinear": quantize, "DequantizeLinear": dequantize}

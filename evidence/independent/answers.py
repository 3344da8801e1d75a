"""
The answers of each operator for one slice: values that must be accepted, and a set that contains all values that may be.

The set is wider than any evaluation in the type or a more precise one, in any order: the bounds are theorems. u is the unit
roundoff. Numbers are counted in units of the type, so that half a unit bounds the loss of a result by underflow.
"""

from fractions import Fraction
from math import ceil, floor, isqrt, trunc

from formats import FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN, Float, Integer


class Allowed:
    """Intervals of finite values, both ends included, and values that are not finite or minus zero."""

    def __init__(self, *values, intervals=()):
        self.specials = {value for value in values if isinstance(value, str)}
        self.intervals = [(v, v) for v in values if not isinstance(v, str)] + list(intervals)

    def __contains__(self, value):
        return value in self.specials if isinstance(value, str) else any(lo <= value <= hi for lo, hi in self.intervals)

    def holds(self, first, last, fmt):
        """True if a whole range is inside."""
        if first in (MINUS_INF, INF) or last in (MINUS_INF, INF):
            ends = [value for value in (first, last) if not isinstance(value, str)]
            return first in self and last in self and all(value in self for value in ends)
        lo, hi = (0 if value == MINUS_ZERO else value for value in (first, last))
        has_minus_zero = MINUS_ZERO in (first, last) or lo < 0 <= hi and isinstance(fmt, Float)
        finite = any(a <= lo and hi <= b for a, b in self.intervals) or first == last == MINUS_ZERO
        return finite and (not has_minus_zero or MINUS_ZERO in self.specials)


ANYTHING = None


def root(square):
    """The root of an integer: exact, or a number on the same side of every integer and every half."""
    low = isqrt(square)
    return low if low * low == square else low + Fraction(1 if square - low * low <= low else 3, 4)


def numbers(terms):
    """Terms with zeros of no sign."""
    return [0 if term == MINUS_ZERO else term for term in terms]


def infinite(terms):
    """The sum of terms, some of them not finite: NaN, or the only infinity."""
    kinds = {term for term in terms if term in (NAN, INF, MINUS_INF)}
    return kinds.pop() if len(kinds) == 1 else NAN


def reaches(fmt, terms):
    """True if additions of these, all of one sign, can overflow in some order."""
    size, n = sum(map(abs, terms)), len(terms)
    return size * (1 + (n - 1) * fmt.u) >= fmt.overflow if n else False


def overflows(fmt, terms):
    """The infinities that additions can reach: terms of the other sign only keep a partial sum away. NaN needs both."""
    found = [value for value, sign in ((INF, 1), (MINUS_INF, -1)) if reaches(fmt, [t for t in terms if t * sign > 0])]
    return found + [NAN] * (len(found) == 2)


def around(fmt, exact, low, high):
    """The values of the type in an interval, and both neighbours of the exact value."""
    return min(fmt.above(low), fmt.below(exact)), max(fmt.below(high), fmt.above(exact))


def on_a_grid(fmt, terms):
    """True if no partial sum rounds, in any order: all are multiples of one power of two that p bits can count."""
    size, bits = sum(map(abs, terms)), 0
    for term in terms:
        bits |= abs(term)
    return size < fmt.overflow and size <= (bits & -bits) << fmt.p


# each function below maps (format, terms) to (values that must be accepted, Allowed or ANYTHING)


def float_sum(fmt, terms):
    if any(term in (NAN, INF, MINUS_INF) for term in terms):
        value = infinite(terms)
        finite = [term for term in terms if not isinstance(term, str)]
        opposite = INF if value == MINUS_INF else MINUS_INF
        return [value], Allowed(value, *([NAN] if value != NAN and opposite in overflows(fmt, finite) else []))
    if terms and all(term == MINUS_ZERO for term in terms):
        return [0, MINUS_ZERO], Allowed(0, MINUS_ZERO)
    terms = [term for term in numbers(terms) if term]
    n, exact, size = len(terms), sum(terms), sum(map(abs, terms))
    right = fmt.round(exact)
    if n <= 2 or on_a_grid(fmt, terms):
        return [right], Allowed(right)  # one rounding; rounding to a wider type first does not change it (Figueroa 1995)
    error = (n - 1) * size >> fmt.p  # Jeannerod and Rump 2013
    low, high = around(fmt, exact, exact - error, exact + error)
    if exact == size:
        low = max(low, max(terms))  # rounding is monotone
    if exact == -size:
        high = min(high, min(terms))
    return [right], Allowed(*overflows(fmt, terms), intervals=[(low, high)])


def float_mean(fmt, terms):
    if not terms:
        return [], ANYTHING
    if any(term in (NAN, INF, MINUS_INF) for term in terms):
        return float_sum(fmt, terms)
    given, terms, n, u = terms, numbers(terms), len(terms), fmt.u
    total, size, exact = sum(terms), sum(map(abs, terms)), Fraction(sum(terms), n)
    right = fmt.round(exact)
    if n == 1 or not size:
        return float_sum(fmt, given)
    nonzero = [term for term in terms if term]
    added, half, steps = (len(nonzero) - 1) * u, Fraction(1, 2), n + 3 + 2 * n.bit_length()  # more than n + 1 + 2 (1 + ln n)
    errors = (
        ((1 + u) ** 2 * (1 + added) - 1) * Fraction(size, n) + half,  # the sum, times a rounded reciprocal or divided
        steps * u * (1 + 2 * steps * u) * Fraction(size, n) + n * half,  # a running mean, as in docs/proofs.md
    )
    # the sum of quotients, each of which lies between its neighbours
    quotients = [(fmt.below(Fraction(term, n)), fmt.above(Fraction(term, n))) for term in terms]
    least, most = (sum(ends) for ends in zip(*quotients))
    error = added * sum(max(map(abs, ends)) for ends in quotients)
    low, high = around(fmt, exact, min(exact - max(errors), least - error), max(exact + max(errors), most + error))
    specials = set(overflows(fmt, terms))
    if 2 * max(map(abs, terms)) * (1 + n * u) >= fmt.overflow and min(terms) < 0 < max(terms):
        specials |= {INF, MINUS_INF, NAN}  # the difference of a term and a running mean
    bits = 0
    for term in nonzero:
        bits |= abs(term)
    if low < 0 and 2 * (bits & -bits) * (1 - u) <= n or all(term == MINUS_ZERO for term in given):
        specials.add(MINUS_ZERO)  # a negative quotient that underflows
    if right == 0 and total < 0:
        right = MINUS_ZERO
    return [right], Allowed(*specials, intervals=[(low, high)])


def squares(fmt, terms):
    """
    The possible sums of squares before they are stored: low, high, exact, in units of the square of the unit; and the magnitudes.
    The error of a square is at most u of the square plus half a unit, and at most the square itself.
    """
    terms = [abs(term) for term in numbers(terms) if term]
    exact = [term * term for term in terms]
    lost = min(1 << fmt.scale - 1, max(exact, default=0))
    errors = sum(ceil_shift(square, fmt.p) + lost for square in exact)
    high, low = sum(exact) + errors, sum(exact) - errors
    added = ceil_shift(max(0, len(terms) - 1) * high, fmt.p)
    return max(low - added, 0), high + added, sum(exact), terms


def ceil_shift(value, bits):
    return -(-value >> bits)


def float_sum_square(fmt, terms):
    if any(term in (NAN, INF, MINUS_INF) for term in terms):
        value = NAN if NAN in terms else INF
        return [value], Allowed(value)
    low, high, exact, terms = squares(fmt, terms)
    right = fmt.round_scaled(exact)
    if len(terms) <= 1 or all(square & (1 << fmt.scale) - 1 == 0 for square in (t * t for t in terms)) and on_a_grid(
        fmt, [t * t >> fmt.scale for t in terms]
    ):
        return [right], Allowed(right)
    in_units = [Fraction(value, 1 << fmt.scale) for value in (exact, low, high)]
    first, last = around(fmt, *in_units)
    first = max(first, fmt.finite(fmt.round_scaled(max(terms) ** 2)))
    return [right], Allowed(*[INF] * (in_units[2] >= fmt.overflow), intervals=[(first, last)])


def float_l1(fmt, terms):
    magnitudes = {MINUS_INF: INF, MINUS_ZERO: 0}
    return float_sum(fmt, [magnitudes.get(term, term) if isinstance(term, str) else abs(term) for term in terms])


def float_l2(fmt, terms):
    if any(term in (NAN, INF, MINUS_INF) for term in terms):
        value = NAN if NAN in terms else INF
        return [value], Allowed(value)
    low, high, _, terms = squares(fmt, terms)
    if not terms:
        return [0], Allowed(0)
    total = sum(term * term for term in terms)
    steps, u = 7 * (len(terms) - 1), fmt.u
    # scaled by the largest: twelve roundings besides the additions; norms of norms: seven at each step for a square
    most = max((1 + u) ** 12 * (1 + steps * u), (1 + u) ** steps)
    least = min((1 - u) ** 12 * max(1 - steps * u, 0), (1 - u) ** steps)
    ends = [fmt.round(root(bound)) for bound in (low, high, floor(total * least), ceil(total * most))]
    # if squares underflow, a norm of norms loses one more at each step, or a unit if it does not square them
    ends.append(fmt.round(root(ceil(total * most) + 2 * len(terms) * min(1 << fmt.scale - 1, max(terms) ** 2))))
    first, last = min(map(fmt.finite, ends)) - 1, max(map(fmt.finite, ends)) + len(terms)
    if total >> fmt.scale >= len(terms) << fmt.p:
        first = max(first, fmt.below(max(terms)))  # the root of a rounded square that is normal is the number itself
    infinity, intervals = [INF] * (INF in ends or high >= fmt.overflow << fmt.scale), [(first, min(last, fmt.below(fmt.top)))]
    if fmt is FORMATS["float64"]:  # the function body casts the sum to float32 and back
        single = FORMATS["float32"]
        sums = [single.round(Fraction(bound, 1 << 2 * fmt.scale - single.scale)) for bound in (low, high)]
        infinity += [INF] * (INF in sums)
        roots = [single.round(root(single.finite(each) << single.scale)) for each in sums]
        intervals.append(tuple(each << fmt.scale - single.scale for each in roots))
    return [fmt.round(root(total))], Allowed(*infinity, intervals=intervals)


def float_extremum(best, of_nothing):
    def extremum(fmt, terms):
        if not terms:
            return [of_nothing], Allowed(of_nothing)
        order = lambda term: {MINUS_INF: -fmt.top, INF: fmt.top, MINUS_ZERO: 0}.get(term, term)
        others = [term for term in terms if term != NAN]
        values = {NAN} if NAN in terms else set()
        if others:
            found = best(others, key=order)
            values |= {0, *({MINUS_ZERO} & set(others))} if order(found) == 0 else {found}
        return sorted(values - {0} or values, key=str) if others else [NAN], Allowed(*values)

    return extremum


def integer_extremum(best, end):
    def extremum(fmt, terms):
        value = best(terms) if terms else end(fmt)
        return [value], Allowed(value)

    return extremum


def fits(fmt, terms):
    """True if no partial sum leaves the type, in any order."""
    return sum(t for t in terms if t > 0) <= fmt.greatest and sum(t for t in terms if t < 0) >= fmt.least


def integer_sum(fmt, terms):
    exact = sum(terms)
    if fits(fmt, terms):
        return [exact], Allowed(exact)
    positive, negative = sum(t for t in terms if t > 0), sum(t for t in terms if t < 0)
    # after the last saturation at an end only terms of the other sign follow
    low = fmt.clamp(min(exact, fmt.greatest + negative) if positive > fmt.greatest else exact)
    high = fmt.clamp(max(exact, fmt.least + positive) if negative < fmt.least else exact)
    return [fmt.wrap(exact), fmt.clamp(exact)], Allowed(fmt.wrap(exact), intervals=[(low, high)])


def integer_terms(change):
    """Sums of a function of each term, whose value may leave the type before it is added."""

    def total(fmt, terms):
        terms = [change(term) for term in terms]
        exact = sum(terms)
        return [fmt.wrap(exact), fmt.clamp(exact)], Allowed(exact) if fits(fmt, terms) else ANYTHING

    return total


def integer_mean(fmt, terms):
    if not terms:
        return [], ANYTHING
    n, exact = len(terms), Fraction(sum(terms), len(terms))
    _, sums = integer_sum(fmt, terms)
    u, size = FORMATS["float64"].u, sum(map(abs, terms))
    error = 0 if size < 1 / u else (n + 1) * u * Fraction(size, n) * (1 + n * u)  # sums and quotients in float64
    bases = [(exact, exact)] + [(Fraction(low, n), Fraction(high, n)) for low, high in sums.intervals]
    bounds = [(low - error, high + error) for low, high in bases]
    half = Fraction(1, 2)
    away = floor(abs(exact) + half) * (1 if exact > 0 else -1)
    right = [trunc(exact), floor(exact), round(exact), away, floor(exact + half)]
    if error and any(floor(a) < fmt.least or ceil(b) > fmt.greatest for a, b in bounds):
        return [fmt.clamp(value) for value in right], ANYTHING  # a cast of a float beyond the type
    return right, Allowed(intervals=[(fmt.clamp(floor(a)), fmt.clamp(ceil(b))) for a, b in bounds])


def integer_l2(fmt, terms):
    total = sum(term * term for term in terms)
    right = [floor(root(total)), round(root(total))]
    if total > fmt.greatest:
        return [fmt.clamp(value) for value in right], ANYTHING
    single = FORMATS["float32"].u
    spread = [floor(root(floor(total * (1 - single) ** 4))), ceil(root(ceil(total * (1 + single) ** 4)))]
    exactly = [floor(root(total)), ceil(root(total))]
    return right, Allowed(intervals=[spread if total >= 1 / single else exactly])


def index(best):
    def place(fmt, terms, model):
        if not terms:
            return [], ANYTHING
        order = lambda term: {MINUS_INF: -fmt.top, INF: fmt.top, MINUS_ZERO: 0}.get(term, term) if isinstance(term, str) else term
        numbers_at = [at for at, term in enumerate(terms) if term != NAN]
        nans = [at for at, term in enumerate(terms) if term == NAN]
        extreme = best((order(terms[at]) for at in numbers_at), default=None)
        ties = [at for at in numbers_at if order(terms[at]) == extreme]
        last = model.node.attributes.get("select_last_index", 0)
        ends = ties[:1] + ties[-1:] if model.opset < 12 else ties[-1:] if last else ties[:1]
        values = set(ends + nans[:1] + nans[-1:])
        return sorted(values), Allowed(*values)

    return place


FLOATS = {
    "ReduceSum": float_sum, "ReduceMean": float_mean, "ReduceL1": float_l1, "ReduceL2": float_l2, "ReduceSumSquare": float_sum_square,
    "ReduceMax": float_extremum(max, MINUS_INF), "ReduceMin": float_extremum(min, INF),
}  # fmt: skip
INTEGERS = {
    "ReduceSum": integer_sum, "ReduceMean": integer_mean, "ReduceL1": integer_terms(abs), "ReduceL2": integer_l2,
    "ReduceSumSquare": integer_terms(lambda term: term * term),
    "ReduceMax": integer_extremum(max, lambda fmt: fmt.least), "ReduceMin": integer_extremum(min, lambda fmt: fmt.greatest),
}  # fmt: skip
INDICES = {"ArgMax": index(max), "ArgMin": index(min)}
OPERATORS = {*FLOATS, *INDICES}


def answers(model, fmt, terms):
    """The values that must be accepted for one slice, and the set of those that may be."""
    operator = model.node.op
    if operator in INDICES:
        return INDICES[operator](fmt, terms, model)
    return (INTEGERS if isinstance(fmt, Integer) else FLOATS)[operator](fmt, terms)

"""Elementary functions with any number of digits, by libmpdec (the decimal module of Python) and by series, without MPFR."""

from decimal import Context, Decimal, getcontext, localcontext
from fractions import Fraction

FAR = 20000  # e to that power is beyond every type, as are sums and products with what is less than e^-FAR


def decimal(x):
    """A fraction whose denominator is a power of two, exactly: numbers of float64 have fewer digits than this."""
    with localcontext(prec=1200):
        return Decimal(x.numerator) / Decimal(x.denominator)


def exp(x):
    return min(max(x, Decimal(-FAR)), Decimal(FAR)).exp()


def series(x, first, step):
    """The sum of terms, each a multiple of the one before it."""
    total, term, n = first, first, 0
    while term and term.adjusted() > total.adjusted() - 2 * getcontext().prec:
        n += 1
        term = step(term, n)
        total += term
    return total


def pi():
    """Machin: π/4 = 4 atan 1/5 - atan 1/239."""
    def inverse(n):
        x = Decimal(1) / n
        total, power, k = x, x, 1
        while power.adjusted() > -getcontext().prec - 3:
            power = -power / (n * n)
            k += 2
            total += power / k
        return total

    return 4 * (4 * inverse(5) - inverse(239))


def sin_cos(x):
    """Sine and cosine of an argument that is reduced with enough digits of π."""
    digits = max(0, x.adjusted()) + 5
    with localcontext() as more:
        more.prec += digits
        half = pi() / 2
        count = (x / half).to_integral_value()
        rest = x - count * half
    s = series(rest, rest, lambda term, n: -term * rest * rest / (2 * n * (2 * n + 1)))
    c = series(rest, Decimal(1), lambda term, n: -term * rest * rest / (2 * n * (2 * n - 1)))
    return [(s, c), (c, -s), (-s, -c), (-c, s)][int(count) % 4]


def atan(x):
    """The arc tangent, by halving the angle until the series converges quickly."""
    if abs(x) > 1:
        return (pi() / 2).copy_sign(x) - atan(1 / x)
    for _ in range(6):
        x = x / (1 + (1 + x * x).sqrt())
    power, total, n = x, x, 1
    while power and power.adjusted() > x.adjusted() - getcontext().prec - 3:
        power = -power * x * x
        n += 2
        total += power / n
    return 64 * total


def asin(x):
    return (pi() / 2).copy_sign(x) if abs(x) == 1 else atan(x / ((1 - x) * (1 + x)).sqrt())


def acos(x):
    return pi() if x == -1 else 2 * atan(((1 - x) / (1 + x)).sqrt())


def cancelling(f, near_zero=True):
    """A formula that loses as many digits as its argument is small, or large. Functions like x near 0 are x where that is tiny."""

    def evaluated(x):
        if near_zero and x.adjusted() < -getcontext().prec:
            return x
        with localcontext() as more:
            more.prec += 2 * abs(x.adjusted()) + 10
            return f(x)

    return evaluated


sinh = cancelling(lambda x: (exp(x) - exp(-x)) / 2)
tanh = cancelling(lambda x: 1 - 2 / (exp(2 * x) + 1))
expm1 = cancelling(lambda x: exp(x) - 1)
log1p = cancelling(lambda x: (1 + x).ln())
asinh = cancelling(lambda x: ((abs(x) + (x * x + 1).sqrt()).ln()).copy_sign(x))
atanh = cancelling(lambda x: ((1 + x) / (1 - x)).ln() / 2)
acosh = cancelling(lambda x: (x + ((x - 1) * (x + 1)).sqrt()).ln(), near_zero=False)
log = cancelling(lambda x: x.ln(), near_zero=False)


def cosh(x):
    return (exp(x) + exp(-x)) / 2


def erf(x):
    """2/√π Σ (-1)ⁿ x^(2n+1) / (n! (2n+1)); for large arguments the terms first grow to e^(x²)."""
    if abs(x) > 40:
        return (1 - Decimal(10) ** -700).copy_sign(x)
    with localcontext() as more:
        more.prec += int(x * x) + 10
        total, term, n = x, x, 0
        while term and term.adjusted() > x.adjusted() - more.prec:
            n += 1
            term = -term * x * x / n
            total += term / (2 * n + 1)
        return 2 * total / pi().sqrt()


def one_plus_erf(x):
    with localcontext() as more:
        more.prec += int(min(x * x, Decimal(1600))) + 10
        return 1 + erf(x)


def rounded(f, fmt, x, digits=40):
    """A function of a fraction, rounded once to a format, in units; None if no tried number of digits decides the rounding."""
    while digits < 3000:
        with localcontext(Context(prec=digits, Emax=999999999, Emin=-999999999)):
            value = f(decimal(x) if isinstance(x, Fraction) else tuple(map(decimal, x)))
            if value == 0:
                return 0, Fraction(0)
            error = abs(value).scaleb(8 - digits)
            low, high = value - error, value + error
            if abs(value).adjusted() > 400:
                return fmt.round(int(fmt.top * (4 if value > 0 else -4))), Fraction(fmt.top * (4 if value > 0 else -4))
            if abs(value).adjusted() < -700:
                return (0 if value > 0 else "-0"), Fraction(0)
        ends = [fmt.nearest(Fraction(end) / fmt.unit) for end in (low, high)]
        if ends[0] == ends[1]:
            return ends[0], Fraction(value) / fmt.unit
        digits *= 3
    return None, Fraction(value) / fmt.unit

"""
Shared by rows and windows: elements whose true value is known, and the greatest error of a legal evaluation. Bounds come from
a generous forward analysis: u is the unit roundoff, n the length of a row. They do not depend on the bounds of the suite.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt

import functions as f
from answers import ANYTHING, Allowed, around
from formats import MINUS_ZERO

NOTHING = ([], ANYTHING)


def value_of(fmt, x):
    return Fraction(0) if x == MINUS_ZERO else x * fmt.unit


def near(fmt, exact, low, high):
    """An element whose true value is known: the value rounded once is right, and legal evaluations are between two numbers."""
    if high / fmt.unit >= fmt.overflow or low / fmt.unit <= -fmt.overflow:
        return NOTHING
    right = fmt.nearest(exact / fmt.unit)
    ends = around(fmt, exact / fmt.unit, low / fmt.unit - 2, high / fmt.unit + 2)
    zeros = [MINUS_ZERO] * (ends[0] <= 0 <= ends[1])
    return [right] * (right not in (0, MINUS_ZERO)), Allowed(*zeros, intervals=[ends])


def root(x, digits=240):
    """The square root of a fraction, truncated to this number of bits after its leading one."""
    shift = 2 * max(0, digits + (x.denominator.bit_length() - x.numerator.bit_length()) // 2 + 1)
    return Fraction(isqrt((x.numerator << shift) // x.denominator), 1 << shift // 2)


def power(fmt, x, y):
    """xʸ of a positive fraction, to sixty digits."""
    with localcontext(prec=60):
        return Fraction(f.exp(Decimal(y.numerator) / y.denominator * f.log(Decimal(x.numerator) / x.denominator)))


def log_of(x):
    with localcontext(prec=60):
        return Fraction(f.log(Decimal(x.numerator) / x.denominator))

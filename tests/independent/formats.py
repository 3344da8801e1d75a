"""Number formats in integers: a finite float is a multiple of its format's smallest subnormal number, its unit."""

from fractions import Fraction

NAN, INF, MINUS_INF, MINUS_ZERO = "NaN", "Infinity", "-Infinity", "-0"  # what is no integer


class NotANumber(Exception):
    """Something is written that the format does not have."""


class Float:
    def __init__(self, bits, precision):
        self.bits, self.p = bits, precision
        exponent_bits = bits - precision
        bias = (1 << exponent_bits - 1) - 1
        self.scale = bias + precision - 2
        self.unit = Fraction(1, 1 << self.scale)
        self.top = 1 << (1 << exponent_bits) - 3 + precision  # the first power of two that is too large, in units
        self.u = Fraction(1, 1 << precision)  # the unit roundoff
        # from here on values are rounded to infinity: the largest number and half of its last place
        self.overflow = self.top - (self.top >> precision + 1)

    def decode(self, raw):
        width, p = self.bits // 8, self.p
        for at in range(0, len(raw), width):
            pattern = int.from_bytes(raw[at : at + width], "little")
            fraction, exponent = pattern & (1 << p - 1) - 1, (pattern >> p - 1) & (1 << self.bits - p) - 1
            negative = pattern >> self.bits - 1
            if exponent == (1 << self.bits - p) - 1:
                yield NAN if fraction else MINUS_INF if negative else INF
                continue
            value = (fraction | 1 << p - 1) << exponent - 1 if exponent else fraction
            yield MINUS_ZERO if negative and not value else -value if negative else value

    def step(self, size):
        """The distance of neighbours at a magnitude, in units."""
        return 1 << max(0, int(size).bit_length() - self.p)

    def round(self, value):
        """To nearest, ties to even, of a number of units that is an integer or a fraction."""
        size = abs(value)
        if size >= self.overflow:
            return INF if value > 0 else MINUS_INF
        step = self.step(size)
        count = round(Fraction(size, step))  # Python rounds ties to even, too
        return -count * step if value < 0 else count * step

    def nearest(self, value):
        """The same with the sign of zero."""
        rounded = self.round(value)
        return MINUS_ZERO if rounded == 0 and value < 0 else rounded

    def round_scaled(self, value):
        """The same of an integer number of squares of the unit."""
        if value >= self.overflow << self.scale:
            return INF
        shift = self.scale + max(0, (value >> self.scale).bit_length() - self.p)
        count, rest, half = value >> shift, value & (1 << shift) - 1, 1 << shift - 1
        return count + (rest > half or rest == half and count & 1) << shift - self.scale

    def below(self, value):
        """The largest number of the format that is not above; minus the first too large power of two for want of one."""
        step = self.step(abs(value))
        floor = value // step * step
        return floor if floor < self.top else self.top - self.step(self.top - 1)

    def above(self, value):
        return -self.below(-value)

    def finite(self, value):
        """The largest number where there is an overflow to plus infinity."""
        return self.below(self.top) if value == INF else value

    def write(self, value):
        """A number as people read it."""
        return value if isinstance(value, str) else repr(float(value * self.unit))

    def read(self, written):
        """A number of a case.json."""
        if written in (NAN, INF, MINUS_INF, MINUS_ZERO):
            return written
        units = Fraction(float(written)) / self.unit
        if units.denominator != 1 or abs(units) >= self.top or units % self.step(abs(units)) != 0:
            raise NotANumber(f"{written} is none of the numbers of the format")
        return int(units)


class Integer:
    def __init__(self, bits, signed):
        self.bits, self.signed = bits, signed
        self.least, self.greatest = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

    def decode(self, raw):
        width = (self.bits + 7) // 8
        for at in range(0, len(raw), width):
            yield int.from_bytes(raw[at : at + width], "little", signed=self.signed)

    def wrap(self, value):
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if value > self.greatest else value

    def clamp(self, value):
        return min(max(value, self.least), self.greatest)

    write = staticmethod(str)

    def read(self, written):
        value = int(written)
        if not self.least <= value <= self.greatest:
            raise NotANumber(f"{written} is none of the numbers of the format")
        return value


FORMATS = {
    "float16": Float(16, 11), "bfloat16": Float(16, 8), "float32": Float(32, 24), "float64": Float(64, 53),
    **{f"{'' if signed else 'u'}int{bits}": Integer(bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False)},
    "bool": Integer(1, False),
}  # fmt: skip
CODES = {1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 9: "bool", 10: "float16",
         11: "float64", 12: "uint32", 13: "uint64", 16: "bfloat16"}  # fmt: skip

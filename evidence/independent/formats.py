"""Number formats in integers: a finite float is a multiple of its format's smallest subnormal number, its unit."""

from fractions import Fraction

NAN, INF, MINUS_INF, MINUS_ZERO = "NaN", "Infinity", "-Infinity", "-0"  # infinities, NaN and minus zero


class NotANumber(Exception):
    """Raised for a value that the format does not have."""


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

    def units(self, x):
        """A number, which may be a float, in units of the format."""
        return Fraction(x) / self.unit

    def pattern(self, value):
        """The bits of a number that the format has, other than NaN."""
        negative = value in (MINUS_INF, MINUS_ZERO) or not isinstance(value, str) and value < 0
        size = {MINUS_INF: self.top, INF: self.top, MINUS_ZERO: 0}.get(value, value) if isinstance(value, str) else abs(value)
        exponent = max(0, size.bit_length() - self.p)
        # the leading bit of a normal number, which is not stored, adds one to the exponent
        return negative << self.bits - 1 | (exponent << self.p - 1) + (size >> exponent)

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
        """The same for an integer number of squares of the unit."""
        if value >= self.overflow << self.scale:
            return INF
        shift = self.scale + max(0, (value >> self.scale).bit_length() - self.p)
        count, rest, half = value >> shift, value & (1 << shift) - 1, 1 << shift - 1
        return count + (rest > half or rest == half and count & 1) << shift - self.scale

    def below(self, value):
        """The largest number of the format that is not above; if there is none, minus the first power of two that is too large."""
        step = self.step(abs(value))
        floor = value // step * step
        return floor if floor < self.top else self.top - self.step(self.top - 1)

    def above(self, value):
        return -self.below(-value)

    def finite(self, value):
        """The largest number where there is an overflow to plus infinity."""
        return self.below(self.top) if value == INF else value

    def write(self, value):
        """A number in readable form."""
        return value if isinstance(value, str) else repr(float(value * self.unit))

    def read(self, written):
        """A number of a case.json."""
        if written in (NAN, INF, MINUS_INF, MINUS_ZERO):
            return written
        units = Fraction(float(written)) / self.unit
        if units.denominator != 1 or abs(units) >= self.top or units % self.step(abs(units)) != 0:
            raise NotANumber(f"{written} is none of the numbers of the format")
        return int(units)


class Small(Float):
    """A float of eight bits or fewer: all its numbers, by their patterns."""

    def __init__(self, bits, exponent_bits, bias, special=None, signed=True):
        mantissa = bits - signed - exponent_bits
        self.bits, self.p, self.signed = bits, mantissa + 1, signed
        self.unit, self.u = Fraction(2) ** (1 - bias - mantissa), Fraction(1, 1 << mantissa + 1)
        self.values = []
        for pattern in range(1 << bits):
            fraction, exponent = pattern & (1 << mantissa) - 1, pattern >> mantissa & (1 << exponent_bits) - 1
            size = (fraction | 1 << mantissa) << exponent - 1 if exponent else fraction
            negative = signed and pattern >> bits - 1
            self.values.append((special or {}).get(pattern, -size if negative and size else MINUS_ZERO if negative else size))
        self.has_nan, self.has_infinity = NAN in self.values, INF in self.values
        self.has_minus_zero = MINUS_ZERO in self.values
        self.largest = max(value for value in self.values if not isinstance(value, str))
        self.top = self.largest + 1

    def pattern(self, value):
        return self.values.index(value)

    def decode(self, raw):
        return [self.values[pattern] for pattern in raw]

    def rounded(self, value):
        """To nearest, ties to even, as if there were no largest number."""
        step = self.step(abs(value))
        return round(Fraction(value, step)) * step


class PowersOfTwo(Small):
    """E8M0: 2^(e - 127) for each pattern but the last, in units of the least; no zero, no sign."""

    def __init__(self):
        super().__init__(8, 8, 127, signed=False)
        self.unit, self.values = Fraction(1, 1 << 127), [1 << e for e in range(255)] + [NAN]
        self.has_nan, self.largest, self.top = True, 1 << 254, 1 << 255


class Integer:
    def __init__(self, bits, signed):
        self.bits, self.signed, self.unit = bits, signed, 1
        self.least, self.greatest = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

    def decode(self, raw):
        width = (self.bits + 7) // 8
        for at in range(0, len(raw), width):
            yield self.wrap(int.from_bytes(raw[at : at + width], "little"))

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
    **{f"{'' if signed else 'u'}int{bits}": Integer(bits, signed) for bits in (2, 4) for signed in (True, False)},
    "bool": Integer(1, False),
    # float8.md, float4.md; OCP Microscaling Formats 1.0
    "float8e4m3fn": Small(8, 4, 7, {0x7F: NAN, 0xFF: NAN}), "float8e4m3fnuz": Small(8, 4, 8, {0x80: NAN}),
    "float8e5m2": Small(8, 5, 15, {0x7C: INF, 0xFC: MINUS_INF, **{sign | low: NAN for sign in (0, 0x80) for low in (0x7D, 0x7E, 0x7F)}}),
    "float8e5m2fnuz": Small(8, 5, 16, {0x80: NAN}), "float8e8m0": PowersOfTwo(),
    "float4e2m1": Small(4, 2, 1), "float6e2m3": Small(6, 2, 1), "float6e3m2": Small(6, 3, 3),
}  # fmt: skip
CODES = {1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 9: "bool", 10: "float16",
         11: "float64", 12: "uint32", 13: "uint64", 16: "bfloat16", 17: "float8e4m3fn", 18: "float8e4m3fnuz", 19: "float8e5m2",
         20: "float8e5m2fnuz", 21: "uint4", 22: "int4", 23: "float4e2m1", 24: "float8e8m0", 25: "uint2", 26: "int2",
         27: "float6e2m3", 28: "float6e3m2"}  # fmt: skip

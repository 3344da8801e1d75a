"""
GridSample and AffineGrid in fractions, written from their text. For nearest elements the one at the location must be
accepted, and its neighbour may be if the coordinate is next to a border. For weighted means the values within the error of
coordinates in the type of the grid and of sums in the type are accepted.
"""

from fractions import Fraction
from itertools import product
from math import ceil, floor, prod, trunc

from answers import ANYTHING, Allowed
from formats import CODES, FORMATS, MINUS_ZERO, Float
from moves import Array, at, every, values
from resizes import HALF, kernel, runs


class Axis:
    def __init__(self, size, aligned, padding):
        self.size, self.aligned, self.padding = size, aligned, padding
        self.first, self.last = (Fraction(0), Fraction(size - 1)) if aligned else (-HALF, size - HALF)

    def coordinate(self, g):
        return (g + 1) / 2 * (self.size - 1) if self.aligned else ((g + 1) * self.size - 1) / 2

    def folded(self, x):
        """A coordinate that is reflected at the ends."""
        span = self.last - self.first
        if span == 0:
            return self.first
        far = (x - self.first) % (2 * span)
        return self.first + min(far, 2 * span - far)

    def element(self, i):
        """The element at an index; None means 0."""
        if 0 <= i < self.size:
            return i
        if self.padding == "zeros":
            return None
        return min(max(i, 0), self.size - 1) if self.padding == "border" else int(self.folded(Fraction(i)))


def grid_sample(call):
    x, grid = call[0], call[1]
    mode = call.attribute("mode", "linear").removeprefix("bi")
    padding = call.attribute("padding_mode", "zeros")
    axes = [Axis(size, call.attribute("align_corners", 0), padding) for size in x.dims[2:]]
    type_of_grid = FORMATS[CODES[grid.code]]
    locations = [
        None if isinstance(g, str) and g != MINUS_ZERO else Fraction(0 if g == MINUS_ZERO else g) * type_of_grid.unit
        for g in values(grid)
    ]
    rank = len(axes)
    places = prod(grid.dims[1:-1])
    fmt = FORMATS[CODES[x.code]]
    data = Array(x.code, x.dims, [0 if value == MINUS_ZERO else value for value in values(x)]) if mode != "nearest" else x

    def margin_of(axis, g):
        """A generous bound on the change of a coordinate by rounding."""
        return 16 * type_of_grid.u * (2 + abs(g)) * (axis.size + 1)

    def item(index):
        n, c, place = index // (places * x.dims[1]), index // places % x.dims[1], index % places
        row = [locations[((n * places) + place) * rank + rank - 1 - i] for i in range(rank)]
        if None in row:
            return [], ANYTHING
        coordinates = [axis.coordinate(g) for axis, g in zip(axes, row)]
        margins = [margin_of(axis, g) for axis, g in zip(axes, row)]
        if any(m >= Fraction(1, 4) and not far_out(axis, u, m) for axis, u, m in zip(axes, coordinates, margins)):
            return [], ANYTHING
        if mode == "nearest":
            return nearest(n, c, coordinates, margins)
        return mean(n, c, coordinates, margins)

    def nearest(n, c, coordinates, margins):
        each = []
        for axis, u, m in zip(axes, coordinates, margins):
            found = []
            for choice in (round(u), ceil(u - m - HALF), floor(u + m + HALF)):
                one = axis.element(choice)
                found += [] if one in found else [one]
            each.append(found)
        all_ = [0 if None in source else at(x, [n, c, *source]) for source in product(*each)]
        if len(set(all_)) == 1:
            return all_[0]
        numbers = values(Array(x.code, [len(all_)], all_))
        return [numbers[0]] if is_certain(coordinates, call.opset) else [], Allowed(*numbers, intervals=runs(numbers, fmt))

    def mean(n, c, coordinates, margins):
        ways = ["border", "repeated"] if mode == "cubic" and padding == "border" else ["border"]
        exact, found = [], []
        for way in ways:
            value, error = one_mean(n, c, coordinates, margins, way)
            exact.append(value)
            found.append((floor(value - error), ceil(value + error)))
        if not isinstance(fmt, Float):
            return [trunc(exact[0])], Allowed(trunc(exact[0]))
        near_end = any(abs(u - end) <= m for axis, u, m in zip(axes, coordinates, margins) for end in (axis.first, axis.last))
        if near_end and mode == "cubic" and padding == "border":
            return [], ANYTHING
        return [fmt.round(exact[0])], Allowed(MINUS_ZERO, intervals=found)

    def one_mean(n, c, coordinates, margins, way):
        each, widths = [], []
        for axis, u, m in zip(axes, coordinates, margins):
            if axis.padding == "reflection":
                u = axis.folded(u)
            outside = u < axis.first or u > axis.last
            if mode == "cubic" and axis.padding == "border" and outside and way == "border":
                each.append([(0 if u < 0 else axis.size - 1, Fraction(1))])
                widths.append(0)
                continue
            reach = 2 if mode == "cubic" else 1
            taps = [(axis.element(i), kernel(mode, i - u, Fraction(-3, 4))) for i in range(floor(u) - reach + 1, floor(u) + reach + 1)]
            each.append([(i, w) for i, w in taps if i is not None])
            widths.append(min(m, 1))
        near = [range(axis.size) for axis in axes]
        largest = max((abs(at(data, [n, c, *source])) for source in product(*near)), default=0)
        value = sum(prod(w for _, w in taps) * at(data, [n, c, *(i for i, _ in taps)]) for taps in product(*each))
        error = largest * (64 * sum(widths) + 4096 * max(fmt.u if isinstance(fmt, Float) else 0, type_of_grid.u)) + 2
        return Fraction(value), error

    dims = [*x.dims[:2], *grid.dims[1:-1]]
    return [Array(x.code, dims, [item(index) for index, _ in enumerate(every(dims))])]


def affine_grid(call):
    theta, size = call[0], [int(n) for n in values(call[1])]
    lengths, rank = size[2:], len(size) - 2
    fmt = FORMATS[CODES[theta.code]]
    aligned = call.attribute("align_corners", 0)
    data = Array(theta.code, theta.dims, [0 if value == MINUS_ZERO else value for value in values(theta)])

    def position(place, length):
        return Fraction(2 * place, length - 1) - 1 if aligned else Fraction(2 * place + 1, length) - 1

    def item(place):
        n, *at_, row = place
        numbers = [position(y, length) for y, length in zip(at_, lengths)][::-1] + [1]
        exact = Fraction(sum(p * at(data, [n, row, i]) for i, p in enumerate(numbers)))
        # positions near 0 are off by a part of 1
        error = 32 * fmt.u * sum(abs(at(data, [n, row, i])) for i in range(rank + 1)) + 2
        return [fmt.round(exact)], Allowed(MINUS_ZERO, intervals=[(floor(exact - error), ceil(exact + error))])

    dims = [size[0], *lengths, rank]
    return [Array(theta.code, dims, [item(place) for place in every(dims)])]


def far_out(axis, u, m):
    return axis.padding != "reflection" and (u + m < -2 or u - m > axis.size + 1)


def is_certain(coordinates, opset):
    """Whether no coordinate is halfway before the version that has a rule for it."""
    return opset >= 20 or all((u - HALF).denominator != 1 for u in coordinates)


OPERATORS = {"AffineGrid": affine_grid, "GridSample": grid_sample}

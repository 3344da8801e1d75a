"""
Resize and Upsample in fractions, written from their text. For nearest elements the one that the coordinate selects must
be accepted, and its neighbour may be if the coordinate is next to a border. For weighted means the values within the error of
coordinates in float32 and of sums in the type are accepted.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, floor, prod

from answers import Allowed
from formats import CODES, FORMATS, MINUS_ZERO, Float
from moves import Array, at, every, float_pattern, values
from onnx_files import STRING

HALF = Fraction(1, 2)


def fractions(array):
    """The numbers of an input, None for one that is left out or empty."""
    if array is None or not array.items:
        return None
    fmt = FORMATS[CODES[array.code]]
    return [Fraction(0 if x == MINUS_ZERO else x) * getattr(fmt, "unit", 1) for x in values(array)]


class Dimension:
    def __init__(self, size, to, scale, region=None):
        self.size, self.to, self.scale, self.region = size, to, scale, region


def dimensions(call):
    """Each dimension of the input, and its change."""
    x = call[0]
    upsamples = call.node.op == "Upsample"
    if upsamples and call.opset < 7:
        scales = [1, 1, Fraction(call.attribute("height_scale")), Fraction(call.attribute("width_scale"))]
    elif upsamples and call.opset < 9:
        scales = [Fraction(s) for s in call.attribute("scales")]
    else:
        scales = fractions(call[1 if upsamples or call.opset < 11 else 2])
    sizes = None if upsamples or call.opset < 11 else fractions(call[3])
    rank = len(x.dims)
    axes = [axis % rank for axis in call.attribute("axes", list(range(rank)))]
    lengths = [x.dims[axis] for axis in axes]
    if scales:
        found = [(floor(n * s), Fraction(s)) for n, s in zip(lengths, scales)]
    else:
        ratios = [size / n if n else Fraction(1) for n, size in zip(lengths, sizes)]
        policy = call.attribute("keep_aspect_ratio_policy", "stretch")
        if policy == "stretch":
            found = [(int(size), ratio) for size, ratio in zip(sizes, ratios)]
        else:
            scale = min(ratios) if policy == "not_larger" else max(ratios)
            found = [(floor(scale * n + HALF), scale) for n in lengths]
    result = [Dimension(n, n, None) for n in x.dims]
    crops = mode_of(call) == "tf_crop_and_resize"
    roi = fractions(call[1]) if crops else None
    for i, (axis, (to, scale)) in enumerate(zip(axes, found)):
        result[axis] = Dimension(x.dims[axis], to, scale, (roi[i], roi[i + len(axes)]) if roi else None)
    return result


def mode_of(call):
    plain = call.node.op == "Upsample" or call.opset < 11
    return "asymmetric" if plain else call.attribute("coordinate_transformation_mode", "half_pixel")


def coordinate(mode, dim, y, length):
    """The location of element y of the output, and a bound on the sum of its terms."""
    n, s = dim.size, dim.scale
    if mode == "asymmetric":
        x = y / s
    elif mode == "align_corners":
        x = y * Fraction(n - 1) / (length - 1) if length > 1 else Fraction(0)
    elif mode == "tf_crop_and_resize":
        start, end = dim.region
        x = start * (n - 1) + y * (end - start) * (n - 1) / (length - 1) if length > 1 else (start + end) * (n - 1) / 2
        return x, 1 + abs(x) + abs(start) * n + abs(end) * n
    else:
        x = (y + HALF) / s - (0 if mode == "tf_half_pixel_for_nn" else HALF)
        if mode == "pytorch_half_pixel" and length <= 1:
            x = Fraction(0)
        if mode == "half_pixel_symmetric":
            x += Fraction(n, 2) * (1 - dim.to / (s * n))
    return x, 1 + abs(x) + n


ROUNDINGS = {
    "floor": floor,
    "ceil": ceil,
    "round_prefer_floor": lambda x: ceil(x - HALF),
    "round_prefer_ceil": lambda x: floor(x + HALF),
}


def nearest(call, dims, mode):
    x = call[0]
    choose = ROUNDINGS[call.attribute("nearest_mode", "round_prefer_floor") if mode_is_declared(call) else "floor"]
    fmt = FORMATS.get(CODES.get(x.code))
    fill = call.attribute("extrapolation_value", 0.0)
    fill = float_pattern(x.code, fill) if isinstance(fmt, Float) else b"" if x.code == STRING else int(fill)

    def sources(dim, y):
        """The right element, and the accepted ones; None is outside the data."""
        if dim.scale is None:
            return [y]
        c, size = coordinate(mode, dim, Fraction(y), Fraction(dim.to))
        margin = size / (1 << 21)
        found = []
        for moved in (c, c - margin, c + margin):
            outside = mode == "tf_crop_and_resize" and not 0 <= moved <= dim.size - 1
            one = None if outside else min(max(choose(moved), 0), dim.size - 1)
            found += [] if one in found else [one]
        return found

    known = [[sources(dim, y) for y in range(dim.to)] for dim in dims]
    decoded = None if x.code == STRING or fmt is None else values(x)

    def item(place):
        each = [known[i][y] for i, y in enumerate(place)]
        all_ = [fill if None in source else at(x, source) for source in product(*each)]
        if len(set(all_)) == 1 or decoded is None:
            return all_[0]
        numbers = values(Array(x.code, [len(all_)], all_))
        return [numbers[0]], Allowed(*numbers, intervals=runs(numbers, fmt))

    return [Array(x.code, [dim.to for dim in dims], [item(place) for place in every([dim.to for dim in dims])])]


def runs(numbers, fmt):
    """Neighbours in a format, which packs write as one range."""
    plain = sorted({x for x in numbers if not isinstance(x, str)})
    found = []
    for x, y in zip(plain, plain[1:]):
        apart = fmt.round(Fraction(x + y) / 2) not in (x, y) if isinstance(fmt, Float) else y > x + 1
        if found and found[-1][1] == x and not apart:
            found[-1] = (found[-1][0], y)
        elif not apart:
            found.append((x, y))
    return found


def mode_is_declared(call):
    return call.node.op == "Resize" and call.opset >= 11


def kernel(mode, d, k):
    d = abs(d)
    if mode != "cubic":
        return max(Fraction(0), 1 - d)
    if d <= 1:
        return (k + 2) * d**3 - (k + 3) * d**2 + 1
    return k * d**3 - 5 * k * d**2 + 8 * k * d - 4 * k if d < 2 else Fraction(0)


def weights(call, dim, mode, y, length):
    """Elements and their weights, or None outside of the data; and whether the coordinate is at a border."""
    c, size = coordinate(mode, dim, Fraction(y), length)
    margin = size / (1 << 21)
    border = mode == "tf_crop_and_resize" and min(abs(c), abs(c - dim.size + 1)) <= margin
    if mode == "tf_crop_and_resize" and not 0 <= c <= dim.size - 1:
        return None, border, margin
    kind, k = call.attribute("mode"), Fraction(call.attribute("cubic_coeff_a", -0.75))
    shrink = min(Fraction(1), dim.scale) if call.attribute("antialias", 0) else Fraction(1)
    reach = (2 if kind == "cubic" else 1) / shrink
    taps = [(i, kernel(kind, shrink * (i - c), k)) for i in range(floor(c - reach), ceil(c + reach) + 1)]
    if call.attribute("exclude_outside", 0):
        taps = [(i, w) for i, w in taps if 0 <= i < dim.size]
    if call.attribute("exclude_outside", 0) or shrink < 1:
        total = sum(w for _, w in taps)
        taps = [(i, w / total) for i, w in taps]
    merged = {}
    for i, w in taps:
        inside = min(max(i, 0), dim.size - 1)
        merged[inside] = merged.get(inside, 0) + w
    return merged, border, margin


def integers(fmt, exact):
    """A number as an integer, rounded in any way, and brought into the range of the type in any way."""
    up, away = floor(exact + HALF), floor(abs(exact) + HALF)
    rounded = [int(exact), floor(exact), round(exact), up, -away if exact < 0 else away]
    return [bring(value) for value in rounded for bring in (fmt.wrap, fmt.clamp)]


def means(call, dims, mode):
    x = call[0]
    fmt = FORMATS[CODES[x.code]]
    data = [0 if value == MINUS_ZERO else value for value in values(x)]
    held = Array(x.code, x.dims, data)
    is_float = isinstance(fmt, Float)
    fill = fmt.round(int(Fraction(call.attribute("extrapolation_value", 0.0)) / fmt.unit)) if is_float else 0
    fractional = mode in ("align_corners", "tf_crop_and_resize")

    def ways():
        """The formulas of coordinates that are open, the first one right."""
        yield mode, lambda dim: Fraction(dim.to)
        if fractional and any(dim.scale is not None and dim.scale * dim.size != dim.to for dim in dims):
            yield mode, lambda dim: dim.scale * dim.size
        if not mode_is_declared(call):
            yield "half_pixel", lambda dim: Fraction(dim.to)

    def judged(place, mode, length):
        each = [({y: Fraction(1)}, False, 0) if dim.scale is None else known(mode, i, y) for i, (dim, y) in enumerate(zip(dims, place))]
        border = any(b for _, b, _ in each)
        if any(taps is None for taps, _, _ in each):
            return Fraction(fill), Fraction(0), border
        exact, size = Fraction(0), Fraction(0)
        near = [range(max(0, min(t) - 1), min(dim.size, max(t) + 2)) if dim.scale is not None else t for (t, _, _), dim in zip(each, dims)]
        largest = max((abs(at(held, source)) for source in product(*near)), default=0)
        for source in product(*(taps for taps, _, _ in each)):
            weight = prod(taps[i] for (taps, _, _), i in zip(each, source))
            exact += weight * at(held, source)
            size += abs(weight)
        count = prod(len(taps) for taps, _, _ in each)
        slope = 8 * sum(margin for _, _, margin in each)
        if not is_float:
            return exact, Fraction(0), border
        error = largest * (slope * (1 + size) + (count + 64) * (fmt.u + Fraction(1, 1 << 22)) * (1 + size)) + 2
        return exact, error, border

    @lru_cache(None)
    def known(mode, i, y):
        length = lengths[mode](dims[i])
        return weights(call, dims[i], mode, y, length)

    def item(place):
        found, results = [], []
        for mode_, length in ways():
            lengths[mode_] = length
            known.cache_clear()
            exact, error, border = judged(place, mode_, length)
            if not is_float:
                results += integers(fmt, exact)
                continue
            results.append(fmt.round(exact))
            found.append((floor(exact - error), ceil(exact + error)))
            if border:
                return [], None
        if not is_float:
            return results, Allowed(*results)
        return results[:1], Allowed(MINUS_ZERO, intervals=found)

    lengths = {}
    to = [dim.to for dim in dims]
    return [Array(x.code, to, [item(place) for place in every(to)])]


def resize(call):
    dims = dimensions(call)
    mode = mode_of(call)
    kind = call.attribute("mode", "nearest")
    return nearest(call, dims, mode) if kind == "nearest" else means(call, dims, mode)


OPERATORS = {"Resize": resize, "Upsample": resize}

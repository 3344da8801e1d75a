"""
RoiAlign, MaxRoiPool and NonMaxSuppression in fractions, written from their text and from its sources. If a rounding may
decide, or if the text leaves a choice, more than one answer may be accepted.
"""

from fractions import Fraction
from itertools import product
from math import ceil, floor

from answers import ANYTHING, Allowed
from formats import CODES, FORMATS, MINUS_ZERO, NAN
from moves import INT64, Array, at, every, order, values
from resizes import HALF


def plain(array):
    """The numbers of a float input; they are finite."""
    fmt = FORMATS[CODES[array.code]]
    return [Fraction(0 if x == MINUS_ZERO else x) * fmt.unit for x in values(array)]


def of_cells(x, rois, per_region, height, width, item):
    dims = [rois.dims[0], x.dims[1], height, width]
    numbers = plain(rois)
    regions = [numbers[i * per_region : (i + 1) * per_region] for i in range(dims[0])]
    return [Array(x.code, dims, [item(regions[r], r, c, i, j) for r, c, i, j in every(dims)])]


def is_short(x, fmt):
    """Whether a number has no more bits than those of a format."""
    return x.denominator & (x.denominator - 1) == 0 and abs(x.numerator) < 1 << fmt.p


def roi_align(call):
    x, rois, images = call[0], call[1], values(call[2])
    fmt = FORMATS[CODES[x.code]]
    scale, ratio = Fraction(call.attribute("spatial_scale", 1.0)), call.attribute("sampling_ratio", 0)
    moved = call.opset >= 16 and call.attribute("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    cells = call.attribute("output_height", 1), call.attribute("output_width", 1)
    is_mean = call.attribute("mode", "avg") == "avg"
    data = Array(x.code, x.dims, [0 if value == MINUS_ZERO else value for value in values(x)])
    largest = max(map(abs, data.items), default=0)

    def along(low, high, axis, cell, least):
        """Coordinates of the samples of a cell (None if there are none), and the greatest change by rounding."""
        start, end = low * scale, high * scale
        size = end - start if least is None else max(end - start, Fraction(least))
        step = size / cells[axis]
        count = ratio or ceil(step)
        if count <= 0:
            return None, 0
        first = start - (HALF if moved else 0) + cell * step
        found = [first + (i + HALF) * step / count for i in range(count)]
        rounds = not all(is_short(v, fmt) for v in (scale, start, end, step, step / count, (count - HALF) / count, first, *found))
        return found, rounds * 32 * fmt.u * (2 + abs(start) + abs(end) + abs(size))

    def taps(u, length):
        if u < -1 or u > length:
            return None
        u = min(max(u, 0), length - 1)
        low = floor(u)
        return [(low, 1 - (u - low)), (min(low + 1, length - 1), u - low)]

    def item(region, r, c, i, j):
        x1, y1, x2, y2 = region
        short = not moved and min(x2 - x1, y2 - y1) * scale < 1
        found = [pooled(c, r, *along(y1, y2, 0, i, least), *along(x1, x2, 1, j, least)) for least in ([1, None] if short else [None if moved else 1])]
        if any(one is ANYTHING for one in found):
            return [], ANYTHING
        exact = [value for values_, _ in found for value in values_]
        bounds = [(floor(value - error), ceil(value + error)) for values_, error in found for value in values_]
        return [fmt.round(value) for value in exact], Allowed(MINUS_ZERO, intervals=bounds)

    def pooled(c, r, ys, my, xs, mx):
        if ys is None or xs is None:
            return ANYTHING if moved else ([Fraction(0)], Fraction(0))
        margins = [(my, x.dims[2], ys), (mx, x.dims[3], xs)]
        if any(m and abs(u - end) <= m for m, length, us in margins for u in us for end in (-1, length)):
            return ANYTHING
        sums, greatest = [], []
        for v, h in product(ys, xs):
            rows, columns = taps(v, x.dims[2]), taps(h, x.dims[3])
            corners = [w * k * at(data, [images[r], c, y, z]) for y, w in rows for z, k in columns] if rows and columns else [0]
            sums.append(Fraction(sum(corners)))
            greatest.append(Fraction(max(corners)))
        error = largest * (8 * (my + mx) + 64 * len(sums) * fmt.u) + 2
        return ([sum(sums) / len(sums)] if is_mean else [max(sums), max(greatest)]), error

    return of_cells(x, rois, 4, *cells, item)


def max_roi_pool(call):
    x = call[0]
    fmt = FORMATS[CODES[x.code]]
    scale, cells = Fraction(call.attribute("spatial_scale", 1.0)), call.attribute("pooled_shape")
    data = Array(x.code, x.dims, values(x))

    def near(value, round_, *steps):
        """The possible roundings of a number and of its parts, the usual one first."""
        error = 0 if all(is_short(one, fmt) for one in (value, *steps)) else 8 * fmt.u * (1 + abs(value))
        own = [round_(value), round_(value - error), round_(value + error)]
        return list(dict.fromkeys([own[0], *range(own[1], own[2] + 1)]))

    def spans(low, high, axis, cell):
        length, count = x.dims[2 + axis], cells[axis]
        away = lambda v: floor(v + HALF) if v >= 0 else ceil(v - HALF)
        halves = lambda v: [floor(v), ceil(v)] if (v - HALF).denominator == 1 else []
        corners = [list(dict.fromkeys(near(end * scale, away) + halves(end * scale))) for end in (low, high)]
        for first, last in product(*corners):
            step = Fraction(max(last - first + 1, 1), count)
            for one, other in product(near(cell * step, floor, step), near((cell + 1) * step, ceil, step)):
                yield range(min(max(first + one, 0), length), min(max(first + other, 0), length))

    def item(region, r, c, i, j):
        image, x1, y1, x2, y2 = region
        found = []
        for rows, columns in product(spans(y1, y2, 0, i), spans(x1, x2, 1, j)):
            own = [at(data, [int(image), c, y, z]) for y in rows for z in columns]
            numbers = [value for value in own if value != NAN]
            most = max(numbers, key=order, default=None)
            zeros = [0, MINUS_ZERO] if most in (0, MINUS_ZERO) else []
            found.append([0] if not own else [*([NAN] if len(numbers) < len(own) else []), *([most] if numbers else ["-Infinity"]), *zeros])
        return found[0][:1], Allowed(*(value for each in found for value in each))

    return of_cells(x, call[1], 5, *cells, item)


def non_max_suppression(call):
    boxes, scores = call[0], call[1]
    (images, count, _), classes = boxes.dims, scores.dims[1]
    numbers, known = plain(boxes), [order(score) for score in values(scores)]
    given = [call[i] for i in range(5)]
    limit = int(values(given[2])[0]) if given[2] else 0
    threshold = plain(given[3])[0] if given[3] else Fraction(0)
    least = order(values(given[4])[0]) if given[4] else None

    def ends(image, box):
        p, q, s, t = numbers[4 * (image * count + box) :][:4]
        if call.attribute("center_point_box", 0):
            return (p - s / 2, p + s / 2), (q - t / 2, q + t / 2)
        return (min(q, t), max(q, t)), (min(p, s), max(p, s))

    def area(sides):
        (left, right), (top, bottom) = sides
        return max(right - left, 0) * max(bottom - top, 0)

    def overlaps(image, one, other):
        a, b = ends(image, one), ends(image, other)
        common = area([(max(low, low_), min(high, high_)) for (low, high), (low_, high_) in zip(a, b)])
        return common > threshold * (area(a) + area(b) - common)

    items = []
    for image, own in product(range(images), range(classes)):
        score = lambda box: known[(image * classes + own) * count + box]
        left = [box for box in range(count) if least is None or score(box) >= least]
        ranked, selected, tie = sorted(left, key=score, reverse=True), [], False  # sorting is stable
        for box in ranked:
            if len(selected) < limit and not any(overlaps(image, before, box) for before in selected):
                selected.append(box)
                tie |= sum(score(box) == score(other) for other in left) > 1
        for box in selected:
            items += [image, own, ([box], Allowed(intervals=[(0, count - 1)])) if tie else box]
    return [Array(INT64, [len(items) // 3, 3], items)]


OPERATORS = {"MaxRoiPool": max_roi_pool, "NonMaxSuppression": non_max_suppression, "RoiAlign": roi_align}

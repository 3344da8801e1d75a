"""
Operators that move, sort or count elements, written from their text: for every output the code of its type, its dims and its
elements. Unchanged elements are bit patterns, or bytes for strings; added elements are judged as sums.
"""

from collections import namedtuple
from itertools import product
from math import ceil, floor, prod

from answers import Allowed, float_sum
from elements import extremum
from formats import CODES, FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN, Float
from onnx_files import STRING

Array = namedtuple("Array", "code dims items")  # row-major; items are patterns, or pairs of the right and the allowed values
INT64, FLOAT32 = 7, 1


class Call:
    """A node with the arrays of its inputs (None for one that is left out) and the names of its outputs."""

    def __init__(self, model, arrays):
        self.opset, self.node, self.inputs = model.opset, model.node, arrays
        self.outputs = model.node.outputs

    def __getitem__(self, index):
        return self.inputs[index] if index < len(self.inputs) else None

    def attribute(self, name, default=None):
        return self.node.attributes.get(name, default)

    def list(self, name, index):
        """Integers of an attribute, or of an input."""
        return self.attribute(name, None if self[index] is None else numbers(self[index]))

    def axis(self, default, rank):
        return self.attribute("axis", default) % rank


def patterns(tensor):
    """The elements of a tensor of a file; elements of less than a byte are packed, the first one lowest."""
    count = prod(tensor.dims)
    if tensor.code == STRING:
        return Array(tensor.code, tensor.dims, tensor.raw)
    bits = 64 * (tensor.code - 13) if tensor.code in (14, 15) else FORMATS[CODES[tensor.code]].bits
    bits = 8 if bits == 1 else bits
    places = [divmod(i * bits, 8) for i in range(count)]
    width, mask = (bits + 7) // 8 + (bits == 6), (1 << bits) - 1
    items = [int.from_bytes(tensor.raw[at : at + width], "little") >> shift & mask for at, shift in places]
    return Array(tensor.code, tensor.dims, items)


def values(array):
    """Numbers in units of their format."""
    fmt = FORMATS[CODES[array.code]]
    return list(fmt.decode(b"".join(item.to_bytes((fmt.bits + 7) // 8, "little") for item in array.items)))


def numbers(array):
    """Integers of any type, and integers in floats."""
    fmt = FORMATS[CODES[array.code]]
    return [int((0 if x == MINUS_ZERO else x) * fmt.unit) if isinstance(fmt, Float) else x for x in values(array)]


def integer(call, name, index, default=None):
    """A number of an attribute, or of an input of one element."""
    if call[index] is not None:
        return numbers(call[index])[0]
    return call.attribute(name, default)


def one(code):
    """The pattern of 1."""
    fmt = FORMATS[CODES[code]]
    return fmt.pattern(int(1 / fmt.unit)) if isinstance(fmt, Float) else 1


def every(dims):
    return product(*map(range, dims))


def offset(place, dims):
    at = 0
    for i, size in zip(place, dims):
        assert 0 <= i < size, "out of range"
        at = at * size + i
    return at


def at(array, place):
    return array.items[offset(place, array.dims)]


def build(code, dims, item):
    return Array(code, list(dims), [item(place) for place in every(dims)])


def built(array, dims, item):
    return [build(array.code, dims, item)]


def int64s(list_):
    return Array(INT64, [len(list_)], [x & (1 << 64) - 1 for x in list_])


def replaced(sequence, axis, *new):
    return [*sequence[:axis], *new, *sequence[axis + 1 :]]


def reshaped(array, dims):
    assert prod(dims) == len(array.items), "the elements do not fit"
    return [Array(array.code, list(dims), array.items)]


# each function below maps a call to the arrays of its outputs


def transpose(call):
    x = call[0]
    perm = call.attribute("perm", list(reversed(range(len(x.dims)))))
    return built(x, [x.dims[i] for i in perm], lambda place: at(x, [place[perm.index(i)] for i in range(len(x.dims))]))


def reshape(call):
    x, shape = call[0], call.list("shape", 1)
    keeps = not call.attribute("allowzero", 0)
    dims = [x.dims[i] if size == 0 and keeps else size for i, size in enumerate(shape)]
    if -1 in dims:
        known = prod(size for size in dims if size != -1)
        dims[dims.index(-1)] = len(x.items) // known if known else 0
    return reshaped(x, dims)


def squeeze(call):
    x, axes = call[0], call.list("axes", 1)
    rank = len(x.dims)
    dropped = [i for i in range(rank) if x.dims[i] == 1] if axes is None else [axis % rank for axis in axes]
    assert all(x.dims[i] == 1 for i in dropped)
    return reshaped(x, [size for i, size in enumerate(x.dims) if i not in dropped])


def unsqueeze(call):
    x, axes = call[0], call.list("axes", 1)
    rank = len(x.dims) + len(axes)
    inserted, rest = {axis % rank for axis in axes}, iter(x.dims)
    return reshaped(x, [1 if i in inserted else next(rest) for i in range(rank)])


def flatten(call):
    x = call[0]
    axis = call.attribute("axis", 1)
    axis += len(x.dims) if axis < 0 else 0
    return reshaped(x, [prod(x.dims[:axis]), prod(x.dims[axis:])])


def concat(call):
    axis = call.axis(1, len(call[0].dims))
    owners = [(x, i) for x in call.inputs for i in range(x.dims[axis])]

    def item(place):
        x, i = owners[place[axis]]
        return at(x, replaced(place, axis, i))

    return built(call[0], replaced(call[0].dims, axis, len(owners)), item)


def split(call):
    x = call[0]
    axis, parts = call.axis(0, len(x.dims)), call.list("split", 1)
    size, count = x.dims[axis], len(call.outputs)
    if parts is None:
        length = ceil(size / call.attribute("num_outputs", count))
        parts = [min(length, size - k * length) for k in range(count)]
    assert sum(parts) == size
    starts = [sum(parts[:k]) for k in range(len(parts))]
    part = lambda start, length: built(
        x, replaced(x.dims, axis, length), lambda place: at(x, replaced(place, axis, start + place[axis]))
    )
    return [output for start, length in zip(starts, parts) for output in part(start, length)]


def slice_(call):
    x, rank = call[0], len(call[0].dims)
    starts, ends, axes, steps = (call.list(name, i + 1) for i, name in enumerate(("starts", "ends", "axes", "steps")))
    chosen = [range(size) for size in x.dims]
    for k, axis in enumerate(axes if axes is not None else range(len(starts))):
        d, step = x.dims[axis % rank], steps[k] if steps is not None else 1
        start, end = (given + d if given < 0 else given for given in (starts[k], ends[k]))
        if step > 0:
            start, end = min(max(start, 0), d), min(max(end, 0), d)
        else:
            start, end = min(max(start, 0), d - 1), min(max(end, -1), d - 1)
        chosen[axis % rank] = range(start, end, step)
    return built(x, [len(each) for each in chosen], lambda place: at(x, [each[i] for each, i in zip(chosen, place)]))


def expand(call):
    x, shape = call[0], numbers(call[1])
    rank = max(len(shape), len(x.dims))
    own, wanted = ([1] * (rank - len(dims)) + list(dims) for dims in (x.dims, shape))
    dims = [b if a == 1 else a for a, b in zip(own, wanted)]
    taken = lambda place: [0 if size == 1 else i for i, size in zip(place, own)][rank - len(x.dims) :]
    return built(x, dims, lambda place: at(x, taken(place)))


def tile(call):
    x = call[0]
    repeats = numbers(call[1])
    if call.opset < 6:
        repeats = replaced([1] * len(x.dims), numbers(call[2])[0], *repeats)
    dims = [size * times for size, times in zip(x.dims, repeats)]
    return built(x, dims, lambda place: at(x, [i % size for i, size in zip(place, x.dims)]))


BORDERS = {
    "constant": lambda i, size: i if 0 <= i < size else None,
    "edge": lambda i, size: min(max(i, 0), size - 1),
    "wrap": lambda i, size: i % size,
}


def reflect(i, size):
    while not 0 <= i < size:
        i = -i if i < 0 else 2 * (size - 1) - i
    return i


def pad(call):
    x, rank = call[0], len(call[0].dims)
    pads = call.attribute("paddings", call.list("pads", 1))
    axes = [axis % rank for axis in numbers(call[3])] if call[3] is not None else range(rank)
    before, behind = [0] * rank, [0] * rank
    for k, axis in enumerate(axes):
        before[axis], behind[axis] = pads[k], pads[k + len(axes)]
    border = {**BORDERS, "reflect": reflect}[call.attribute("mode", "constant")]
    fill = call[2].items[0] if call[2] is not None else float_pattern(x.code, call.attribute("value", 0)) if x.code != STRING else b""

    def item(place):
        origin = [border(i - begin, size) for i, begin, size in zip(place, before, x.dims)]
        return fill if None in origin else at(x, origin)

    return built(x, [a + size + b for a, size, b in zip(before, x.dims, behind)], item)


def float_pattern(code, x):
    """The pattern of a float, rounded to the type of this code; 0 has the same pattern in all types."""
    if x == 0:
        return 0
    fmt = FORMATS[CODES[code]]
    return fmt.pattern(fmt.nearest(fmt.units(x)))


def gather(call):
    x, indices = call[0], call[1]
    axis, listed = call.axis(0, len(x.dims)), numbers(indices)
    q = len(indices.dims)
    dims = replaced(x.dims, axis, *indices.dims)

    def item(place):
        index = listed[offset(place[axis : axis + q], indices.dims)]
        return at(x, [*place[:axis], index + x.dims[axis] if index < 0 else index, *place[axis + q :]])

    return built(x, dims, item)


def counted(index, size):
    """An index that may count from the end."""
    return index + size if index < 0 else index


def gather_elements(call):
    x, indices = call[0], call[1]
    axis, listed = call.axis(0, len(x.dims)), numbers(indices)
    looked_up = lambda place: counted(listed[offset(place, indices.dims)], x.dims[axis])
    return built(x, indices.dims, lambda place: at(x, replaced(place, axis, looked_up(place))))


def gather_nd(call):
    x, indices = call[0], call[1]
    listed, b = numbers(indices), call.attribute("batch_dims", 0)
    *outer, k = indices.dims

    def item(place):
        own = place[: len(outer)]
        tuple_ = [counted(listed[offset([*own, i], indices.dims)], x.dims[b + i]) for i in range(k)]
        return at(x, [*own[:b], *tuple_, *place[len(outer) :]])

    return built(x, outer + x.dims[b + k :], item)


def combined(mode, code, data, updates):
    """An element after its updates."""
    if not updates or mode == "none":
        assert mode != "none" or len(set(updates)) < 2, "the order of updates decides"
        return (updates or [data])[-1]
    fmt = FORMATS[CODES[code]]
    xs = values(Array(code, [], [data, *updates]))
    if not isinstance(fmt, Float):
        exact = {"add": sum, "mul": prod, "max": max, "min": min}[mode](xs)
        if fmt.bits == 1:
            exact = min(exact, 1)
        both = {fmt.wrap(exact), fmt.clamp(exact)}
        return [fmt.wrap(exact)] if len(both) == 1 else [], Allowed(*both) if len(both) == 1 else None
    if mode == "add":
        return float_sum(fmt, xs)
    if mode == "mul":
        return float_product(fmt, xs)
    return extremum(max if mode == "max" else min)(fmt, xs, None)


def float_product(fmt, xs):
    """Two factors: rounded once. More: each product errs by u of itself; anything is accepted if one leaves the normal range."""
    from elements import multiply

    if len(xs) < 3 or any(isinstance(x, str) for x in xs) or 0 in xs:
        value = xs[0] if xs else int(1 / fmt.unit)
        for x in xs[1:]:
            value = multiply(fmt, value, x)
        if len(xs) > 2 and value in (0, MINUS_ZERO):
            return [value], Allowed(0, MINUS_ZERO)
        return [value], Allowed(value) if len(xs) < 3 or value == NAN or all(isinstance(x, str) or x * fmt.unit in (1, -1) for x in xs) else None
    exact = prod(x * fmt.unit for x in xs) / fmt.unit
    partial = [abs(x * fmt.unit) for x in xs]
    low, high = prod(min(x, 1) for x in partial) / fmt.unit, prod(max(x, 1) for x in partial) / fmt.unit
    if low < 1 << fmt.p or high >= fmt.overflow >> 1:
        return [], None
    error = abs(exact) * (len(xs) - 1) * fmt.u * (1 + len(xs) * fmt.u)
    ends = fmt.above(floor(exact - error)), fmt.below(ceil(exact + error))
    right = fmt.round(exact)
    return [right], Allowed(intervals=[(min(right, ends[0]), max(right, ends[1]))])


def scattered(call, places, updates):
    """Data with updates: `places` has the target of each update."""
    data, mode = call[0], call.attribute("reduction", "none")
    own = {}
    for place, update in zip(places, updates.items, strict=True):
        own.setdefault(offset(place, data.dims), []).append(update)
    changes = mode != "none"
    return [
        Array(
            data.code,
            data.dims,
            [
                combined(mode, data.code, x, own.get(i, [])) if i in own or not changes else x
                for i, x in enumerate(data.items)
            ],
        )
    ]


def scatter_elements(call):
    data, indices, updates = call[0], call[1], call[2]
    axis = call.axis(0, len(data.dims))
    places = [replaced(place, axis, counted(i, data.dims[axis])) for place, i in zip(every(indices.dims), numbers(indices))]
    return scattered(call, places, updates)


def scatter_nd(call):
    data, indices, updates = call[0], call[1], call[2]
    *outer, k = indices.dims
    listed = numbers(indices)
    starts = [listed[i * k : (i + 1) * k] for i in range(prod(outer))]
    places = [[*map(counted, start, data.dims), *rest] for start in starts for rest in every(data.dims[k:])]
    return scattered(call, places, updates)


def tensor_scatter(call):
    cache, update = call[0], call[1]
    axis = call.axis(-2, len(cache.dims))
    begins = numbers(call[2]) if call[2] is not None else [0] * cache.dims[0]
    circular, size = call.attribute("mode", "linear") == "circular", cache.dims[axis]
    step = lambda place: begins[place[0]] + place[axis]
    places = [replaced(place, axis, step(place) % size if circular else step(place)) for place in every(update.dims)]
    return scattered(call, places, update)


def depth_to_space(call):
    x, b = call[0], call.attribute("blocksize")
    n, c, h, w = x.dims
    depth = c // (b * b)
    crd = call.attribute("mode", "DCR") == "CRD"
    channel = lambda k, i, j: (k * b + i) * b + j if crd else (i * b + j) * depth + k
    return built(x, [n, depth, h * b, w * b], lambda p: at(x, [p[0], channel(p[1], p[2] % b, p[3] % b), p[2] // b, p[3] // b]))


def space_to_depth(call):
    x, b = call[0], call.attribute("blocksize")
    n, c, h, w = x.dims
    crd = call.attribute("mode", "DCR") == "CRD"

    def item(place):
        batch, channel, row, column = place
        k, i, j = (channel // (b * b), channel // b % b, channel % b) if crd else (channel % c, channel // c // b, channel // c % b)
        return at(x, [batch, k, row * b + i, column * b + j])

    return built(x, [n, c * b * b, h // b, w // b], item)


def reverse_sequence(call):
    x, lengths = call[0], numbers(call[1])
    time, batch = call.attribute("time_axis", 0), call.attribute("batch_axis", 1)

    def item(place):
        length = lengths[place[batch]]
        return at(x, replaced(place, time, length - 1 - place[time])) if place[time] < length else at(x, place)

    return built(x, x.dims, item)


def trilu(call):
    x = call[0]
    k = numbers(call[1])[0] if call[1] is not None else 0
    upper = call.attribute("upper", 1)
    kept = lambda place: place[-1] - place[-2] >= k if upper else place[-1] - place[-2] <= k
    return built(x, x.dims, lambda place: at(x, place) if kept(place) else b"" if x.code == STRING else 0)


def one_hot(call):
    indices, depth, (off, on) = call[0], numbers(call[1])[0], call[2].items
    rank = len(indices.dims)
    axis, listed = call.axis(-1, rank + 1), numbers(indices)

    def item(place):
        index = listed[offset([*place[:axis], *place[axis + 1 :]], indices.dims)]
        return on if (index + depth if index < 0 and call.opset >= 11 else index) == place[axis] else off

    return built(call[2], [*indices.dims[:axis], depth, *indices.dims[axis:]], item)


def compress(call):
    x, condition = call[0], call[1].items
    if call.attribute("axis") is None:
        x = reshaped(x, [len(x.items)])[0]
    axis = call.axis(0, len(x.dims))
    kept = [i for i in range(x.dims[axis]) if i < len(condition) and condition[i]]
    return built(x, replaced(x.dims, axis, len(kept)), lambda place: at(x, replaced(place, axis, kept[place[axis]])))


def eye_like(call):
    code, k = call.attribute("dtype", call[0].code), call.attribute("k", 0)
    return [build(code, call[0].dims, lambda place: one(code) if place[1] - place[0] == k else 0)]


def shape(call):
    dims = call[0].dims
    rank = len(dims)
    start, end = (min(max(counted(call.attribute(name, default), rank), 0), rank) for name, default in (("start", 0), ("end", rank)))
    return [int64s(dims[start:end])]


def size(call):
    return [Array(INT64, [], [len(call[0].items)])]


def constant(call):
    ((name, given),) = call.node.attributes.items()
    if name == "value":
        return [patterns(given)]
    if name == "sparse_value":
        held, indices, dims = given
        dense, listed = [0] * prod(dims), numbers(patterns(indices))
        rows = listed if len(indices.dims) == 1 else [offset(row, dims) for row in zip(*[iter(listed)] * len(dims))]
        for i, item in zip(rows, patterns(held).items):
            dense[i] = item
        return [Array(held.code, dims, dense)]
    listed = given if isinstance(given, list) else [given]
    code, item = {
        "value_float": (FLOAT32, lambda x: float_bits(x)),
        "value_int": (INT64, lambda x: x & (1 << 64) - 1),
        "value_string": (STRING, lambda x: x.encode()),
    }[name.removesuffix("s")]
    return [Array(code, [len(listed)] if isinstance(given, list) else [], [item(x) for x in listed])]


def float_bits(x):
    from struct import pack

    return int.from_bytes(pack("<f", x), "little")


def constant_of_shape(call):
    value = call.attribute("value")
    code, item = (FLOAT32, 0) if value is None else (value.code, patterns(value).items[0])
    return [build(code, numbers(call[0]), lambda place: item)]


def center_crop_pad(call):
    x, sizes, rank = call[0], numbers(call[1]), len(call[0].dims)
    axes = [axis % rank for axis in call.attribute("axes", range(rank))]
    wanted = dict(zip(axes, sizes))
    dims = [wanted.get(i, size) for i, size in enumerate(x.dims)]
    # floor in both: the distance of the window of a crop, and of the border of a pad, from the first element
    begins = [(d - t) // 2 if t < d else -((t - d) // 2) for d, t in zip(x.dims, dims)]

    def item(place):
        origin = [i + begin for i, begin in zip(place, begins)]
        return at(x, origin) if all(0 <= i < d for i, d in zip(origin, x.dims)) else b"" if x.code == STRING else 0

    return built(x, dims, item)


def non_zero(call):
    x = call[0]
    zeros = (b"",) if x.code == STRING else (0, MINUS_ZERO)
    known = x.items if x.code == STRING else values(x)
    found = [place for place, value in zip(every(x.dims), known) if value not in zeros]
    return [Array(INT64, [len(x.dims), len(found)], [place[i] for i in range(len(x.dims)) for place in found])]


def bit_cast(call):
    return [Array(call.attribute("to"), call[0].dims, call[0].items)]


def identity(call):
    return [call[0]]


def order(x):
    return {MINUS_INF: -1, INF: 1}.get(x, 0), 0 if isinstance(x, str) else x


def unique(call):
    x = call[0]
    if call.attribute("axis") is None:
        x = reshaped(x, [len(x.items)])[0]
    axis = call.axis(0, len(x.dims))
    plain = x.items if x.code == STRING else [order(each) for each in values(x)]
    others = [d for i, d in enumerate(x.dims) if i != axis]
    slices = [
        tuple(plain[offset([*rest[:axis], i, *rest[axis:]], x.dims)] for rest in every(others)) for i in range(x.dims[axis])
    ]
    found = list(dict.fromkeys(slices))
    if call.attribute("sorted", 1):
        found.sort()
    firsts = [slices.index(each) for each in found]
    chosen = built(x, replaced(x.dims, axis, len(found)), lambda place: at(x, replaced(place, axis, firsts[place[axis]])))
    rest = [firsts, [found.index(each) for each in slices], [slices.count(each) for each in found]]
    return [*chosen, *map(int64s, rest)][: len(call.outputs)]


def lines(x, axis):
    """The lines along an axis: for each first element the indices of the line, in order."""
    for start in every(replaced(x.dims, axis, 1)):
        yield start, [replaced(start, axis, i) for i in range(x.dims[axis])]


def top_k(call):
    x, k = call[0], integer(call, "k", 1)
    axis, sign = call.axis(-1, len(x.dims)), -1 if call.attribute("largest", 1) else 1
    known, dims = values(x), replaced(x.dims, axis, k)
    elements, indices = {}, {}
    rank = lambda value: tuple(sign * part for part in order(value))
    for start, line in lines(x, axis):
        best = sorted(range(len(line)), key=lambda i: rank(known[offset(line[i], x.dims)]))[:k]  # sorting is stable
        for n, i in enumerate(best):
            place = tuple(replaced(start, axis, n))
            elements[place], indices[place] = at(x, line[i]), i
    return [build(x.code, dims, elements.__getitem__), build(INT64, dims, indices.__getitem__)]


def cumulative(of_floats, of_integers):
    def compute(call):
        x, axis = call[0], numbers(call[1])[0] % max(1, len(call[0].dims))
        fmt, known, found = FORMATS[CODES[x.code]], values(x), {}
        for _, line in lines(x, axis):
            terms = [known[offset(place, x.dims)] for place in line]
            for n, place in enumerate(line):
                skips = call.attribute("exclusive", 0)
                own = terms[n + skips :] if call.attribute("reverse", 0) else terms[: n + 1 - skips]
                found[tuple(place)] = of_floats(fmt, own) if isinstance(fmt, Float) else stored(fmt, of_integers(own))
        return built(x, x.dims, found.__getitem__)

    return compute


def stored(fmt, exact):
    return [fmt.wrap(exact)], Allowed(exact) if fmt.wrap(exact) == exact else None


def range_(call):
    code, fmt = call[0].code, FORMATS[CODES[call[0].code]]
    start, limit, delta = (0 if x == MINUS_ZERO else x for x in (values(each)[0] for each in call.inputs))
    count = max(0, -((start - limit) // delta))
    if not isinstance(fmt, Float):
        return [Array(code, [count], [stored(fmt, start + i * delta) for i in range(count)])]

    def term(i):
        exact = start + i * delta
        size = (abs(start) + abs(i * delta)) * (i + 1)
        error = ceil(size * fmt.u * (1 + (i + 1) * fmt.u))
        product_ = fmt.round(i * delta)
        right = [fmt.round(start + product_)] if not isinstance(product_, str) else []
        if size >= fmt.overflow >> 1:
            return right, None
        low, high = fmt.above(exact - error), fmt.below(exact + error)
        return right, Allowed(*[MINUS_ZERO] * (low <= 0 <= high), intervals=[(low, high)])

    return [Array(code, [count], [term(i) for i in range(count)])]


OPERATORS = {
    "Transpose": transpose, "Reshape": reshape, "Squeeze": squeeze, "Unsqueeze": unsqueeze, "Flatten": flatten, "Identity": identity,
    "Concat": concat, "Split": split, "Slice": slice_, "Expand": expand, "Tile": tile, "Pad": pad, "Gather": gather,
    "GatherElements": gather_elements, "GatherND": gather_nd, "Scatter": scatter_elements, "ScatterElements": scatter_elements,
    "ScatterND": scatter_nd, "TensorScatter": tensor_scatter, "DepthToSpace": depth_to_space, "SpaceToDepth": space_to_depth,
    "ReverseSequence": reverse_sequence, "Trilu": trilu, "OneHot": one_hot, "Compress": compress, "EyeLike": eye_like,
    "Shape": shape, "Size": size, "Constant": constant, "ConstantOfShape": constant_of_shape, "CenterCropPad": center_crop_pad,
    "NonZero": non_zero, "BitCast": bit_cast, "Unique": unique, "TopK": top_k, "Range": range_,
    "CumSum": cumulative(float_sum, sum), "CumProd": cumulative(float_product, prod),
}  # fmt: skip

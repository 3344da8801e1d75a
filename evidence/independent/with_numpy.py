"""
Checks a conformance pack with numpy: with_numpy.py PACK

Uses numpy for every operator that it has a function for. Moved elements are bit patterns; casts to and from floats of few bits
use ml_dtypes. The written outputs must have the same bits. Prints how much it checked, and exits with 1 if anything differs.
"""

import json
import sys
from collections import Counter
from math import ceil, prod
from pathlib import Path

import ml_dtypes
import numpy as np
import onnx_files
from moves import patterns

DTYPES = {
    1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 9: "bool",
    10: "float16", 11: "float64", 12: "uint32", 13: "uint64", 16: "bfloat16",
    17: "float8_e4m3fn", 18: "float8_e4m3fnuz", 19: "float8_e5m2", 20: "float8_e5m2fnuz",
}
"""The types of a whole number of bytes, by code."""


def dtype(code):
    if code not in DTYPES:
        raise Unknown
    name = DTYPES[code]
    return np.dtype(getattr(ml_dtypes, name, None) or name)


class Unknown(Exception):
    """Raised if numpy has no function for a call."""


class Node:
    def __init__(self, model, tensors):
        self.outputs, self.attributes, self.tensors, self.opset = model.node.outputs, model.node.attributes, tensors, model.opset

    def __getitem__(self, i):
        """The bit patterns of an input; None if it is left out."""
        if not self.has(i):
            return None
        array = patterns(self.tensors[i])
        wide = self.tensors[i].code in (onnx_files.STRING, 15)
        filled = np.empty(len(array.items), object if wide else np.uint64)
        filled[:] = array.items
        return filled.reshape(array.dims)

    def has(self, i):
        return i < len(self.tensors) and self.tensors[i] is not None

    def numbers(self, i):
        """The numbers of an input; None if it is left out."""
        if not self.has(i):
            return None
        tensor = self.tensors[i]
        if tensor.code not in DTYPES:
            raise Unknown
        return np.frombuffer(tensor.raw, dtype(tensor.code)).reshape(tensor.dims)

    def attribute(self, name, default=None):
        return self.attributes.get(name, default)

    def integers(self, name, i):
        """Integers of an attribute, or of an input."""
        given = self.attribute(name)
        return given if given is not None or not self.has(i) else [int(x) for x in self.numbers(i).ravel()]

    def axis(self, default):
        return self.attribute("axis", default)


def wrapped(indices, size):
    return np.where(indices < 0, indices + size, indices)


def reshape(node):
    x, shape = node[0], node.integers("shape", 1)
    if not node.attribute("allowzero", 0):
        shape = [x.shape[i] if size == 0 else size for i, size in enumerate(shape)]
    if x.size == 0 and -1 in shape:
        raise Unknown
    return x.reshape(shape)


def squeeze(node):
    axes = node.integers("axes", 1)
    return np.squeeze(node[0], None if axes is None else tuple(axes))


def flatten(node):
    x, axis = node[0], node.axis(1)
    axis += x.ndim if axis < 0 else 0
    return x.reshape(prod(x.shape[:axis]), prod(x.shape[axis:]))


def split(node):
    x, axis, parts = node[0], node.axis(0), node.integers("split", 1)
    if parts is None:
        step = ceil(x.shape[axis] / node.attribute("num_outputs", len(node.outputs)))
        return np.split(x, [step * (k + 1) for k in range(len(node.outputs) - 1)], axis)
    return np.split(x, np.cumsum(parts)[:-1], axis)


def sliced(node):
    starts, ends, axes, steps = (node.integers(name, i + 1) for i, name in enumerate(("starts", "ends", "axes", "steps")))
    x = node[0]
    chosen = [slice(None)] * x.ndim
    for k, axis in enumerate(axes if axes is not None else range(len(starts))):
        step = steps[k] if steps is not None else 1
        if step < 0 and starts[k] < -x.shape[axis]:
            raise Unknown  # by the text it begins with the first element; numpy has no such function
        chosen[axis] = slice(starts[k], ends[k], step)
    return x[tuple(chosen)]


def expand(node):
    x, shape = node[0], node.integers("shape", 1)
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(shape)))


def tile(node):
    if len(node.tensors) != 2:
        raise Unknown
    return np.tile(node[0], node.integers("repeats", 1))


def pad(node):
    x, mode = node[0], node.attribute("mode", "constant")
    pads, axes = node.integers("pads", 1) or node.attribute("paddings"), node.integers("axes", 3)
    if pads is None or node.opset < 11 or x.ndim == 0:
        raise Unknown
    axes = range(x.ndim) if axes is None else [axis % x.ndim for axis in axes]
    sides = [(0, 0)] * x.ndim
    for k, axis in enumerate(axes):
        sides[axis] = (pads[k], pads[k + len(axes)])
    if any(before < 0 or after < 0 for before, after in sides) and mode != "constant":
        raise Unknown
    if any(-before > size or -after > size for (before, after), size in zip(sides, x.shape)):
        raise Unknown
    x = x[tuple(slice(max(-before, 0), size - max(-after, 0)) for (before, after), size in zip(sides, x.shape))]
    sides = [(max(before, 0), max(after, 0)) for before, after in sides]
    if mode != "constant":
        return np.pad(x, sides, mode)
    fill = node[2].ravel()[0] if node.has(2) else b"" if node.tensors[0].code == onnx_files.STRING else 0
    return np.pad(x, sides, constant_values=fill)


def gather(node):
    x, axis = node[0], node.axis(0)
    return np.take(x, wrapped(node.numbers(1), x.shape[axis]), axis)


def gather_elements(node):
    x, axis = node[0], node.axis(0)
    indices = wrapped(node.numbers(1), x.shape[axis])
    # there may be fewer indices than data in other dimensions
    others = tuple(slice(None) if i == axis % x.ndim else slice(size) for i, size in enumerate(indices.shape))
    return np.take_along_axis(x[others], indices, axis)


def gather_nd(node):
    x, indices, batch = node[0], node.numbers(1), node.attribute("batch_dims", 0)
    if batch == 0:
        return x[tuple(np.moveaxis(indices, -1, 0))]
    lead = x.shape[:batch]
    flat = x.reshape(-1, *x.shape[batch:]), indices.reshape(-1, *indices.shape[batch:])
    if prod(lead) == 0:
        raise Unknown
    found = np.stack([one[tuple(np.moveaxis(each, -1, 0))] for one, each in zip(*flat)])
    return found.reshape(*lead, *found.shape[1:])


def scatter_elements(node):
    if node.attribute("reduction", "none") != "none":
        raise Unknown
    x, axis, updates = node[0].copy(), node.axis(0), node[2]
    indices = wrapped(node.numbers(1), x.shape[axis])
    others = tuple(slice(None) if i == axis % x.ndim else slice(size) for i, size in enumerate(indices.shape))
    np.put_along_axis(x[others], indices, updates, axis)
    return x


def scatter_nd(node):
    if node.attribute("reduction", "none") != "none":
        raise Unknown
    x = node[0].copy()
    x[tuple(np.moveaxis(node.numbers(1), -1, 0))] = node[2]
    return x


def depth_to_space(node):
    x, b = node[0], node.attribute("blocksize")
    n, c, h, w = x.shape
    if node.attribute("mode", "DCR") == "DCR":
        return x.reshape(n, b, b, c // b**2, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, c // b**2, h * b, w * b)
    return x.reshape(n, c // b**2, b, b, h, w).transpose(0, 1, 4, 2, 5, 3).reshape(n, c // b**2, h * b, w * b)


def space_to_depth(node):
    x, b = node[0], node.attribute("blocksize")
    n, c, h, w = x.shape
    order = (0, 1, 3, 5, 2, 4) if node.attribute("mode", "DCR") == "CRD" else (0, 3, 5, 1, 2, 4)
    return x.reshape(n, c, h // b, b, w // b, b).transpose(order).reshape(n, c * b * b, h // b, w // b)


def trilu(node):
    k = int(node.numbers(1)) if node.has(1) else 0
    x = node[0]
    if x.dtype == object:
        raise Unknown
    return np.triu(x, k) if node.attribute("upper", 1) else np.tril(x, k)


def one_hot(node):
    if any(tensor.code not in DTYPES for tensor in node.tensors[:2]):
        raise Unknown
    indices, depth = node.numbers(0), int(node.numbers(1).ravel()[0])
    indices = np.where(indices < 0, indices + depth, indices)
    axis = node.axis(-1)
    is_on = np.expand_dims(indices, axis) == np.moveaxis(np.arange(depth).reshape(-1, *[1] * indices.ndim), 0, axis)
    return node[2][is_on.astype(int)]


def compress(node):
    condition, axis = node.numbers(1), node.axis(None)
    return np.compress(condition, node[0], axis)


def unique(node):
    x, axis = node.numbers(0), node.axis(None)
    if not node.attribute("sorted", 1) or (x.dtype.kind == "f" and np.isnan(x).any()) or (axis is not None and x.ndim > 1):
        raise Unknown
    if x.dtype.kind == "f" and np.signbit(x[x == 0]).any():
        raise Unknown  # one of two zeros is kept
    return [each.ravel() for each in np.unique(x, True, True, True)][: len(node.outputs)]


def along(function):
    """Running sums and products of integers."""

    def of(node):
        x, axis = node.numbers(0), int(node.numbers(1).ravel()[0])
        if x.dtype.kind not in "iu":
            raise Unknown
        if node.attribute("reverse", 0):
            x = np.flip(x, axis)
        if node.attribute("exclusive", 0):
            before = np.full_like(np.take(x, [0], axis), function.identity) if x.shape[axis] else x
            x = np.concatenate([before, np.delete(x, -1, axis)], axis) if x.shape[axis] else x
        with np.errstate(over="ignore"):
            y = function.accumulate(x, axis, x.dtype)
        return np.flip(y, axis) if node.attribute("reverse", 0) else y

    return of


def top_k(node):
    x, axis, k = node.numbers(0), node.axis(-1), int(node.integers("k", 1)[0] if node.has(1) else node.attribute("k"))
    if not node.attribute("sorted", 1) or np.isnan(x.astype(np.float64)).any():
        raise Unknown
    if node.attribute("largest", 1):  # of equal ones the first
        order = np.flip(x.shape[axis] - 1 - np.argsort(np.flip(x, axis), axis, kind="stable"), axis)
    else:
        order = np.argsort(x, axis, kind="stable")
    chosen = np.take(order, range(k), axis)
    return [np.take_along_axis(x, chosen, axis), chosen]


def arange(node):
    start, limit, delta = (node.numbers(i).ravel()[0] for i in range(3))
    if start.dtype.kind not in "iu":
        raise Unknown
    return np.array(range(int(start), int(limit), int(delta)), start.dtype)


def full(node):
    raise Unknown


def cast(node):
    to = node.attribute("to") if len(node.tensors) == 1 else node.tensors[1].code
    if to not in DTYPES or isinstance(to, str) or node.tensors[0].code not in DTYPES:
        raise Unknown
    x, target = node.numbers(0), dtype(to)
    is_small = lambda one: one.name.startswith("float8")
    if is_small(target):  # which saturate, or not
        raise Unknown
    if target.kind in "iu":
        limits = np.iinfo(target)
        whole = np.trunc(x.astype(np.float64)) if x.dtype.kind not in "iub" else x.astype(object)
        if not np.all([limits.min <= one <= limits.max for one in whole.ravel()]):
            raise Unknown
    if target.name == "bfloat16" and x.dtype.name in ("float64", "int64", "uint64", "int32", "uint32"):
        raise Unknown  # ml_dtypes goes through float32
    if target.name == "float16" and x.dtype.name == "bfloat16" or x.dtype.kind == "V" and target.name == "float64":
        x = x.astype(np.float32)
    with np.errstate(all="ignore"):
        return x.astype(target)


def dequantize(node):
    scale, zero = node.numbers(1), node.numbers(2)
    if scale.dtype != np.float32 or scale.size != 1 or node.attribute("output_dtype", 0) not in (0, 1):
        raise Unknown
    x = node.numbers(0)
    if x.dtype.kind not in "iu":
        raise Unknown
    difference = x.astype(np.int64) - (0 if zero is None else int(zero.ravel()[0]))
    if np.any(np.abs(difference) > 1 << 24):
        raise Unknown
    with np.errstate(all="ignore"):
        return difference.astype(np.float32) * np.float32(scale.ravel()[0])


def quantize(node):
    x, scale, zero = node.numbers(0), node.numbers(1), node.numbers(2)
    to = zero.dtype if zero is not None else dtype(node.attribute("output_dtype", 0) or 2)
    if x.dtype != np.float32 or scale.dtype != np.float32 or scale.size != 1 or to.kind not in "iu" or node.attribute("precision", 0):
        raise Unknown
    with np.errstate(all="ignore"):
        quotient = x / np.float32(scale.ravel()[0])
    if np.isnan(quotient).any():
        raise Unknown
    whole = np.rint(quotient.astype(np.float64)) + (0 if zero is None else float(zero.ravel()[0]))
    limits = np.iinfo(to)
    return np.clip(whole, limits.min, limits.max).astype(to)


def of_shape(node):
    start, end = node.attribute("start", 0), node.attribute("end")
    return np.array(np.empty(node.tensors[0].dims, "V0").shape[slice(start, end)], np.int64)


OPERATORS = {
    "BitCast": lambda node: node[0],
    "Cast": cast,
    "CastLike": cast,
    "Compress": compress,
    "Concat": lambda node: np.concatenate([node[i] for i in range(len(node.tensors))], node.axis(1)),
    "CumProd": along(np.multiply),
    "CumSum": along(np.add),
    "DepthToSpace": depth_to_space,
    "DequantizeLinear": dequantize,
    "Expand": expand,
    "Flatten": flatten,
    "Gather": gather,
    "GatherElements": gather_elements,
    "GatherND": gather_nd,
    "Identity": lambda node: node[0],
    "NonZero": lambda node: np.array(np.nonzero(node.numbers(0))) if node.tensors[0].dims else full(node),
    "OneHot": one_hot,
    "Pad": pad,
    "QuantizeLinear": quantize,
    "Range": arange,
    "Reshape": reshape,
    "Scatter": scatter_elements,
    "ScatterElements": scatter_elements,
    "ScatterND": scatter_nd,
    "Shape": of_shape,
    "Size": lambda node: np.array(prod(node.tensors[0].dims), np.int64),
    "Slice": sliced,
    "SpaceToDepth": space_to_depth,
    "Split": split,
    "Squeeze": squeeze,
    "Tile": tile,
    "TopK": top_k,
    "Transpose": lambda node: np.transpose(node[0], node.attribute("perm")),
    "Trilu": trilu,
    "Unique": unique,
    "Unsqueeze": lambda node: np.expand_dims(node[0], tuple(node.integers("axes", 1))),
}


def as_patterns(array):
    """Numbers as bit patterns; patterns are kept."""
    if not isinstance(array, (np.ndarray, np.generic)):  # the only element of an array of objects
        held = np.empty((), object)
        held[()] = array
        return held
    if array.dtype in (object, np.uint64):
        return array
    return np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}").astype(np.uint64).reshape(array.shape)


def is_nan(code, bits):
    return code in DTYPES and dtype(code).kind in "fV" and np.isnan(np.array(bits, f"u{dtype(code).itemsize}").view(dtype(code)).astype(np.float32))


def complaints(folder, judged, cases):
    model = onnx_files.model((folder / "model.onnx").read_bytes())
    if model.node.op not in OPERATORS:
        return
    names = [name for name in model.inputs if name not in model.initializers]
    files = [folder / "test_data_set_0" / f"input_{i}.pb" for i, _ in enumerate(names)]
    given = {**model.initializers, **{name: onnx_files.tensor(path.read_bytes()) for name, path in zip(names, files)}}
    node = Node(model, [given[name] if name else None for name in model.node.inputs])
    try:
        outputs = OPERATORS[model.node.op](node)
    except Unknown:
        return
    cases[model.node.op] += 1
    for k, right in enumerate(outputs if isinstance(outputs, list) else [outputs]):
        written = onnx_files.tensor((folder / "test_data_set_0" / f"output_{k}.pb").read_bytes())
        items, right = patterns(written).items, as_patterns(right)
        judged[model.node.op] += len(items)
        if list(right.shape) != list(written.dims):
            yield f"output {k}: {written.dims} where {list(right.shape)} is right"
            continue
        for at, (item, bits) in enumerate(zip(right.ravel().tolist(), items)):
            if item != bits and not (model.node.op.startswith("Cast") and is_nan(written.code, item) and is_nan(written.code, bits)):
                texts = [hex(one) if isinstance(one, int) else repr(one) for one in (bits, item)]
                yield f"output {k} [{at}] is {texts[0]}, where {texts[1]} is right"


def main(pack):
    judged, cases, found = Counter(), Counter(), 0
    for path in sorted((Path(pack) / "cases").rglob("case.json")):
        if not (path.parent / "test_data_set_0").exists() or not json.loads(path.read_text()).get("outputs"):
            continue
        for complaint in complaints(path.parent, judged, cases):
            found += 1
            print(f"{path.parent.relative_to(pack)}: {complaint}")
    counts = ", ".join(f"{name} {judged[name]}" for name in sorted(judged))
    print(f"with numpy {judged.total()} elements of {cases.total()} cases ({counts}): {found} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""The elements of the data for each element of the output, by the text on axes, keepdims and noop_with_empty_axes."""

from itertools import product

from formats import CODES, FORMATS


def axes_of(model, inputs):
    """The listed axes: an attribute, a constant or an input; none if they are absent."""
    node = model.node
    if len(node.inputs) > 1 and node.inputs[1]:
        listed = inputs[node.inputs[1]]
        return list(FORMATS[CODES[listed.code]].decode(listed.raw))
    return node.attributes.get("axes", [])


def slices(model, inputs, is_index):
    """The dims of the output, and for each of its elements the elements of the data, in their order."""
    data = inputs[model.node.inputs[0]]
    dims, attributes = data.dims, model.node.attributes
    listed = [attributes.get("axis", 0)] if is_index else axes_of(model, inputs)
    if not listed and not attributes.get("noop_with_empty_axes", 0):
        listed = range(len(dims))
    reduced = {axis % len(dims) for axis in listed} if dims else set()
    kept = [axis for axis in range(len(dims)) if axis not in reduced]
    strides, stride = [0] * len(dims), 1
    for axis in reversed(range(len(dims))):
        strides[axis], stride = stride, stride * dims[axis]

    def offsets(axes):
        ranges = (range(0, dims[axis] * strides[axis], strides[axis]) if strides[axis] else [0] * dims[axis] for axis in axes)
        return [sum(parts) for parts in product(*ranges)]

    keepdims = attributes.get("keepdims", 1)
    out = [1 if axis in reduced else dims[axis] for axis in range(len(dims)) if keepdims or axis not in reduced]
    values = list(FORMATS[CODES[data.code]].decode(data.raw))
    assert len(values) == stride, "elements that the dims do not count"
    within = offsets(sorted(reduced))
    return out, ([values[start + each] for each in within] for start in offsets(kept))

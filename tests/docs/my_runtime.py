"""A toy runtime of a newcomer, who knows protobuf and numpy: four operators, with an interface of its own."""

import numpy

DTYPES = {1: "f4", 6: "i4", 7: "i8", 9: "?", 11: "f8"}
version = "0.1"


def varint(data, at):
    value = shift = 0
    while data[at] > 127:
        value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
    value |= data[at] << shift
    return (value - (1 << 64) if value >> 63 else value), at + 1


def fields(data):
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 5:
            value, at = data[at : at + 4], at + 4
        else:
            value, at = varint(data, at)
            if key & 7 == 2:
                value, at = data[at : at + value], at + value
        found.setdefault(key >> 3, []).append(value)
    return found


def constant(tensor):
    dtype = DTYPES.get(tensor[2][0])
    if dtype is None:
        raise NotImplementedError("constants of type %d" % tensor[2][0])
    return numpy.frombuffer(tensor[9][0], dtype).reshape(tensor.get(1, []))


kernels = {"ReduceSum": numpy.sum, "ReduceMax": numpy.max, "ReduceMin": numpy.min}


class Model:
    def __init__(self, data):
        self.graph = fields(fields(data)[7][0])

    def run(self, values):
        for tensor in map(fields, self.graph.get(5, [])):
            values[tensor[8][0].decode()] = constant(tensor)
        for node in map(fields, self.graph[1]):
            operator, inputs = node[4][0].decode(), [values[name.decode()] for name in node[1] if name]
            if operator == "Identity":
                result = inputs[0]
            elif operator in kernels:
                result = self.reduce(operator, inputs, {a[1][0].decode(): a for a in map(fields, node.get(5, []))})
            else:
                raise NotImplementedError(operator)
            values[node[2][0].decode()] = result
        return values

    def reduce(self, operator, inputs, attributes):
        axes = inputs[1] if len(inputs) > 1 else attributes.get("axes", {}).get(8)
        noop = attributes.get("noop_with_empty_axes", {}).get(3, [0])[0]
        axes = tuple(int(a) for a in axes) if axes is not None and len(axes) else () if noop else None
        kept = bool(attributes.get("keepdims", {}).get(3, [1])[0])
        more = {"dtype": inputs[0].dtype} if operator == "ReduceSum" else {}
        return kernels[operator](inputs[0], axis=axes, keepdims=kept, **more)

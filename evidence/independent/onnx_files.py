"""Reads the parts of ONNX's protobuf messages that models of one node and tensors need: only the wire format."""

from collections import namedtuple
from struct import unpack

Tensor = namedtuple("Tensor", "name code dims raw")  # code: TensorProto.DataType; raw: little-endian elements
Sparse = namedtuple("Sparse", "values indices dims")
Node = namedtuple("Node", "op inputs outputs attributes")
STRING = 8
Model = namedtuple("Model", "opset node inputs initializers")  # names of graph inputs; tensors by name


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    """Lists of the values of a message, by the number of the field: integers, or bytes."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at) if key & 7 == 2 else ({1: 8, 5: 4}[key & 7], at)
            value, at = data[at : at + size], at + size
        found.setdefault(key >> 3, []).append(value)
    return found


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def integers(values):
    """A repeated int64 field, packed or not."""
    result = []
    for value in values:
        at = 0
        if isinstance(value, int):
            result.append(signed(value))
            continue
        while at < len(value):
            number, at = varint(value, at)
            result.append(signed(number))
    return result


def text(found, number):
    return [value.decode() for value in found.get(number, [])]


def tensor(data):
    """A TensorProto whose elements are raw_data, float_data, int64_data, or strings."""
    found = fields(data)
    raw = found.get(9, [b""])[-1]
    if 4 in found:
        raw = b"".join(found[4])
    if 7 in found:
        raw = b"".join(value.to_bytes(8, "little", signed=True) for value in integers(found[7]))
    if found[2][0] == STRING:
        raw = found.get(6, [])
    return Tensor("".join(text(found, 8)), found[2][0], integers(found.get(1, [])), raw)


def batched(raw):
    """Floats one by one, packed or not."""
    return [raw[at : at + 4] for at in range(0, len(raw), 4)]


def sparse(data):
    """A SparseTensorProto."""
    found = fields(data)
    return Sparse(tensor(found[1][0]), tensor(found[2][0]), integers(found.get(3, [])))


def attribute(data):
    """Name and value of an AttributeProto: a float, an integer, a string, a tensor, or a list."""
    found = fields(data)
    read = {
        1: lambda: unpack("<f", found[2][0])[0],
        2: lambda: signed(found.get(3, [0])[0]),
        3: lambda: text(found, 4)[0],
        4: lambda: tensor(found[5][0]),
        6: lambda: [unpack("<f", each)[0] for value in found.get(7, []) for each in batched(value)],
        8: lambda: text(found, 9),
        11: lambda: sparse(found[22][0]),
        7: lambda: integers(found.get(8, [])),
    }
    return text(found, 1)[0], read[found[20][0]]()


def model(data):
    """A ModelProto whose graph is one node."""
    whole = fields(data)
    graph = fields(whole[7][0])
    (encoded,), (opset,) = graph[1], whole[8]
    found = fields(encoded)
    node = Node(text(found, 4)[0], text(found, 1), text(found, 2), dict(map(attribute, found.get(5, []))))
    held = {each.name: each for each in map(tensor, graph.get(5, []))}
    inputs = [name for value in graph.get(11, []) for name in text(fields(value), 1)]
    return Model(fields(opset)[2][0], node, inputs, held)

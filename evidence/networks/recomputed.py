"""Computes elements of nodes again: numpy in long doubles, by formulas of its own. It does not use the suite's oracle.

Reads a list of {"folder", "output", "index"} as JSON from stdin. A folder has a model of one node and its inputs.
Writes a list of the elements as text, null for an operator without a formula here.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper


def batch_normalization(node, x, scale, bias, mean, variance):
    channels = (1, -1) + (1,) * (x.ndim - 2)
    scale, bias, mean, variance = (one.reshape(channels) for one in (scale, bias, mean, variance))
    epsilon = np.float32(node.get("epsilon", 1e-5))
    return (x - mean) / np.sqrt(variance + epsilon) * scale + bias


def clip(node, x, low=None, high=None):
    least, most = (node.get(name) for name in ("min", "max"))
    low = np.float32(-np.inf if least is None else least) if low is None else low
    high = np.float32(np.inf if most is None else most) if high is None else high
    return np.minimum(np.maximum(x, low), high)


def sliced(node, x, starts=None, ends=None, axes=None, steps=None):
    starts = node["starts"] if starts is None else starts.tolist()
    ends = node["ends"] if ends is None else ends.tolist()
    axes = node.get("axes", range(len(starts))) if axes is None else axes.tolist()
    steps = [1] * len(starts) if steps is None else steps.tolist()
    for start, end, axis, step in zip(starts, ends, axes, steps):
        size = x.shape[axis]
        start, end = (int(one) + size if one < 0 else int(one) for one in (start, end))
        start = min(max(start, 0), size if step > 0 else size - 1)
        end = min(max(end, 0 if step > 0 else -1), size)
        x = np.take(x, range(start, end, int(step)), axis)
    return x


def pool_mean(node, x):
    return x.mean(axis=tuple(range(2, x.ndim)), keepdims=True)


def softmax(node, x):
    # before opset 13, over all dimensions from the axis on
    is_old = node["opset"] < 13
    axis = node.get("axis", 1 if is_old else -1) % x.ndim
    axes = tuple(range(axis, x.ndim)) if is_old else axis
    powers = np.exp(x - x.max(axis=axes, keepdims=True))
    return powers / powers.sum(axis=axes, keepdims=True)


FORMULAS = {
    "Add": lambda node, a, b: a + b,
    "BatchNormalization": batch_normalization,
    "Clip": clip,
    "Concat": lambda node, *parts: np.concatenate(parts, node["axis"]),
    "Constant": lambda node: numpy_helper.to_array(node["value"]),
    "Div": lambda node, a, b: a / b,
    "Exp": lambda node, x: np.exp(x),
    "GlobalAveragePool": pool_mean,
    "HardSigmoid": lambda node, x: np.clip(
        np.float32(node.get("alpha", 0.2)) * x + np.float32(node.get("beta", 0.5)), 0, 1
    ),
    "Log": lambda node, x: np.log(x),
    "MatMul": lambda node, a, b: a @ b,
    "Mul": lambda node, a, b: a * b,
    "Pow": lambda node, a, b: np.power(a, b),
    # 0 of either sign for a zero, and never -0 for a negative number
    "Relu": lambda node, x: np.where(x < 0, 0, x),
    "Sigmoid": lambda node, x: 1 / (1 + np.exp(-x)),
    "Size": lambda node, x: np.array(x.size),
    "Slice": sliced,
    "Softmax": softmax,
    "Sqrt": lambda node, x: np.sqrt(x),
    "Sub": lambda node, a, b: a - b,
}


def inputs_of(folder, graph):
    given = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    own = [one.name for one in graph.input if one.name not in given]
    for i, name in enumerate(own):
        tensor = onnx.TensorProto()
        tensor.ParseFromString((folder / "test_data_set_0" / f"input_{i}.pb").read_bytes())
        given[name] = numpy_helper.to_array(tensor)
    return given


def wide(x):
    return x.astype(np.longdouble) if x.dtype.kind == "f" else x


def element(folder, output, index):
    model = onnx.load(folder / "model.onnx")
    graph = model.graph
    [node] = graph.node
    formula = FORMULAS.get(node.op_type)
    if formula is None or output > 0:
        return None
    attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
    attributes["opset"] = model.opset_import[0].version
    given = inputs_of(folder, graph)
    result = formula(attributes, *(wide(given[name]) if name else None for name in node.input))
    value = result[tuple(index)]
    return str(value) if value.dtype.kind == "i" else np.format_float_scientific(value, precision=21, unique=False)


if __name__ == "__main__":
    json.dump([element(Path(one["folder"]), one["output"], one["index"]) for one in json.load(sys.stdin)], sys.stdout)

"""A toy: reductions over numpy, with the interface of onnx.backend.base.Backend. Ours, not ONNX's own evaluator.

onnx-conformance run --backend python:./docs/examples/numpy_toy_backend.py
"""

import numpy as np
from onnx import helper, numpy_helper
from onnx.backend.base import Backend, BackendRep

np.seterr(all="ignore")
kernels = {
    "ReduceSum": lambda x, **how: np.sum(x, dtype=x.dtype, **how),
    "ReduceProd": lambda x, **how: np.prod(x, dtype=x.dtype, **how),
    "ReduceSumSquare": lambda x, **how: np.sum(x * x, dtype=x.dtype, **how),
    "ReduceL1": lambda x, **how: np.sum(np.abs(x), dtype=x.dtype, **how),
    "ReduceL2": lambda x, **how: np.sqrt(np.sum(x * x, **how)).astype(x.dtype),
    "ReduceLogSum": lambda x, **how: np.log(np.sum(x, **how)).astype(x.dtype),
    "ReduceMean": lambda x, **how: np.mean(x, **how).astype(x.dtype),
    "ReduceMax": lambda x, **how: np.max(x, **how),
    "ReduceMin": lambda x, **how: np.min(x, **how),
}


class Prepared(BackendRep):
    def __init__(self, model):
        self.graph = model.graph

    def run(self, inputs, **kwargs):
        values = {tensor.name: numpy_helper.to_array(tensor) for tensor in self.graph.initializer}
        values.update(zip([i.name for i in self.graph.input if i.name not in values], inputs))
        for node in self.graph.node:
            if node.op_type not in kernels:
                raise NotImplementedError(node.op_type)
            attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
            axes = attributes.get("axes") if len(node.input) < 2 else values.get(node.input[1])
            noop = attributes.get("noop_with_empty_axes", 0)
            axes = tuple(axes) if axes is not None and len(axes) else () if noop else None
            kept = bool(attributes.get("keepdims", 1))
            values[node.output[0]] = kernels[node.op_type](values[node.input[0]], axis=axes, keepdims=kept)
        return [values[output.name] for output in self.graph.output]


class NumpyToy(Backend):
    prepare = classmethod(lambda cls, model, device="CPU", **kwargs: Prepared(model))

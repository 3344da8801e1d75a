"""A starting point: a backend for onnx-conformance, with the interface of onnx.backend.base. Needs onnx and numpy.

    onnx-conformance run --backend python:./backend.py
"""

from onnx.backend.base import Backend, BackendRep

__version__ = "0.0.0"


class Prepared(BackendRep):
    def __init__(self, model):
        self.model = model  # 1. load it, e.g. self.session = my_runtime.load(model.SerializeToString())

    def run(self, inputs, **kwargs):
        """Takes arrays in the order of the graph's inputs; returns arrays in the order of its outputs."""
        # 2. run it, e.g. return self.session(inputs)
        # 3. raise NotImplementedError for what the runtime does not implement, any other error for what goes wrong
        raise NotImplementedError("nothing is run yet")


class MyBackend(Backend):
    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        return Prepared(model)

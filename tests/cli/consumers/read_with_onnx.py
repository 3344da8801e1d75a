"""Reads every vector below a folder as ONNX's own Python package does, and prints what it found as JSON."""

import json
import pathlib
import sys

import onnx
from onnx import numpy_helper

counts = {"models": 0, "checked": 0, "tensors": 0, "newest": onnx.defs.onnx_opset_version()}
for path in sorted(pathlib.Path(sys.argv[1]).rglob("model.onnx")):
    model = onnx.load(path)
    counts["models"] += 1
    if model.opset_import[0].version <= counts["newest"]:
        onnx.checker.check_model(model, full_check=True)
        counts["checked"] += 1
    declared = {"input": model.graph.input, "output": model.graph.output}
    for role, values in declared.items():
        for i, value in enumerate(values):
            tensor = onnx.TensorProto()
            tensor.ParseFromString((path.parent / "test_data_set_0" / f"{role}_{i}.pb").read_bytes())
            array = numpy_helper.to_array(tensor)
            kind = value.type.tensor_type
            dims = tuple(dim.dim_value for dim in kind.shape.dim)
            assert (tensor.name, tensor.data_type, array.shape) == (value.name, kind.elem_type, dims), path
            counts["tensors"] += 1
print(json.dumps(counts))

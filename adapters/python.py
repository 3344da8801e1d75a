"""Serves a Python runtime over the backend protocol (docs/backend-protocol.md): python.py TARGET

TARGET is a module, or a name in one, or the path of a .py file, that has
  ReferenceEvaluator   as onnx.reference has it: ReferenceEvaluator(model).run(names, feeds)
  InferenceSession     as onnxruntime has it: InferenceSession(bytes).run(names, feeds)
  prepare              as onnx.backend.base.Backend has it: prepare(model, device).run(inputs); a class of that kind will do
What raises NotImplementedError, or an error whose name says so, is not supported. Needs the packages onnx and numpy.
"""

import importlib
import importlib.util
import json
import os
import platform
import sys

stdin, stdout = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # whatever is printed, by compiled code too, must not end up among the answers

try:
    import numpy
    import onnx
    from onnx import numpy_helper
except ImportError as error:
    sys.exit(f"{sys.executable} lacks a package: {error}; install it, or name another interpreter: python@/path/to/python3:TARGET")


class Unsupported(Exception):
    """Tells a model that the runtime does not implement from one that goes wrong."""


def find(target):
    """The object that a dotted name or a path stands for."""
    if target.endswith(".py"):
        spec = importlib.util.spec_from_file_location(os.path.basename(target)[:-3], target)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    sys.path.insert(0, os.getcwd())
    names = target.split(".")
    for end in range(len(names), 0, -1):
        try:
            found = importlib.import_module(".".join(names[:end]))
        except ModuleNotFoundError as error:
            if end == 1 or error.name not in [".".join(names[:i]) for i in range(1, end + 1)]:
                raise
            continue
        for name in names[end:]:
            found = getattr(found, name)
        return found


def backend_in(found):
    """What has `prepare`: the object itself, or the one class of that kind that a module defines."""
    if hasattr(found, "prepare"):
        return found
    own = [c for c in vars(found).values() if isinstance(c, type) and c.__module__ == found.__name__ and hasattr(c, "prepare")]
    return own[0] if len(own) == 1 else None


def loader(found):
    """A function from the bytes of a model to a function from (output names, inputs by name) to values."""
    if hasattr(found, "InferenceSession"):
        options = found.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return lambda data: found.InferenceSession(data, options, providers=["CPUExecutionProvider"]).run
    if hasattr(found, "ReferenceEvaluator"):
        return lambda data: found.ReferenceEvaluator(onnx.ModelProto.FromString(data)).run
    backend = backend_in(found)
    if backend is None:
        sys.exit(f"{target} has none of ReferenceEvaluator, InferenceSession and prepare (as onnx.backend.base.Backend has it)")

    def load(data):
        model = onnx.ModelProto.FromString(data)
        if hasattr(backend, "is_compatible") and not backend.is_compatible(model):
            raise Unsupported("is_compatible(model) is false")
        prepared = backend.prepare(model, "CPU")
        outputs = [output.name for output in model.graph.output]

        def run(names, feeds):
            values = dict(zip(outputs, prepared.run(list(feeds.values()))))
            return [values[name] for name in names]

        return run

    return load


def to_array(data):
    return numpy_helper.to_array(onnx.TensorProto.FromString(data)).copy()  # of its own, and may be written to


def to_bytes(value, name):
    return numpy_helper.from_array(numpy.asarray(value), name).SerializeToString()


def has_bfloat16():
    """Older versions of onnx widen bfloat16 to float32, which would not be what the runtime was asked."""
    tensor = onnx.TensorProto(data_type=onnx.TensorProto.BFLOAT16, dims=[1], raw_data=b"\0\0")
    return numpy_helper.to_array(tensor).dtype.itemsize == 2


def answer(header, payloads=()):
    stdout.write(json.dumps(header).encode() + b"\n" + b"".join(payloads))
    stdout.flush()


def hello(request):
    if request["protocol"] != 1:
        raise ValueError("protocol 1 is spoken here")
    top = importlib.import_module(target.split(".")[0]) if not target.endswith(".py") else found
    version = str(getattr(found, "__version__", getattr(top, "__version__", "unknown")))
    about = {"python": platform.python_version(), "numpy": numpy.__version__, "onnx": onnx.__version__}
    dtypes = "float16 float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64 bool".split()
    answer({
        "id": request["id"], "status": "ok", "methods": ["run", "session"],
        "dtypes": dtypes + ["bfloat16"] * has_bfloat16(),
        "backend": {"name": os.path.basename(target), "version": version, **about},
    })  # fmt: skip


def listed(names, tensors):
    return [{"name": name, "size": len(tensor)} for name, tensor in zip(names, tensors)]


def run(request):
    model = stdin.read(request["model"])
    data = {entry["name"]: stdin.read(entry["size"]) for entry in request["inputs"]}
    values = load(model)(request["outputs"], {name: to_array(tensor) for name, tensor in data.items()})
    tensors = [to_bytes(value, name) for value, name in zip(values, request["outputs"])]
    answer({"id": request["id"], "status": "ok", "outputs": listed(request["outputs"], tensors)}, tensors)


def session(request):
    """Models stay loaded, inputs of one kind share a buffer, outputs are kept: what is wrong with that shows here."""
    models = [stdin.read(size) for size in request["models"]]
    asked = [{e["name"]: stdin.read(e["size"]) for e in run["inputs"]} for run in request["runs"]]
    loaded, buffers, done = {}, {}, []
    for number, (entry, data) in enumerate(zip(request["runs"], asked)):
        request["run"] = number
        feeds = {}
        for name, tensor in data.items():
            array = to_array(tensor)
            feeds[name] = buffers.setdefault((name, array.dtype, array.shape), array)
            feeds[name][...] = array
        if entry["model"] not in loaded:
            loaded[entry["model"]] = load(models[entry["model"]])
        values = loaded[entry["model"]](entry["outputs"], feeds)
        once = [to_bytes(value, name) for value, name in zip(values, entry["outputs"])]
        done.append((entry["outputs"], values, once, list(feeds), [to_bytes(a, n) for n, a in feeds.items()]))
    runs, payloads = [], []
    for names, values, outputs, fed, inputs in done:
        later = [to_bytes(value, name) for value, name in zip(values, names)]
        runs.append({"outputs": listed(names, outputs), "inputs": listed(fed, inputs), "later": listed(names, later)})
        payloads += outputs + inputs + later
    answer({"id": request["id"], "status": "ok", "runs": runs}, payloads)


def serve():
    methods = {"hello": hello, "run": run, "session": session}
    for line in iter(stdin.readline, b""):
        request = json.loads(line)
        try:
            methods[request["method"]](request)
        except Exception as error:
            kinds = [kind.__name__ for kind in type(error).__mro__]
            missing = any("NotImplemented" in kind or "Unsupported" in kind for kind in kinds)
            said = f"{kinds[0]}: {error}"[:1000]
            run_number = {"run": request["run"]} if "run" in request else {}
            answer({"id": request["id"], "status": "unsupported" if missing else "failed", "message": said, **run_number})


if len(sys.argv) != 2:
    sys.exit("usage: python.py TARGET, e.g. onnx.reference, onnxruntime, my_backend or ./my_backend.py")
target = sys.argv[1]
try:
    found = find(target)
except Exception as error:
    sys.exit(f"{target} cannot be loaded: {type(error).__name__}: {error}")
load = loader(found)
serve()

"""Serves a Python runtime over the backend protocol (docs/backend-protocol.md): python.py TARGET

TARGET is a module, or a name in one, or the path of a .py file, that has
  InferenceSession     as in onnxruntime: InferenceSession(bytes).run(names, feeds)
  ReferenceEvaluator   as in onnx.reference: ReferenceEvaluator(model).run(names, feeds)
                       both take and return lists of arrays for sequences, and None for an optional without content
  prepare              as in onnx.backend.base.Backend: prepare(model, device).run(inputs); a class with it is enough
Definitions of the module take precedence over its imports; within each, the first in this order is used.
A model is not supported if loading or running it raises NotImplementedError, or an error with such a name. An output of another
kind than the declared one is a failure. Needs the packages onnx and numpy.
"""

import ctypes
import importlib
import importlib.util
import json
import os
import platform
import re
import sys
import types

# otherwise onnxruntime records every session and sends the records: the user has to decide on that
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
stdin, stdout = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # printed text, also from compiled code, must not be mixed with the answers

try:
    import numpy
    import onnx
    from onnx import helper, numpy_helper
except ImportError as error:
    remedy = "install it, activate an environment that has it, or name one: python@/path/to/python3:TARGET"
    sys.exit(f"{sys.executable} lacks a package: {error}; {remedy}")


def find(target):
    """Returns the object with a dotted name, or the module at a path."""
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


def defines(found, name):
    """Whether an object defines a name and did not import it. For a package, its modules may define it."""
    if not hasattr(found, name):
        return False
    module = getattr(getattr(found, name), "__module__", None)
    return not isinstance(found, types.ModuleType) or module is None or f"{module}.".startswith(f"{found.__name__}.")


def backend_in(found):
    """Returns the object with `prepare`: the target itself, or the only such class that a module defines."""
    if defines(found, "prepare"):
        return found
    classes = {c.__name__: c for c in vars(found).values() if isinstance(c, type) and c.__module__ == found.__name__ and hasattr(c, "prepare")}
    if len(classes) > 1:
        sys.exit(f"{target} has several classes with prepare: {', '.join(classes)}; leave one in it, or give it a function prepare")
    return next(iter(classes.values()), None)


def kind_of(found):
    """Returns the class that runs a target. Its own definitions take precedence over imports, which may belong to another runtime."""
    kinds = {"InferenceSession": OnnxRuntime, "ReferenceEvaluator": Evaluator}
    own = next((kind for name, kind in kinds.items() if defines(found, name)), None)
    if own or backend_in(found):
        return own or DeviceBackend
    return next((kind for name, kind in kinds.items() if hasattr(found, name)), DeviceBackend)


class Failure(Exception):
    """An answer without outputs: its status and message."""


class Evaluator:
    """A runtime with ReferenceEvaluator. Raises Failure for an unknown provider."""

    lacks = ()  # dtypes
    values = True  # sequences and optionals
    not_implemented = r"^No implementation for operator|is not implemented yet"  # RuntimeErrors of onnx.reference
    opsets = None  # all of them

    def __init__(self, found, provider):
        self.found, self.provider = found, "CPU"
        if provider.upper() != "CPU":
            raise Failure("failed", f"it has no execution provider {provider}; it knows CPU")

    def load(self, data):
        """Loads the bytes of a model. Returns a function from (output names, inputs by name) to values."""
        return self.found.ReferenceEvaluator(onnx.ModelProto.FromString(data)).run

    def unwrapped(self, value):
        """Converts an output to a TensorProto without a name."""
        array = numpy.asarray(value)
        return numpy_helper.from_array(array.astype(object) if array.dtype.kind in "SU" else array)

    def explain(self, error):
        """Returns the message of an error of `load` or its result, and whether it reports a missing implementation."""
        kinds = [kind.__name__ for kind in type(error).__mro__]
        missing = any("NotImplemented" in kind or "Unsupported" in kind for kind in kinds)
        said = str(error).partition(", proto is ")[0]  # the whole model follows
        return f"{kinds[0]}: {said}", missing or re.search(self.not_implemented, str(error)) is not None


def package_of(found):
    """Returns the object with the other names of onnxruntime: the target itself, or the package of its class or of a base class."""
    kinds = getattr(found.InferenceSession, "__mro__", ())
    for one in [found, *(sys.modules.get(kind.__module__.split(".")[0]) for kind in kinds)]:
        if hasattr(one, "get_available_providers") and hasattr(one, "SessionOptions"):
            return one
    names = "get_available_providers and SessionOptions"
    sys.exit(f"{target} has InferenceSession without {names}, which onnxruntime also has; define prepare instead")


class OnnxRuntime(Evaluator):
    """A runtime with InferenceSession, on one of its execution providers."""

    lacks = ("complex64", "complex128", "float6e2m3", "float6e3m2")  # no model that names them can be loaded
    opsets = [7]  # and later: docs/Versioning.md of onnxruntime, "Backwards compatibility"
    # its messages about missing implementations, as opposed to failures; the first concerns future opsets
    not_implemented = r"is under development and support for this is limited|Failed to find kernel for|[Nn]ot supported (?:now|for|with)|Unsupported pooling size"
    before_message = r"^\w+: \[ONNXRuntimeError\] : \d+ : \w+ : (\S+\.(h|cc|cpp):\d+ .*?\) (?=[A-Z]))?"  # status, C++ source

    def __init__(self, found, provider):
        short = lambda name: name.removesuffix("ExecutionProvider")
        self.package = package_of(found)
        available = {short(name).lower(): name for name in self.package.get_available_providers()}
        name = available.get(short(provider).lower())
        if name is None:
            raise Failure("failed", f"it has no execution provider {provider}; it knows {', '.join(map(short, available.values()))}")
        self.found, self.name, self.provider = found, name, short(name)
        self.options = self.package.SessionOptions()
        self.options.log_severity_level = 4
        self.options.intra_op_num_threads = self.options.inter_op_num_threads = 1
        used = self.session(identity()).get_providers()[0]
        if used != name:
            raise Failure("failed", f"it cannot use {name} here: it falls back to {used}")

    def session(self, data):
        return self.found.InferenceSession(data, self.options, providers=[self.name])

    def load(self, data):
        session = self.session(data)
        types = [value.type for value in session.get_inputs() + session.get_outputs()]
        if not any(re.match(r"tensor\((bfloat16|float8|float4|u?int[24]\b)", name) for name in types):
            return session.run

        def run(names, feeds):
            return session.run_with_ort_values(names, {name: self.wrapped(value) for name, value in feeds.items()})

        return run

    def wrapped(self, array):
        """Returns an array as an OrtValue on the same memory; elements below a byte are packed into a copy."""
        if array.dtype.type.__module__ == "numpy":
            return self.package.OrtValue.ortvalue_from_numpy(array)
        held = numpy_helper.from_array(array).raw_data
        plain = array.view(f"u{array.dtype.itemsize}")
        if len(held) < plain.nbytes:  # its elements are counted by the shape, and its bytes are the first ones
            plain = numpy.frombuffer(held.ljust(plain.nbytes, b"\0"), "u1").reshape(array.shape).copy()
        return self.package.OrtValue.ortvalue_from_numpy_with_onnx_type(plain, helper.np_dtype_to_tensor_dtype(array.dtype))

    def unwrapped(self, value):
        """Converts an output to a TensorProto from the memory of its OrtValue, since numpy may lack its type."""
        if not isinstance(value, getattr(self.package, "OrtValue", ())) or value.element_type() == onnx.TensorProto.STRING:
            return super().unwrapped(value)
        raw = ctypes.string_at(value.data_ptr(), value.tensor_size_in_bytes()) if value.tensor_size_in_bytes() else b""
        return onnx.TensorProto(data_type=value.element_type(), dims=value.shape(), raw_data=raw)

    def explain(self, error):
        said, missing = super().explain(error)
        return re.sub(self.before_message, "", said, flags=re.DOTALL), missing


class DeviceBackend(Evaluator):
    """A runtime with prepare, on a device of onnx.backend.base."""

    values = False

    def __init__(self, found, provider):
        self.backend, self.provider = backend_in(found) or (found if hasattr(found, "prepare") else None), provider.upper()
        if self.backend is None:
            sys.exit(f"{target} has no ReferenceEvaluator, InferenceSession or prepare (as in onnx.backend.base.Backend)")
        if hasattr(self.backend, "supports_device") and not self.backend.supports_device(self.provider):
            raise Failure("failed", f"it does not support the device {self.provider}")

    def load(self, data):
        model = onnx.ModelProto.FromString(data)
        if hasattr(self.backend, "is_compatible") and not self.backend.is_compatible(model):
            raise NotImplementedError("is_compatible(model) is false")
        prepared = self.backend.prepare(model, self.provider)
        outputs = [output.name for output in model.graph.output]

        def run(names, feeds):
            values = dict(zip(outputs, listed(prepared.run(list(feeds.values())), outputs)))
            return [values[name] for name in names]

        return run


def identity():
    """Returns the bytes of a model for which every provider has a kernel."""
    x, y = (helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "identity", [x], [y])
    return helper.make_model(graph, ir_version=7, opset_imports=[helper.make_opsetid("", 13)]).SerializeToString()


def ask(work, *arguments):
    """Returns the runtime's result. Only its own errors may report a missing implementation."""
    try:
        return work(*arguments)
    except Exception as error:
        said, missing = runtime.explain(error)
        raise Failure("unsupported" if missing else "failed", said) from error


def listed(values, names):
    """Returns the result of `run` if it has one value for each name."""
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"run returned a {type(values).__name__}, where a list or tuple of {len(names)} outputs is due")
    if len(values) != len(names):
        raise TypeError(f"run returned {len(values)} values, where {len(names)} outputs are due")
    return values


def to_array(tensor):
    """Returns a writable array with separate memory; numpy_helper would end strings at a NUL."""
    if tensor.data_type == onnx.TensorProto.STRING:
        return numpy.array([text.decode() for text in tensor.string_data], object).reshape(tuple(tensor.dims))
    return numpy_helper.to_array(tensor).copy()


def to_value(data, kind):
    """Returns an array; for a sequence a list of arrays, for an optional its content or None."""
    if kind.startswith("seq("):
        return to_list(onnx.SequenceProto.FromString(data))
    if kind.startswith("optional("):
        held = onnx.OptionalProto.FromString(data)
        if held.elem_type == onnx.OptionalProto.SEQUENCE:
            return to_list(held.sequence_value)
        return to_array(held.tensor_value) if held.elem_type == onnx.OptionalProto.TENSOR else None
    return to_array(onnx.TensorProto.FromString(data))


def to_list(sequence):
    return [to_array(tensor) for tensor in sequence.tensor_values]


def to_proto(value, kind):
    if kind.startswith("seq("):
        return onnx.SequenceProto(elem_type=onnx.SequenceProto.TENSOR, tensor_values=[runtime.unwrapped(one) for one in value])
    if kind.startswith("optional("):
        content = kind[len("optional(") : -1]
        if value is None:
            return onnx.OptionalProto(elem_type=onnx.OptionalProto.UNDEFINED)
        if content.startswith("seq("):
            return onnx.OptionalProto(elem_type=onnx.OptionalProto.SEQUENCE, sequence_value=to_proto(value, content))
        return onnx.OptionalProto(elem_type=onnx.OptionalProto.TENSOR, tensor_value=to_proto(value, content))
    return runtime.unwrapped(value)


def to_bytes(value, name, kind=""):
    try:
        proto = to_proto(value, kind)
        proto.name = name
        return proto.SerializeToString()
    except Exception as error:
        raise TypeError(f"the output {name} is a {type(value).__name__} and no {kind or 'tensor'}: {error}") from error


def type_text(kind):
    """Returns the name of a type in headers: 'seq(float32)'; '' for a tensor."""
    which = kind.WhichOneof("value")
    if which in ("sequence_type", "optional_type"):
        inner = getattr(kind, which).elem_type
        return f"{'seq' if which == 'sequence_type' else 'optional'}({type_text(inner) or dtype_name(inner.tensor_type.elem_type)})"
    return ""


def output_types(data):
    """Returns the types of a model's outputs that are not tensors, by name."""
    if not speaks_values:
        return {}
    types = {value.name: type_text(value.type) for value in onnx.ModelProto.FromString(data).graph.output}
    return {name: kind for name, kind in types.items() if kind}


def numpy_type(code):
    if hasattr(helper, "tensor_dtype_to_np_dtype"):
        return helper.tensor_dtype_to_np_dtype(code)
    from onnx.mapping import TENSOR_TYPE_TO_NP_TYPE  # its place before onnx 1.13

    return TENSOR_TYPE_TO_NP_TYPE[code]


def dtype_name(code):
    name = onnx.TensorProto.DataType.Name(code)
    return {"FLOAT": "float32", "DOUBLE": "float64"}.get(name, name.lower())


def dtypes():
    """Returns the dtypes whose arrays have the same type: older versions of onnx widen some, or do not know them."""
    for name, code in onnx.TensorProto.DataType.items():
        try:
            kind = numpy_type(code)
            tensor = numpy_helper.from_array(numpy.array([""] if name == "STRING" else [0]).astype(kind))
            if tensor.data_type == code and numpy_helper.to_array(tensor).dtype == kind:
                yield dtype_name(code)
        except (KeyError, TypeError, ValueError):  # UNDEFINED is not a type
            pass


def answer(header, payloads=()):
    stdout.write(json.dumps(header).encode() + b"\n" + b"".join(payloads))
    stdout.flush()


def hello(request):
    global runtime, speaks_values
    if request["protocol"] != 1:
        raise Failure("failed", "this adapter speaks protocols 1 and 2")
    options = request.get("options", {})
    for name in options.keys() - {"provider"}:
        raise Failure("failed", f"there is no option {name}; use provider")
    runtime = kind_of(found)(found, options.get("provider", "CPU"))
    top = importlib.import_module(target.split(".")[0]) if not target.endswith(".py") else found
    speaks_values = runtime.values and request.get("newest", 1) >= 2
    version = str(getattr(found, "__version__", getattr(top, "__version__", "unknown")))
    about = {"Python": platform.python_version(), "numpy": numpy.__version__, "onnx": onnx.__version__}
    answer({
        "id": request["id"], "status": "ok", "protocol": 2 if speaks_values else 1, "methods": ["run", "session"], "options": options,
        "dtypes": [dtype for dtype in dtypes() if dtype not in runtime.lacks],
        **({"opsets": runtime.opsets} if runtime.opsets else {}),
        "backend": {"name": os.path.basename(target), "version": version, "provider": runtime.provider, **about},
    })  # fmt: skip


def manifest(names, protos, types):
    return [
        {"name": name, "size": len(proto), **({"type": types[name]} if name in types else {})}
        for name, proto in zip(names, protos)
    ]  # fmt: skip


def types_in(entries):
    """Returns the types of a request's values that are not tensors, by name."""
    return {entry["name"]: entry["type"] for entry in entries if "type" in entry}


def run(request):
    model = stdin.read(request["model"])
    feeds = {entry["name"]: to_value(stdin.read(entry["size"]), entry.get("type", "")) for entry in request["inputs"]}
    values = listed(ask(ask(runtime.load, model), request["outputs"], feeds), request["outputs"])
    types = output_types(model)
    protos = [to_bytes(value, name, types.get(name, "")) for value, name in zip(values, request["outputs"])]
    answer({"id": request["id"], "status": "ok", "outputs": manifest(request["outputs"], protos, types)}, protos)


def is_view(value, array):
    return isinstance(value, numpy.ndarray) and numpy.may_share_memory(value, array)


def session(request):
    """Runs a session. Models stay loaded, inputs of one kind share a buffer, and outputs are kept, to find faults of state."""
    models = [stdin.read(size) for size in request["models"]]
    asked = [{e["name"]: to_value(stdin.read(e["size"]), e.get("type", "")) for e in run["inputs"]} for run in request["runs"]]
    loaded, buffers, done = {}, {}, []
    for number, (entry, data) in enumerate(zip(request["runs"], asked)):
        request["run"] = number
        feeds = {}
        for name, array in data.items():
            feeds[name] = array
            if isinstance(array, numpy.ndarray):
                feeds[name] = buffers.setdefault((name, array.dtype, array.shape), array)
                feeds[name][...] = array
        if entry["model"] not in loaded:
            loaded[entry["model"]] = ask(runtime.load, models[entry["model"]])
        values = listed(ask(loaded[entry["model"]], entry["outputs"], feeds), entry["outputs"])
        # numpy may return a view of an input: the next run must not overwrite it
        buffers = {key: array for key, array in buffers.items() if not any(is_view(value, array) for value in values)}
        types = {**output_types(models[entry["model"]]), **types_in(entry["inputs"])}
        once = [to_bytes(value, name, types.get(name, "")) for value, name in zip(values, entry["outputs"])]
        left = [to_bytes(value, name, types.get(name, "")) for name, value in feeds.items()]
        done.append((entry["outputs"], values, once, list(feeds), left, types))
    runs, payloads = [], []
    for names, values, outputs, fed, inputs, types in done:
        later = [to_bytes(value, name, types.get(name, "")) for value, name in zip(values, names)]
        lists = {"outputs": (names, outputs), "inputs": (fed, inputs), "later": (names, later)}
        runs.append({key: manifest(own, protos, types) for key, (own, protos) in lists.items()})
        payloads += outputs + inputs + later
    answer({"id": request["id"], "status": "ok", "runs": runs}, payloads)


def serve():
    methods = {"hello": hello, "run": run, "session": session}
    for line in iter(stdin.readline, b""):
        request = json.loads(line)
        try:
            methods[request["method"]](request)
        except Exception as error:
            status, said = error.args if isinstance(error, Failure) else ("failed", f"{type(error).__name__}: {error}")
            run_number = {"run": request["run"]} if "run" in request else {}
            answer({"id": request["id"], "status": status, "message": said[:1000], **run_number})


if len(sys.argv) != 2:
    sys.exit("usage: python.py TARGET, e.g. onnx.reference, onnxruntime, my_backend or ./my_backend.py")
target = sys.argv[1]
try:
    found = find(target)
except Exception as error:
    sys.exit(f"{target} cannot be loaded: {type(error).__name__}: {error}")
runtime = None
serve()

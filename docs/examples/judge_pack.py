#!/usr/bin/env python3
"""Judges a runtime by a conformance pack (docs/conformance-pack.md). Needs Python 3.8 and numpy.

    python3 judge_pack.py PACK ANSWERS > verdicts.tsv

ANSWERS has a folder for each folder of PACK with a model.onnx, and in it the outputs of the runtime: output_0.pb, ...
(TensorProto with raw_data), or nothing if it refused the model. To call a runtime instead, import judge_pack and
pass it a function from such a folder of PACK to a list of (dtype, dims, values) that raises if the model is refused.
Exits with 1 if a case does not pass, an invalid model is accepted, or PACK was changed.
"""
import hashlib, json, math, sys
from functools import partial
from itertools import islice
from pathlib import Path
import numpy as np

TIERS = ["exact", "faithful", "wide", "native"]


def float_of(width, fraction, bias, special, bits):
    """The float of a bit pattern: sign, exponent and fraction, with infinities and NaN as given by `special`."""
    top = (1 << width - 1) - 1
    sign, magnitude = -1 if bits > top else 1, bits & top
    exponent, rest = divmod(magnitude, 1 << fraction)
    if special == "ieee" and exponent == top >> fraction:
        return math.nan if rest else sign * math.inf
    if (special == "fn" and magnitude == top) or (special == "uz" and bits == top + 1):
        return math.nan
    return sign * math.ldexp(rest + (exponent > 0) * 2**fraction, max(exponent, 1) - bias - fraction)


# the types that numpy has, by TensorProto.DataType
DTYPES = {1: ("float32", "<f4"), 2: ("uint8", "<u1"), 3: ("int8", "<i1"), 4: ("uint16", "<u2"), 5: ("int16", "<i2"),
          6: ("int32", "<i4"), 7: ("int64", "<i8"), 9: ("bool", "<u1"), 10: ("float16", "<f2"), 11: ("float64", "<f8"),
          12: ("uint32", "<u4"), 13: ("uint64", "<u8"), 14: ("complex64", "<c8"), 15: ("complex128", "<c16")}
# and those that it lacks: bits, and a function from them to a value; their elements are packed without gaps
FLOATS = {16: ("bfloat16", 16, 7, 127, "ieee"), 17: ("float8e4m3fn", 8, 3, 7, "fn"), 18: ("float8e4m3fnuz", 8, 3, 8, "uz"),
          19: ("float8e5m2", 8, 2, 15, "ieee"), 20: ("float8e5m2fnuz", 8, 2, 16, "uz"), 23: ("float4e2m1", 4, 1, 1, ""),
          27: ("float6e2m3", 6, 3, 1, ""), 28: ("float6e3m2", 6, 2, 3, "")}
PATTERNS = {code: (name, width, partial(float_of, width, *rest)) for code, (name, width, *rest) in FLOATS.items()}
PATTERNS.update({24: ("float8e8m0", 8, lambda bits: math.nan if bits == 255 else math.ldexp(1, bits - 127)),
                 21: ("uint4", 4, int), 22: ("int4", 4, lambda bits: bits - (bits >> 3 << 4)),
                 25: ("uint2", 2, int), 26: ("int2", 2, lambda bits: bits - (bits >> 1 << 2))})


def varints(data):
    """The numbers in bytes, each with the place after it."""
    value = shift = 0
    for place, byte in enumerate(data, 1):
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            yield value, place
            value = shift = 0


def read_tensor(path):
    """A TensorProto as dtype, dims and values in row-major order: floats, ints, complex or str, which hold all values exactly."""
    data, fields = path.read_bytes(), {}
    while data:
        (key, _), (value, end) = islice(varints(data), 2)
        if key & 7 == 2:  # bytes, after their length
            value, end = data[end:end + value], end + value
        if end > len(data) or key & 7 not in (0, 2):
            raise ValueError("not a TensorProto with raw_data or string_data")
        fields.setdefault(key >> 3, []).append(value)
        data = data[end:]
    one_or_many = lambda part: [part] if isinstance(part, int) else [number for number, _ in varints(part)]
    dims = [dim for part in fields.get(1, []) for dim in one_or_many(part)]
    code, raw = fields[2][-1], fields.get(9, [b""])[-1]
    if code == 8:
        return "string", dims, [text.decode() for text in fields.get(6, [])]
    if code in DTYPES:
        return DTYPES[code][0], dims, np.frombuffer(raw, DTYPES[code][1]).tolist()
    name, width, value = PATTERNS[code]
    bits = np.unpackbits(np.frombuffer(raw, "u1"), bitorder="little")
    end = math.prod(dims) * width
    if not end <= len(bits) < end + 8:
        raise ValueError(f"{len(raw)} bytes of raw_data do not fit {name}{dims}")
    return name, dims, [value(pattern) for pattern in (bits[:end].reshape(-1, width) @ (1 << np.arange(width))).tolist()]


def read_answer(folder):
    """The outputs in a folder, None for one that cannot be read: a wrong answer, not a refusal, which has no outputs."""
    count = len(list(folder.glob("output_*.pb")))
    return [attempt(read_tensor, folder / f"output_{i}.pb") for i in range(count)] or None


def place(x):
    """The sort key of values: -0 comes before 0, NaN after all. Complex numbers and strings are only equal or not."""
    if isinstance(x, complex):
        return place(x.real) + place(x.imag)
    return x if isinstance(x, str) else (math.inf, 2) if x != x else (x, math.copysign(1, x))


def range_of(element, x):
    """The range that contains an answer; None if there is none."""
    read = lambda text: complex(*map(float, text.split())) if isinstance(x, complex) else type(x)(text)
    for entry in [{"value": element, "tier": "exact"}] if isinstance(element, str) else element:
        low, high = (place(read(entry["value"] if "value" in entry else entry[end])) for end in ("from", "to"))
        if low <= place(x) <= high:
            return entry


def judge(case, outputs):
    """Outcome and tier of an answer; no tier if the answer fails, or if any value is allowed."""
    expected = [(want["dtype"], want["dims"]) for want in case["outputs"]]
    if None in outputs or [(dtype, dims) for dtype, dims, _ in outputs] != expected:
        return "fail", None
    tiers, possible = [], {}
    for want, (_, _, values) in zip(case["outputs"], outputs):
        ranges = [range_of(element, x) for element, x in zip(want["elements"], values)]
        if len(values) != len(want["elements"]) or None in ranges:
            return "fail", None
        tiers += [entry["tier"] for entry in ranges if "tier" in entry]
        for policy, choices in (item for entry in ranges for item in entry.get("choices", {}).items()):
            possible[policy] = possible.get(policy, set(choices)) & set(choices)
    if any(policy in possible and not possible[policy] for policy in case.get("consistent", [])):
        return "fail", None  # no choice explains all elements
    return "pass", max(tiers, key=TIERS.index, default=None)


def judge_pack(pack, answer):
    """The id, outcome and tier of each case."""
    about = json.loads((pack / "pack.json").read_text())
    files = [path for part in ("cases", "invalid") for path in sorted((pack / part).rglob("case.json"))]
    folders = [path.parent for path in files if path.parent.name != "control"]
    if not folders or len(folders) != about["cases"] + about["invalid"]:
        sys.exit(f"{pack} holds {len(folders)} cases where pack.json has {about['cases']} + {about['invalid']} invalid")
    if digest_of(pack) != about["digest"]:
        sys.exit(f"{pack} is not as it was written: its digest is not that of pack.json; export it again")
    for folder in folders:
        case, outputs = json.loads((folder / "case.json").read_text()), attempt(answer, folder)
        if outputs is not None:
            yield (case["id"], "accepted", None) if "invalid" in case else (case["id"], *judge(case, outputs))
            continue
        control = folder / "control"  # a refusal counts only if the runtime can run the control
        able = attempt(answer, control) if control.exists() else None
        if "invalid" in case:
            right = able is not None and judge(json.loads((control / "case.json").read_text()), able)[0] == "pass"
            yield case["id"], "rejected" if right else "undecided", None
        else:
            yield case["id"], "error" if able is None else "pass", None


def digest_of(pack):
    sha256 = lambda data: hashlib.sha256(data).hexdigest()
    paths = (path for part in ("cases", "invalid") for path in (pack / part).rglob("*"))
    names = sorted(path.relative_to(pack).as_posix() for path in paths if path.is_file() and path.suffix != ".npy")
    return sha256("".join(f"{sha256((pack / name).read_bytes())}  {name}\n" for name in names).encode())


def attempt(function, path):
    try:
        return function(path)
    except Exception as error:
        print(f"{path}: {error!r}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    PACK, ANSWERS = map(Path, sys.argv[1:])
    failed = False
    for case_id, outcome, tier in judge_pack(PACK, lambda folder: read_answer(ANSWERS / folder.relative_to(PACK))):
        print(case_id, outcome, tier or "-", sep="\t")
        failed |= outcome in ("fail", "error", "accepted")
    sys.exit(failed)

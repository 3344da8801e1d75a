"""
Checks a conformance pack without the code that made it: check_pack.py PACK

Needs only Python. For every case of the operators that it knows it reads model and inputs itself. For each element of the
output it derives, in integers and fractions, which values must be accepted and which may be. It complains if case.json
accepts less than the first, or more than the second, and exits with 1.
"""

import json
import sys
from collections import Counter
from fractions import Fraction
from math import prod
from pathlib import Path

import attentions
import bounded
import casts
import draws
import elements
import moved_windows
import moves
import normalizations
import onnx_files
import pools
import products
import recurrences
import regions
import resizes
import signals
import samples
import softmax
import strings
from answers import ANYTHING, INDICES, OPERATORS, answers
from formats import CODES, FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN, Float, NotANumber
from slices import slices


def ranges_of(element, fmt):
    """The ranges that case.json accepts for one element, as pairs of ends."""
    if isinstance(element, str):
        element = [{"value": element}]
    return [tuple(fmt.read(each.get(end, each.get("value"))) for end in ("from", "to")) for each in element]


def place(value):
    """Numbers in their order: minus zero comes just before zero."""
    return {MINUS_INF: (-1, 0, 0), INF: (1, 0, 0), MINUS_ZERO: (0, 0, -1)}.get(value) or (0, value, 0)


def accepts(ranges, value):
    if value == NAN:
        return (NAN, NAN) in ranges
    return any(first != NAN and place(first) <= place(value) <= place(last) for first, last in ranges)


def of_slices(model, inputs):
    """A reduction: its judge, the formats of its data and its output, the dims of the output and the terms of its elements."""
    is_index = model.node.op in INDICES
    fmt = FORMATS[CODES[inputs[model.node.inputs[0]].code]]
    return answers, fmt, FORMATS["int64"] if is_index else fmt, *slices(model, inputs, is_index)


def of_elements(model, inputs):
    """The same for an elementwise operator."""
    given = [inputs[name] for name in model.node.inputs if name]
    decoded = [(each.dims, each.raw if each.code == onnx_files.STRING else FORMATS[CODES[each.code]].decode(each.raw)) for each in given]
    data = given[1] if model.node.op == "Where" else given[0]
    if model.node.op == "Pow":  # whose exponents have a separate type
        unit = getattr(FORMATS[CODES[given[1].code]], "unit", 1)
        decoded[1] = (given[1].dims, [y if isinstance(y, str) else Fraction(y) * unit for y in decoded[1][1]])
    fmt = FORMATS.get(CODES.get(data.code))
    return of_element, fmt, FORMATS["bool"] if model.node.op in elements.TRUTHS else fmt, *elements.elements(model, decoded)


def of_element(model, fmt, xs):
    if model.node.op not in bounded.OPERATORS:
        return elements.answers(model, fmt, xs)
    right, allowed = bounded.OPERATORS[model.node.op](model, fmt, xs)
    flushed = isinstance(fmt, Float) and elements.is_flushed(fmt, xs[:1], right)
    return right, (ANYTHING if flushed else allowed)


def texts(output, dims, parts):
    """Strings are selected, and do not change."""
    found = [chosen[1] if chosen[0] else chosen[2] for chosen in parts]
    if output["dims"] != dims or [element.encode() for element in output["elements"]] != found:
        yield "other strings than are chosen"


MOVING = {**moves.OPERATORS, **casts.OPERATORS, **strings.OPERATORS, **resizes.OPERATORS, **signals.OPERATORS, **samples.OPERATORS, **regions.OPERATORS}


def show(code, pattern):
    """A moved element, in the notation of case.json."""
    if code == onnx_files.STRING:
        return pattern.decode()
    if code in COMPLEX:
        part = FORMATS[COMPLEX[code]]
        return tuple(part.decode(pattern.to_bytes(part.bits // 4, "little")))
    fmt = FORMATS[CODES[code]]
    return next(iter(fmt.decode(pattern.to_bytes((fmt.bits + 7) // 8, "little"))))


COMPLEX = {14: "float32", 15: "float64"}


def of_moves(model, inputs, case, folder, judged):
    """Moved elements must have the same bits, also in the file of the output; computed elements are judged as elsewhere."""
    arrays = [moves.patterns(inputs[name]) if name else None for name in model.node.inputs]
    outputs = MOVING[model.node.op](moves.Call(model, arrays))
    if len(outputs) != len(case["outputs"]):
        yield f"{len(case['outputs'])} outputs where {len(outputs)} are right"
    for k, (right, output) in enumerate(zip(outputs, case["outputs"])):
        written = moves.patterns(onnx_files.tensor((folder / "test_data_set_0" / f"output_{k}.pb").read_bytes()))
        if (written.code, output["dims"]) != (right.code, list(right.dims)) or written.dims != output["dims"]:
            yield f"output {k}: type {written.code} {output['dims']} where {right.code} {right.dims} is right"
            continue
        judged[model.node.op] += len(right.items)
        elements = output.get("elements", [None] * len(right.items))  # packs leave out those of some operators
        for at, (item, bits, element) in enumerate(zip(right.items, written.items, elements, strict=True)):
            yield from (f"output {k} [{at}] {complaint}" for complaint in of_item(right.code, item, bits, element))


def of_item(code, item, bits, element):
    if not isinstance(item, tuple):
        if code == onnx_files.STRING and not isinstance(item, bytes):
            if casts.read(element) != item:
                yield f"is {element}, where {item} is right"
            return
        if bits != item and not (code not in (onnx_files.STRING, *COMPLEX) and show(code, bits) == show(code, item) == NAN):
            yield f"is {show(code, bits)}, where {show(code, item)} is right, bit for bit"
        if element is None:
            return
        if code == onnx_files.STRING:
            same = element == show(code, item)
        elif code in COMPLEX:
            same = tuple(map(FORMATS[COMPLEX[code]].read, element.split())) == show(code, item)
        else:
            same = set(ranges_of(element, FORMATS[CODES[code]])) == {(show(code, item),) * 2}
        if not same:
            yield f"accepts {element}, where {show(code, item)} is right"
        return
    (right, allowed), fmt = item, FORMATS[CODES[code]]
    yield from judgement(right, allowed, ranges_of(element, fmt), fmt)


def judgement(right, allowed, ranges, fmt):
    """The fault of an element's ranges."""
    yield from (f"rejects {fmt.write(value)}, which is right" for value in right if not accepts(ranges, value))
    for first, last in ranges if allowed is not ANYTHING else []:
        if not (first in allowed if first == last else allowed.holds(first, last, fmt)):
            text = fmt.write(first) if first == last else f"{fmt.write(first)} to {fmt.write(last)}"
            yield f"accepts {text}, where {' or '.join(map(fmt.write, right))} is right"


COMPUTED = {**products.OPERATORS, **moved_windows.OPERATORS, **pools.OPERATORS, **softmax.OPERATORS, **normalizations.OPERATORS, **recurrences.OPERATORS, **attentions.OPERATORS}
"""By operator: a function of (model, inputs with their formats, dims and numbers).
    It returns the format, dims and judgement of each output, or None for a call that it does not know."""


def of_outputs(model, inputs):
    given = [inputs[name] if name else None for name in model.node.inputs]
    decoded = [each and (FORMATS[CODES[each.code]], each.dims, list(FORMATS[CODES[each.code]].decode(each.raw))) for each in given]
    return COMPUTED[model.node.op](model, decoded)


def is_known(case):
    """Operators that the checker knows, in types that it knows; Pow in one type only."""
    dtypes = {case["dtype"], *[output["dtype"] for output in case.get("outputs", [])]}
    return case["operator"] in {*MOVING, *draws.OPERATORS} or case["operator"] in {*OPERATORS, *elements.OPERATORS, *bounded.OPERATORS, *COMPUTED} and dtypes <= {*FORMATS, "string"}


def complaints(case, folder, judged):
    """The faults of a case, in words. It counts the elements that it can judge."""
    model = onnx_files.model((folder / "model.onnx").read_bytes())
    names = [name for name in model.inputs if name not in model.initializers]  # in old models constants are inputs, too
    files = [folder / "test_data_set_0" / f"input_{i}.pb" for i, _ in enumerate(names)]
    inputs = {**model.initializers, **{name: onnx_files.tensor(path.read_bytes()) for name, path in zip(names, files)}}
    if model.node.op in draws.OPERATORS:
        output = onnx_files.tensor((folder / "test_data_set_0" / "output_0.pb").read_bytes())
        judged[model.node.op] += prod(output.dims)
        return (yield from draws.complaints(model.node, next((inputs[name] for name in model.node.inputs), None), output))
    if model.node.op in MOVING:
        return (yield from of_moves(model, inputs, case, folder, judged))
    if model.node.op in COMPUTED:
        found = of_outputs(model, inputs)
        if found is None:
            return
        if len(found) != len(case["outputs"]):
            yield f"{len(case['outputs'])} outputs where {len(found)} are right"
        for output, (right_type, dims, parts) in zip(case["outputs"], found):
            yield from (f"{output['name']}{each}" for each in differences(output, right_type, dims, parts, case["operator"], judged))
        return
    judge, fmt, right_type, dims, parts = of_elements(model, inputs) if model.node.op in {*elements.OPERATORS, *bounded.OPERATORS} else of_slices(model, inputs)
    (output,) = case["outputs"]
    if output["dtype"] == "string":
        judged[case["operator"]] += len(output["elements"])
        return (yield from texts(output, dims, parts))
    yield from differences(output, right_type, dims, (judge(model, fmt, terms) for terms in parts), case["operator"], judged)


def differences(output, right_type, dims, parts, operator, judged):
    """The places where the elements of an output in case.json are not judged right."""
    out = FORMATS[output["dtype"]]
    if output["dims"] != list(dims) or out is not right_type:
        yield f"{output['dtype']} {output['dims']} where {dims} is right"
        return
    parts = list(parts)
    if len(parts) != len(output["elements"]):
        yield f"{len(output['elements'])} elements where {len(parts)} are right"
    for at, ((right, allowed), element) in enumerate(zip(parts, output["elements"])):
        ranges = ranges_of(element, out)
        judged[operator] += bool(right) or allowed is not ANYTHING
        yield from (f"[{at}] {complaint}" for complaint in judgement(right, allowed, ranges, out))


def main(pack):
    cases, wrong, judged = 0, 0, Counter()
    for path in sorted((pack / "cases").rglob("case.json")):
        case = json.loads(path.read_text())
        if not is_known(case):
            continue
        cases += 1
        try:
            found = list(complaints(case, path.parent, judged))
        except NotANumber as error:
            found = [str(error)]
        wrong += len(found)
        for complaint in found:
            print(f"{path.parent.relative_to(pack)}: {complaint}")
    elements = sum(judged.values())
    counts = ", ".join(f"{name} {count}" for name, count in sorted(judged.items()))
    print(f"{elements} elements of {cases} cases ({counts}): {wrong} complaints")
    return 0 if elements and not wrong else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))

"""Writes ai.onnx.json: every version of every operator of ai.onnx, from the registry of an installed onnx.

    pip install onnx==1.23.1 && python3 oracles/spec/schemas/from_onnx.py

It contains only facts: names, types, defaults and counts, but no texts of the schemas.
"""

import json
import pathlib

import numpy
import onnx
from onnx.defs import OpSchema

from ill_typed import ill_typed

DTYPES = {'float': 'float32', 'double': 'float64'}

# the attributes whose number is the code of a type
OF_TYPE = {'dtype', 'output_datatype', 'output_dtype', 'precision', 'softmax_precision', 'stash_type', 'to'}


def value_type(text):
    """Converts `tensor(float)` to `float32`, `seq(tensor(float))` to `seq(float32)`."""
    outer, _, rest = text.partition('(')
    inner = rest[:-1]
    return DTYPES.get(inner, inner) if outer == 'tensor' else f'{outer}({value_type(inner)})'


def parameters(formals, least, constraints):
    """Returns the inputs or outputs of a schema; `least` is their minimum number, needed if the last one is variadic."""
    listed = []
    for formal in formals:
        entry = {'name': formal.name}
        entry['type'] = formal.type_str if formal.type_str in constraints else value_type(formal.type_str)
        if formal.option == OpSchema.FormalParameterOption.Optional:
            entry['optional'] = True
        if formal.option == OpSchema.FormalParameterOption.Variadic:
            entry['variadic'] = 'homogeneous' if formal.is_homogeneous else 'heterogeneous'
            entry['least'] = max(0, least - len(formals) + 1)
        listed.append(entry)
    return listed


def shortest(number):
    """Returns the shortest decimal that parses to a float32."""
    return float(str(numpy.float32(number)))


def default_of(attribute):
    value = onnx.helper.get_attribute_value(attribute.default_value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, float):
        return shortest(value)
    if isinstance(value, (list, tuple)):
        return [item.decode() if isinstance(item, bytes) else item for item in value]
    return value


def attribute_entry(attribute):
    entry = {'name': attribute.name, 'type': attribute.type.name}
    if attribute.required:
        entry['required'] = True
    if attribute.default_value.name:
        entry['default'] = default_of(attribute)
    if attribute.name in OF_TYPE and attribute.type.name == 'INT':
        entry['ofType'] = True
    return entry


def entry(schema):
    constraints = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}
    result = {'name': schema.name, 'since': schema.since_version}
    if schema.deprecated:
        return {**result, 'deprecated': True}
    result['attributes'] = [attribute_entry(schema.attributes[name]) for name in sorted(schema.attributes)]
    result['inputs'] = parameters(schema.inputs, schema.min_input, constraints)
    result['outputs'] = parameters(schema.outputs, schema.min_output, constraints)
    result['types'] = {name: ' '.join(value_type(text) for text in allowed) for name, allowed in constraints.items()}
    if schema.has_function or schema.has_context_dependent_function:
        result['function'] = True
        refused = [{name: value_type(text) for name, text in one.items()} for one in ill_typed(schema)]
        if refused:
            result['illTyped'] = refused
    return result


schemas = [s for s in onnx.defs.get_all_schemas_with_history() if s.domain == '']
schemas.sort(key=lambda s: (s.name, s.since_version))
lines = ',\n'.join(json.dumps(entry(s), separators=(',', ':')) for s in schemas)
target = pathlib.Path(__file__).with_name('ai.onnx.json')
target.write_text(f'{{"onnx":"{onnx.__version__}","schemas":[\n{lines}\n]}}\n')
print(f'{len(schemas)} versions of {len({s.name for s in schemas})} operators, from onnx {onnx.__version__}: {target.name}')

"""Finds types that the constraints of a function allow but none of its bodies: ONNX's own inference checks each body."""

import itertools

import onnx
from onnx import TensorProto, helper, shape_inference

EXAMPLES = {'INT': 1, 'INTS': [0], 'FLOAT': 1.0}


def element(text):
    """Converts `tensor(float)` to a number of TensorProto.DataType; None for other types than tensors."""
    return getattr(TensorProto, text[len('tensor(') : -1].upper()) if text.startswith('tensor(') else None


def bodies(schema, node, types):
    """Yields the function bodies of a call, one for each opset with its own body."""
    serialized = [value.SerializeToString() for value in types]
    for version in schema.context_dependent_function_opset_versions:
        yield schema.get_context_dependent_function_with_opset_version(version, node.SerializeToString(), serialized)
    for version in schema.function_opset_versions:
        yield schema.get_function_with_opset_version(version)


def given(body_node, attributes):
    """Returns a node of a body in which attributes of the call replace the references to them."""
    result = onnx.NodeProto()
    result.CopyFrom(body_node)
    del result.attribute[:]
    for attribute in body_node.attribute:
        value = attributes.get(attribute.ref_attr_name) if attribute.ref_attr_name else attribute
        if value is None:
            continue
        copy = result.attribute.add()
        copy.CopyFrom(value)
        copy.name = attribute.name
        inner = [given(node, attributes) for node in copy.g.node]
        del copy.g.node[:]
        copy.g.node.extend(inner)
    return result


def is_well_typed(body, types, attributes):
    inputs = [helper.make_value_info(name, value) for name, value in zip(body.input, types)]
    outputs = [onnx.ValueInfoProto(name=name) for name in body.output]
    nodes = [given(node, attributes) for node in body.node]
    model = helper.make_model(helper.make_graph(nodes, 'body', inputs, outputs), opset_imports=body.opset_import)
    try:
        shape_inference.infer_shapes(model, check_type=True, strict_mode=True)
    except shape_inference.InferenceError:
        return False
    return True


def admits(schema, binding):
    """Returns True if any body is well typed for the types, or there is no body to check."""
    elements = [element(binding.get(formal.type_str, formal.type_str)) for formal in schema.inputs]
    if None in elements:
        return True
    types = [helper.make_tensor_type_proto(one, None) for one in elements]
    required = {a.name: EXAMPLES[a.type.name] for a in schema.attributes.values() if a.required}
    names = ([formal.name for formal in formals] for formals in (schema.inputs, schema.outputs))
    node = helper.make_node(schema.name, *names, **required)
    defaults = {name: a.default_value for name, a in schema.attributes.items() if a.default_value.name}
    attributes = {**defaults, **{attribute.name: attribute for attribute in node.attribute}}
    known = [onnx.FunctionProto.FromString(body) for body in bodies(schema, node, types)]
    checked = [is_well_typed(body, types, attributes) for body in known if body.node]
    return any(checked) or not checked


def ill_typed(schema):
    """Returns the smallest bindings of type variables of inputs such that no body allows a combination that contains one of them."""
    of_inputs = {formal.type_str for formal in schema.inputs}
    variables = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints if c.type_param_str in of_inputs}
    all_bindings = [dict(zip(variables, types)) for types in itertools.product(*variables.values())]
    verdicts = [(binding, admits(schema, binding)) for binding in all_bindings]
    found = []
    for count in range(1, len(variables) + 1):
        for names in itertools.combinations(variables, count):
            for types in itertools.product(*(variables[name] for name in names)):
                part = dict(zip(names, types))
                if any(one.items() <= part.items() for one in found):
                    continue
                if not any(is_admitted for binding, is_admitted in verdicts if part.items() <= binding.items()):
                    found.append(part)
    return found

"""
RNN, GRU and LSTM, step by step, written from their equations. Numbers are integers in units of 2^-1300, each with its magnitude and
with the greatest error of a legal evaluation: generous bounds of forward analysis, where u is the unit roundoff and n the
number of terms.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import inf, ldexp, log2
from struct import pack, unpack

import functions as f
from answers import ANYTHING, Allowed
from formats import MINUS_ZERO
from near import NOTHING, near
from products import SPECIAL

BITS = 1300
ONE = 1 << BITS


class Number:
    __slots__ = ("value", "error", "size")

    def __init__(self, value, error=0.0):
        self.value, self.error = value, error
        self.size = size_of(value) + error


def size_of(value):
    """The magnitude as a double; infinite if it is out of range."""
    size = abs(value)
    more = max(0, size.bit_length() - 60)
    try:
        return ldexp(size >> more, more - BITS) * (1 + 2**-50)
    except OverflowError:
        return inf


def number(x):
    x = Fraction(x)
    return Number((x.numerator << BITS) // x.denominator)


class Arithmetic:
    """The possible results of a legal evaluation in a format."""

    def __init__(self, fmt):
        self.fmt, self.u, self.unit = fmt, float(fmt.u), float(fmt.unit)
        self.farthest = float(f.log(Decimal(int(fmt.overflow)))) + float(f.log(Decimal(2))) * log2(fmt.unit) - 1  # of exponentials
        self.units = 35 if fmt.bits > 16 else 4  # of functions, in the last place

    def rounded(self, value, error, size, count=1):
        return Number(value, (error + 2 * self.u * count * (size + error) + count * self.unit) * (1 + 1e-9))

    def dot(self, pairs):
        """Σxy in any order."""
        value, error, size = 0, 0.0, 0.0
        for x, y in pairs:
            value += x.value * y.value
            size += x.size * y.size
            error += x.size * y.error + y.size * x.error
        return self.rounded(value >> BITS, error, size, len(pairs) + 2)

    def by_difference(self, share, one, other):
        """The greatest error of one + share(other - one), if nothing is known about the dependence of its parts."""
        return self.dot([(number(1), one), (share, other), (share, one)]).error

    def less_of_one(self, x):
        return self.rounded(ONE - x.value, x.error, 1 + x.size)

    def function(self, of, x, slope=1.0, cancels=True):
        """A function that is computed to sixty digits; forms in common use also err by some units of 1."""
        with localcontext(prec=60):
            x_decimal = Decimal(x.value >> (BITS - 1200)) / (1 << 1200) if size_of(x.value) < 2**100 else Decimal((x.value > 0) * 2 - 1).scaleb(6)
            y = of(x_decimal)
            value = Fraction(y)
        value = (value.numerator << BITS) // value.denominator
        return Number(value, slope * x.error + 2 * self.u * self.units * size_of(value) + 16 * self.u * cancels + 2 * self.unit)


def sigmoid(x):
    return 1 / (1 + f.exp(-x))


def tanh(x):
    return f.tanh(x) if x else x


def softplus(x):
    return x if x > 200 else (1 + f.exp(x)).ln()


def softplus_in(a, x):
    """log(1 + eˣ), which the plain form makes infinite where the exponential is beyond the format."""
    y = a.function(softplus, x)
    return Number(y.value, inf) if x.value > 0 and x.size >= a.farthest else y


def elu(a, x, alpha):
    if x.value >= 0 and x.error == 0:
        return x
    below = a.function(lambda y: f.expm1(y) if y else y, Number(min(x.value, 0), x.error))
    below = a.dot([(below, number(alpha))])
    return below if x.value < 0 else Number(x.value, x.error * max(1, abs(alpha)) + below.error)


def clamp(x, low, high):
    """Clamped between two fractions, which are exact."""
    ends = number(low), number(high)
    return Number(min(max(x.value, ends[0].value), ends[1].value), x.error)


def hard_sigmoid(a, x, alpha, beta):
    one = number(1)
    return clamp(a.dot([(number(alpha), x), (number(beta), one)]), 0, 1)


def leaky_relu(a, x, alpha):
    below = a.dot([(number(alpha), x)])
    if size_of(x.value) <= x.error and x.error:
        return Number(x.value if x.value > 0 else below.value, x.error * (2 + abs(alpha)) + below.error)
    return x if x.value >= 0 else below


def thresholded_relu(a, x, alpha):
    margin = Number(x.value - number(alpha).value)
    kept = x if margin.value >= 0 else Number(0)
    return Number(kept.value, x.error + (x.size if margin.size <= x.error and x.error else 0))


FUNCTIONS = {
    "Relu": lambda a, x, alpha, beta: Number(max(x.value, 0), x.error),
    "Tanh": lambda a, x, alpha, beta: x if x.value == 0 == x.error else a.function(tanh, x),
    "Sigmoid": lambda a, x, alpha, beta: a.function(sigmoid, x, 0.25),
    "Affine": lambda a, x, alpha, beta: a.dot([(number(alpha), x), (number(beta), number(1))]),
    "LeakyRelu": lambda a, x, alpha, beta: leaky_relu(a, x, alpha),
    "ThresholdedRelu": lambda a, x, alpha, beta: thresholded_relu(a, x, alpha),
    "ScaledTanh": lambda a, x, alpha, beta: a.dot([(number(alpha), a.function(tanh, a.dot([(number(beta), x)])))]),
    "HardSigmoid": lambda a, x, alpha, beta: hard_sigmoid(a, x, alpha, beta),
    "Elu": lambda a, x, alpha, beta: elu(a, x, alpha),
    "Softsign": lambda a, x, alpha, beta: a.function(lambda y: y / (1 + abs(y)), x),
    "Softplus": lambda a, x, alpha, beta: softplus_in(a, x),
}  # fmt: skip
ALPHAS = {"Affine": None, "LeakyRelu": 0.01, "ThresholdedRelu": 1, "ScaledTanh": None, "HardSigmoid": 0.2, "Elu": 1}
BETAS = {"Affine": None, "ScaledTanh": None, "HardSigmoid": 0.5}
USUAL = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


class Layer:
    """A node with its inputs, and the choices made if the text leaves some."""

    def __init__(self, model, inputs, choices):
        self.op, self.attributes, self.choices = model.node.op, model.node.attributes, choices
        self.inputs = inputs + [None] * (8 - len(inputs))
        self.a = Arithmetic(inputs[0][0])
        (_, dims, _), (_, of_w, _), (_, of_r, _) = inputs[:3]
        self.batch_first = self.attributes.get("layout", 0) == 1
        self.steps, self.batch = dims[1::-1] if self.batch_first else dims[:2]
        self.features, self.units = dims[2], of_r[2]
        self.turns = {"reverse": [True], "bidirectional": [False, True]}.get(self.attributes.get("direction"), [False])
        self.lengths = self.inputs[4][2] if self.inputs[4] else [self.steps] * self.batch
        self.clip = self.attributes.get("clip")
        self.rows = GATES[self.op] * self.units
        self.parts = [each and (each[0].unit, each[2]) for each in self.inputs[:4] + [None] + self.inputs[5:]]
        self.functions = self.named()

    def at(self, place, index):
        unit, items = self.parts[place]
        item = items[index]
        return number(0 if item == MINUS_ZERO else item * unit)

    def named(self):
        names = self.attributes.get("activations") or USUAL[self.op] * len(self.turns)
        given = {}
        for which, usual in ("alpha", ALPHAS), ("beta", BETAS):
            values = iter(self.attributes.get(f"activation_{which}", []))
            by_place = self.choices.get("coefficients") == "by place"
            taken = [next(values, None) if by_place or name in usual else None for name in names]
            given[which] = [float32(usual.get(name, 0)) if value is None else value for name, value in zip(names, taken)]
        count = len(USUAL[self.op])
        every = list(zip(names, given["alpha"], given["beta"]))
        return [every[i * count : (i + 1) * count] for i in range(len(self.turns))]

    def clipped(self, x):
        return x if self.clip is None else clamp(x, -Fraction(self.clip), Fraction(self.clip))

    def activation(self, direction, place, x):
        name, alpha, beta = self.functions[direction][place]
        return FUNCTIONS[name](self.a, x, alpha, beta)

    def terms(self, direction, gate, unit, x=(), h=(), biases=(0, 1)):
        """The products that a gate adds up."""
        row = direction * self.rows + gate * self.units + unit
        found = [(one, self.at(1, row * self.features + i)) for i, one in enumerate(x)]
        for i, one in enumerate(h):
            # R of the gate is read by columns if it is not transposed
            first, second = (i, unit) if self.choices.get("recurrence") == "as written" else (unit, i)
            found.append((one, self.at(2, ((direction * self.rows + gate * self.units + first) * self.units) + second)))
        if self.inputs[3]:
            found += [(number(1), self.at(3, (2 * direction + which) * self.rows + gate * self.units + unit)) for which in biases]
        return found

    def step(self, direction, x, states):
        a, every = self.a, range(self.units)

        def gate(place, which, unit, *more):
            return self.activation(direction, place, self.clipped(a.dot(self.terms(direction, which, unit, x, states[0]) + list(more))))

        if self.op == "RNN":
            return [[gate(0, 0, unit) for unit in every]]
        if self.op == "GRU":
            h = states[0]
            z, r = [gate(0, 0, unit) for unit in every], [gate(0, 1, unit) for unit in every]
            new = []
            for unit in every:
                if self.attributes.get("linear_before_reset", 0):
                    linear = a.dot(self.terms(direction, 2, unit, (), h, (1,)))
                    products = self.terms(direction, 2, unit, x, (), (0,)) + [(r[unit], linear)]
                else:
                    products = self.terms(direction, 2, unit, x, [a.dot([(r[i], h[i])]) for i in every])
                fresh = self.activation(direction, 1, self.clipped(a.dot(products)))
                state = a.dot([(a.less_of_one(z[unit]), fresh), (z[unit], h[unit])])
                state.error = a.by_difference(z[unit], fresh, h[unit])
                new.append(state)
            return [new]
        c = states[1]
        hole = lambda which, unit, cell: [(cell, self.at(7, (direction * 3 + which) * self.units + unit))] if self.inputs[7] else []
        after, shown = [], []
        for unit in every:
            taken = gate(0, 0, unit, *hole(0, unit, c[unit]))
            kept = gate(0, 2, unit, *hole(2, unit, c[unit]))
            if self.attributes.get("input_forget", 0):
                if self.choices.get("coupling") == "input":
                    taken = a.less_of_one(kept)
                else:
                    kept = a.less_of_one(taken)
            fresh = gate(1, 3, unit)
            cell = a.dot([(kept, c[unit]), (taken, fresh)])
            if self.attributes.get("input_forget", 0):
                cell.error = max(a.by_difference(taken, c[unit], fresh), a.by_difference(kept, fresh, c[unit]))
            out = gate(0, 1, unit, *hole(1, unit, cell))
            seen = cell if self.choices.get("cell") == "as it is" else self.clipped(cell)
            after.append(cell)
            shown.append(a.dot([(out, self.activation(direction, 2, seen))]))
        return [shown, after]

    def run(self):
        """The states before and after each step, by direction and sequence."""
        found = {}
        for direction, turns in enumerate(self.turns):
            for sequence in range(self.batch):
                place = sequence * len(self.turns) + direction if self.batch_first else direction * self.batch + sequence
                initial = [5, 6] if self.op == "LSTM" else [5]
                first = [[self.at(i, place * self.units + unit) if self.inputs[i] else number(0) for unit in range(self.units)] for i in initial]
                states, length = [first], self.lengths[sequence]
                for step in reversed(range(length)) if turns else range(length):
                    row = sequence * self.steps + step if self.batch_first else step * self.batch + sequence
                    states.append(self.step(direction, [self.at(0, row * self.features + i) for i in range(self.features)], states[-1]))
                if length == 0 and self.choices.get("no steps") == "0":
                    states = [[[number(0)] * self.units for _ in initial]]
                found[direction, sequence] = states
        return found

    def outputs(self):
        """Numbers of each output in their order, with their dims."""
        runs, count = self.run(), len(self.turns)

        def of_step(step, direction, sequence):
            states, length = runs[direction, sequence], self.lengths[sequence]
            if step >= length:
                return states[-1][0] if self.choices.get("padding") == "last" else [None] * self.units
            return states[length - step if self.turns[direction] else step + 1][0]

        if self.batch_first:
            dims, ends = [self.batch, self.steps, count, self.units], [self.batch, count, self.units]
            y = [of_step(t, d, b) for b in range(self.batch) for t in range(self.steps) for d in range(count)]
            order = [(d, b) for b in range(self.batch) for d in range(count)]
        else:
            dims, ends = [self.steps, count, self.batch, self.units], [count, self.batch, self.units]
            y = [of_step(t, d, b) for t in range(self.steps) for d in range(count) for b in range(self.batch)]
            order = [(d, b) for d in range(count) for b in range(self.batch)]
        states = 2 if self.op == "LSTM" else 1
        every = [(dims, y)] + [(ends, [runs[place][-1][i] for place in order]) for i in range(states)]
        return [(dims, [x for row in rows for x in row]) for dims, rows in every]


def float32(x):
    """The float32 next to a default; None stays."""
    if x is None:
        return None
    return unpack("<f", pack("<f", x))[0]


def choices_of(model, inputs):
    """Every combination of the choices that a node leaves; the combination of the definition first."""
    attributes = model.node.attributes
    names = attributes.get("activations") or []
    steps = inputs[0][1][1 if attributes.get("layout", 0) == 1 else 0]
    lengths = inputs[4][2] if len(inputs) > 4 and inputs[4] else [steps]
    open_choices = {
        "recurrence": ("as written", model.opset < 7),
        "coefficients": ("by place", places_are_possible(attributes, names)),
        "padding": ("last", any(length < steps for length in lengths)),
        "no steps": ("0", 0 in lengths),
        "coupling": ("input", attributes.get("input_forget", 0) == 1),
        "cell": ("as it is", model.node.op == "LSTM" and "clip" in attributes),
    }
    lists = [[(name, None), (name, choice)] for name, (choice, is_open) in open_choices.items() if is_open]
    return [dict(one) for one in product(*lists)]


def places_are_possible(attributes, names):
    """True if values by position would go to other functions, and every function that needs a value has one."""
    differs = False
    for which, usual in ("alpha", ALPHAS), ("beta", BETAS):
        count = len(attributes.get(f"activation_{which}", []))
        if any(usual.get(name, 0) is None for name in names[count:]):
            return False
        differs = differs or count > 0 and any(name not in usual for name in names)
    return differs


def element(fmt, x):
    if x is None:
        return [], Allowed(0, MINUS_ZERO)
    if not x.size < inf or not x.error < inf:
        return NOTHING
    exact, error = Fraction(x.value, ONE), Fraction(x.error)
    return near(fmt, exact, exact - error, exact + error)


def recurrent(model, inputs):
    fmt = inputs[0][0]
    if any(each and any(x in SPECIAL for x in each[2]) for each in inputs):
        return None
    made = [Layer(model, inputs, choices).outputs() for choices in choices_of(model, inputs)]
    found = []
    for k in range(len(model.node.outputs)):
        dims, parts = made[0][k][0], []
        for ways in zip(*[output[k][1] for output in made]):
            each = [element(fmt, x) for x in ways]
            if any(allowed is ANYTHING for _, allowed in each):
                parts.append((each[0][0], ANYTHING))
                continue
            both = Allowed(*set().union(*[allowed.specials for _, allowed in each]), intervals=[ends for _, allowed in each for ends in allowed.intervals])
            parts.append((each[0][0], both))
        found.append((fmt, dims, parts))
    return found


OPERATORS = {"RNN": recurrent, "GRU": recurrent, "LSTM": recurrent}

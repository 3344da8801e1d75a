"""
Sums of products: matrix products, equations, convolutions, and the same of integers. Numbers are counted in units of their
format, as in answers.py; a term is a tuple of factors.
"""

from fractions import Fraction
from itertools import permutations
from math import prod

from answers import ANYTHING, Allowed, around
from elements import TO_FLOAT, add, multiply
from formats import FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN, Float
from windows import Windows, each, numbers, offset

SPECIAL = (NAN, INF, MINUS_INF)


def kind(factors):
    """The product of factors by IEEE 754, if some are infinite or NaN: only the signs of finite ones matter."""
    return prod((TO_FLOAT[x] if isinstance(x, str) else (x > 0) - (x < 0) for x in factors), start=1.0)


def exactly(fmt, factors):
    """A product in units."""
    value = prod(factors)
    return value if len(factors) == 1 else Fraction(value, 1 << fmt.scale * (len(factors) - 1))


def product_of(fmt, factors):
    value = factors[0]
    for x in factors[1:]:
        value = multiply(fmt, value, x)
    return value


def one_by_one(fmt, terms):
    """The sum in the type itself, in the order of the terms."""
    total = 0
    for term in terms:
        total = add(fmt, total, product_of(fmt, term))
    return total


def pairwise(fmt, terms):
    if len(terms) < 3:
        return one_by_one(fmt, terms)
    half = len(terms) // 2
    return add(fmt, pairwise(fmt, terms[:half]), pairwise(fmt, terms[half:]))


def infinities(fmt, sizes, error):
    """The infinities that sums can reach: terms of the other sign keep sums away from them."""
    found = []
    for value, sign in ((INF, 1), (MINUS_INF, -1)):
        if sum(abs(t) for t in sizes if t * sign > 0) * (1 + error) >= fmt.overflow:
            found.append(value)
    return found + [NAN] * (len(found) == 2)


def dot(fmt, terms, roundings=0, in_parts=False):
    """
    A sum of products, in any order, in the type or a wider one. Each product errs by u of itself for each multiplication and half
    a unit, sums by n-1 times u of all magnitudes (Jeannerod and Rump 2013). `roundings` are those of factors that the type cannot
    hold. If a sum is computed `in_parts`, its bounds end at numbers of the type, and do not cover underflow in the last addition.
    """
    finite = [term for term in terms if not any(x in SPECIAL for x in term)]
    exact = [exactly(fmt, [0 if x == MINUS_ZERO else x for x in term]) for term in finite]
    longest = max(map(len, terms), default=1)
    # a product that is a factor again may be either neighbour of its value: twice the error of the nearer one
    depth = longest - 1 + roundings + max(longest - 2, 0)
    nonzero = [t for t in exact if t]
    n, size, total = len(nonzero), sum(map(abs, exact)), sum(exact)
    error = (1 + fmt.u) ** (depth + max(n - 1, 0)) - 1
    # the underflow of one product may be multiplied by later factors
    grown = max((prod(max(1, abs(x) * fmt.unit) for x in term if x != MINUS_ZERO) for term in finite), default=1) if depth > 1 else 1
    if depth > 1 and grown >= fmt.overflow * fmt.unit:
        return [], ANYTHING
    if len(finite) < len(terms):
        found = {kind(term) for term in terms if any(x in SPECIAL for x in term)}
        value = NAN if len(found) > 1 or any(x != x for x in found) else INF if found.pop() > 0 else MINUS_INF
        opposite = {INF: MINUS_INF, MINUS_INF: INF}.get(value)
        return [value], Allowed(value, *[NAN] * (opposite in infinities(fmt, exact, error)))
    orders = [] if roundings else [one_by_one(fmt, terms), one_by_one(fmt, terms[::-1]), pairwise(fmt, terms)]
    if not nonzero:
        signs = {MINUS_ZERO if str(kind(term)) == "-0.0" else 0 for term in terms}
        return orders or [0], Allowed(0, *[MINUS_ZERO] * (MINUS_ZERO in signs and 0 not in signs))
    right = fmt.nearest(total) if total else 0
    units = [int(t) for t in exact] if all(t == int(t) for t in exact) else [1]
    bits = 0
    for unit in units:
        bits |= abs(unit)
    if units != [1] and depth <= 1 and not roundings and size < fmt.overflow and size <= (bits & -bits) << fmt.p:
        return [right], Allowed(right)
    # a sum with a bound that the type cannot hold may end one place further
    lost = Fraction(depth * n, 2) * grown + fmt.step(min(abs(total) + error * size, fmt.top - 1)) * (n > 2 or in_parts)
    low, high = around(fmt, total, total - error * size - lost, total + error * size + lost)
    smallest = min(map(abs, nonzero)) * (1 - fmt.u)
    specials = infinities(fmt, exact, error) + [MINUS_ZERO] * (low < 0 and (smallest < 1 or in_parts or longest > 2) or right == MINUS_ZERO)
    return [right, *orders], Allowed(*specials, right, intervals=[(low, min(high, fmt.below(fmt.top)))])


def wrapped(fmt, terms):
    """The same for integers."""
    total = sum(prod(term) for term in terms)
    value = fmt.wrap(total)
    sums = [sum(prod(term) for term in terms if sign * prod(term) > 0) for sign in (1, -1)]
    inside = sums[0] <= fmt.greatest and sums[1] >= fmt.least
    return [value], Allowed(value) if inside else ANYTHING


def judge(fmt, terms, roundings=0, in_parts=False):
    return dot(fmt, terms, roundings, in_parts) if isinstance(fmt, Float) else wrapped(fmt, terms)


def pairs_of_matrices(left, right):
    """numpy.matmul: the shape, and for each element the pairs of places of its factors."""
    a, b = (left if len(left) > 1 else [1, *left]), (right if len(right) > 1 else [*right, 1])
    rank = max(len(a), len(b)) - 2
    stacks = [[1] * (rank - len(dims) + 2) + list(dims[:-2]) for dims in (a, b)]
    out = [y if x == 1 else x for x, y in zip(*stacks)]

    def found():
        for *stack, i, j in each([*out, a[-2], b[-1]]):
            bases = [offset([0 if size == 1 else at for at, size in zip(stack, sizes)], sizes) for sizes in stacks]
            yield [(bases[0] * a[-2] * a[-1] + i * a[-1] + k, bases[1] * b[-2] * b[-1] + k * b[-1] + j) for k in range(a[-1])]

    return [*out, *a[-2:-1] * (len(left) > 1), *b[-1:] * (len(right) > 1)], found()


def mat_mul(model, inputs):
    (fmt, left, a), (_, right, b) = inputs
    dims, places = pairs_of_matrices(left, right)
    return [(fmt, dims, (judge(fmt, [(a[i], b[j]) for i, j in pairs]) for pairs in places))]


def broadcast(dims, place):
    """The place in a tensor that is broadcast to the place of another."""
    own = place[len(place) - len(dims) :]
    return offset([0 if size == 1 else at for at, size in zip(own, dims)], dims)


def joined(one, other):
    """Accepts the values that either of two judgements accepts; requires those that both require."""
    if ANYTHING in (one[1], other[1]):
        return [], ANYTHING
    both = Allowed(*one[1].specials, *other[1].specials, intervals=one[1].intervals + other[1].intervals)
    return [value for value in one[0] if value in other[0]], both


def gemm(model, inputs):
    (fmt, left, a), (_, right, b), *more = inputs
    attributes, is_float = model.node.attributes, isinstance(inputs[0][0], Float)
    factors = [attributes.get(name, 1.0) for name in ("alpha", "beta")]
    alpha, beta = [Fraction(x) / fmt.unit if is_float else int(x) for x in factors]
    m, k = left[::-1] if attributes.get("transA", 0) else left
    n = right[0] if attributes.get("transB", 0) else right[1]

    def elements():
        for i, j in each([m, n]):
            terms = []
            for p in range(k):
                at = p * m + i if attributes.get("transA", 0) else i * k + p
                to = j * k + p if attributes.get("transB", 0) else p * n + j
                terms.append((a[at], b[to]) if factors[0] == 1 else (alpha, a[at], b[to]))
            c = [more[0][2][broadcast(more[0][1], (i, j))]] if more and more[0] else []
            c = [(x,) if factors[1] == 1 else (beta, x) for x in c]
            scaled = sum(factor != 1 for factor in factors)
            found = judge(fmt, terms + c, scaled and scaled + 1, bool(c))
            if 0 in factors:  # terms that are multiplied by zero may be left out
                kept = (terms if factors[0] else []) + (c if factors[1] else [])
                for some in (kept, terms + (c if factors[1] else [])):
                    found = joined(found, judge(fmt, some, scaled + 1))
            if is_float and scaled and found[1] is not ANYTHING:
                found[1].specials.add(MINUS_ZERO)  # the factor of a zero product may have either sign
                found = ([value for value in found[0] if value not in (0, MINUS_ZERO)], found[1])
            yield found

    return [(fmt, [m, n], elements())]


def einsum(model, inputs):
    fmt = inputs[0][0]
    left, _, output = model.node.attributes["equation"].replace(" ", "").partition("->")
    explicit = "->" in model.node.attributes["equation"]
    widths = [len(dims) - len(term.replace("...", "")) for term, (_, dims, _) in zip(left.split(","), inputs)]
    ellipsis = max((width for term, width in zip(left.split(","), widths) if "..." in term), default=0)

    def letters(term, width=ellipsis):
        before, dots, after = term.partition("...")
        return [*before, *(f"...{ellipsis - width + i}" for i in range(width if dots else 0)), *after]

    terms = [letters(term, width) for term, width in zip(left.split(","), widths)]
    flat = [letter for term in terms for letter in term]
    if not explicit:
        output = "..." + "".join(sorted(x for x in set(flat) if flat.count(x) == 1 and not x.startswith(".")))
    out, sizes = letters(output), {}
    for term, (_, dims, _) in zip(terms, inputs):
        for letter, size in zip(term, dims):
            sizes[letter] = size if sizes.get(letter, 1) == 1 else sizes[letter]
    summed = [letter for letter in sizes if letter not in out]

    def elements():
        for place in each([sizes[letter] for letter in out]):
            products = []
            for rest in each([sizes[letter] for letter in summed]):
                at = {**dict(zip(out, place)), **dict(zip(summed, rest))}
                products.append(tuple(
                    values[offset([at[x] if size > 1 else 0 for x, size in zip(term, dims)], dims)]
                    for term, (_, dims, values) in zip(terms, inputs)
                ))  # fmt: skip
            yield judge(fmt, products)

    return [(fmt, [sizes[letter] for letter in out], elements())]


def convolved(node, data, weights):
    """The shape of a convolution, and for each element its channel and the pairs of places of its factors."""
    group, (batches, channels, *spatial), (filters, depth, *sizes) = node.attributes.get("group", 1), data, weights
    windows = Windows(node, sizes, spatial)

    def found():
        for n, m, *window in each([batches, filters, *windows.counts]):
            first = m // (filters // group) * depth
            under = list(windows.under(window))
            yield m, [
                (offset((n, first + c, *at), data), offset((m, c, *place), weights)) for c in range(depth) for place, at in under
            ]  # fmt: skip

    return [batches, filters, *windows.counts], found()


def is_padded(node):
    return node.attributes.get("auto_pad", "").startswith("SAME") or any(node.attributes.get("pads", []))


def conv(model, inputs):
    (fmt, data, x), (_, weights, w), *bias = inputs
    dims, places = convolved(model.node, data, weights)

    def elements():
        for channel, pairs in places:
            first = [(bias[0][2][channel],)] if bias and bias[0] else []
            right, allowed = judge(fmt, first + [(x[i], w[j]) for i, j in pairs], in_parts=bool(first))
            if is_padded(model.node) and allowed is not ANYTHING and (0 in allowed or MINUS_ZERO in allowed):
                # a product with padding is a zero of either sign, and there may be none
                allowed = joined(([], allowed), ([], Allowed(0, MINUS_ZERO)))[1]
                right = [value for value in right if value not in (0, MINUS_ZERO)]
            yield right, allowed

    return [(fmt, dims, elements())]


def transposed(node, data, weights, swapped=False):
    """The shape of a transposed convolution, and for each element its channel and pairs; `swapped` by the formula before version 11."""
    attributes, rank = node.attributes, len(data) - 2
    (batches, channels, *spatial), (_, each_group, *sizes) = data, weights
    group, auto = attributes.get("group", 1), attributes.get("auto_pad", "NOTSET")
    strides, dilations = numbers(node, "strides", rank, 1), numbers(node, "dilations", rank, 1)
    pads, added = list(numbers(node, "pads", 2 * rank, 0)), numbers(node, "output_padding", rank, 0)
    whole = [s * (i - 1) + o + (k - 1) * d + 1 for s, i, o, k, d in zip(strides, spatial, added, sizes, dilations)]
    asked = attributes.get("output_shape", [s * i for s, i in zip(strides, spatial)] if auto.startswith("SAME") else None)
    if auto == "VALID":
        pads = [0] * 2 * rank
    if asked:
        for axis, (length, wanted) in enumerate(zip(whole, asked[-rank:])):
            total = length - wanted
            less_first = (auto == "SAME_UPPER") != swapped
            pads[axis] = total // 2 if less_first else total - total // 2
            pads[axis + rank] = total - pads[axis]
    lengths = [length - pads[axis] - pads[axis + rank] for axis, length in enumerate(whole)]
    # every product once, with its target
    hits = {}
    for at in each(spatial):
        for k in each(sizes):
            to = tuple(s * i + d * j - p for s, i, d, j, p in zip(strides, at, dilations, k, pads))
            hits.setdefault(to, []).append((at, k))

    def found():
        for n, m, *place in each([batches, each_group * group, *lengths]):
            g, inside = divmod(m, each_group)
            own = range(g * (channels // group), (g + 1) * (channels // group))
            yield m, [(offset((n, c, *at), data), offset((c, inside, *k), weights)) for c in own for at, k in hits.get(tuple(place), [])]

    return [batches, each_group * group, *lengths], found()


def conv_transpose(model, inputs):
    (fmt, data, x), (_, weights, w), *bias = inputs
    ways = [transposed(model.node, data, weights, swapped) for swapped in ([False, True] if model.opset < 11 else [False])]

    def judged(channel, pairs):
        first = [(bias[0][2][channel],)] if bias and bias[0] else []
        return judge(fmt, first + [(x[i], w[j]) for i, j in pairs], in_parts=bool(first))

    def elements():
        for found in zip(*(places for _, places in ways)):
            one = judged(*found[0])
            yield joined(one, judged(*found[1])) if len(found) > 1 else one

    return [(fmt, ways[0][0], elements())]


def col2im(model, inputs):
    (fmt, dims, x), (_, _, image), (_, _, block) = inputs
    windows = Windows(model.node, list(block), list(image))
    batches, columns, blocks = dims
    channels = columns // prod(block)
    hits = {}
    for number, window in enumerate(each(windows.counts)):
        for place, at in windows.under(window):
            hits.setdefault(at, []).append((offset(place, block), number))
    out = [batches, channels, *image]

    def elements():
        for n, c, *at in each(out):
            own = [(n * columns + c * prod(block) + place) * blocks + number for place, number in hits.get(tuple(at), [])]
            yield judge(fmt, [(x[i],) for i in own])

    return [(fmt, out, elements())]


def determinant(rows):
    """The sum over permutations, and the same sum of magnitudes."""
    value = size = 0
    for order in permutations(range(len(rows))):
        term = prod([rows[i][j] for i, j in enumerate(order)], start=Fraction(1))
        odd = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order))) % 2
        value, size = value + (-term if odd else term), size + abs(term)
    return value, size


def det(model, inputs):
    ((fmt, dims, x),) = inputs
    n = dims[-1]

    def elements():
        for number in range(prod(dims[:-2])):
            own = x[number * n * n : (number + 1) * n * n]
            if any(v in SPECIAL for v in own):
                yield [], ANYTHING
                continue
            rows = [[(0 if v == MINUS_ZERO else v) * fmt.unit for v in own[i * n : (i + 1) * n]] for i in range(n)]
            value, size = determinant(rows)
            largest = max((abs(v) for row in rows for v in row), default=Fraction(0))
            # Leibniz: n-1 products, n! sums; elimination: rows of at most 2^(n-1) times the largest, n of them
            error = fmt.u * (200 * size + (3 * n + 3) * n * 2 ** (n - 1) * 120 * largest**n) + n * 24 * fmt.unit * max(1, largest) ** n
            if max(1, largest) ** n * 120 >= fmt.overflow * fmt.unit:
                yield [], ANYTHING
                continue
            low, high = around(fmt, value / fmt.unit, (value - error) / fmt.unit, (value + error) / fmt.unit)
            yield [fmt.round(value / fmt.unit)], Allowed(MINUS_ZERO, intervals=[(low, high)])

    return [(fmt, dims[:-2], elements())]


def parameter(given, side, dims):
    """The quantization parameter of an element, by its place: one for all, or one for each row or column."""
    if given is None:
        return lambda place: 0
    _, own, values = given
    if len(values) == 1:
        return lambda place: values[0]
    if len(own) == 1:
        return lambda place: values[place[-2 if side == "left" else -1]]
    return lambda place: values[broadcast(own, place)]


def place_of(index, dims):
    found = []
    for size in reversed(dims):
        index, at = divmod(index, size)
        found.insert(0, at)
    return found


def matrix_sums(model, inputs, zeros):
    """The terms of each element of a product of integers, and the places of the factors on both sides."""
    (_, left, a), (_, right, b) = inputs
    of_a, of_b = parameter(zeros[0], "left", left), parameter(zeros[1], "right", right)
    dims, places = pairs_of_matrices(left, right)

    def found():
        for pairs in places:
            ends = [(place_of(i, left), place_of(j, right)) for i, j in pairs]
            yield ends[:1], [(a[i] - of_a(p), b[j] - of_b(q)) for (i, j), (p, q) in zip(pairs, ends)]

    return dims, found()


def mat_mul_integer(model, inputs):
    a, b, *zeros = inputs
    dims, sums = matrix_sums(model, (a, b), [*zeros, None, None])
    return [(FORMATS["int32"], dims, (wrapped(FORMATS["int32"], terms) for _, terms in sums))]


def convolution_sums(model, x, w, zero_x, zero_w):
    dims, places = convolved(model.node, x[1], w[1])
    of_x = zero_x[2][0] if zero_x else 0
    of_w = (lambda channel: zero_w[2][channel if len(zero_w[2]) > 1 else 0]) if zero_w else lambda channel: 0
    return dims, ((m, [(x[2][i] - of_x, w[2][j] - of_w(m)) for i, j in pairs]) for m, pairs in places)


def conv_integer(model, inputs):
    x, w, zero_x, zero_w = [*inputs, None, None][:4]
    dims, sums = convolution_sums(model, x, w, zero_x, zero_w)
    return [(FORMATS["int32"], dims, (wrapped(FORMATS["int32"], terms) for _, terms in sums))]


def quantized(fmt, total, scales, zero):
    """
    The sum in units of the output: rounded to even, shifted, clamped. The sum itself and its three operations may be stored as either
    neighbour in the type of the scales, 2u away.
    """
    of_scales, left, right, output = scales
    if any(isinstance(x, str) for x in (left, right, output)) or output == 0:
        return [], ANYTHING
    value = total * left * right * of_scales.unit / output
    store = lambda x: fmt.clamp(round(x) + zero)  # noqa: E731
    tiny = left * right * of_scales.unit < 1 << of_scales.p or abs(left * right) * of_scales.unit > of_scales.overflow
    if tiny:
        return [store(value)], ANYTHING
    error = abs(value) * ((1 + 2 * of_scales.u) ** 4 - 1)
    return [store(value)], Allowed(intervals=[(store(value - error), store(value + error))])


def q_linear_mat_mul(model, inputs):
    a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero = inputs
    dims, sums = matrix_sums(model, (a, b), (a_zero, b_zero))
    of_a, of_b = parameter(a_scale, "left", a[1]), parameter(b_scale, "right", b[1])

    def elements():
        for ends, terms in sums:
            total = sum(map(prod, terms))
            scales = (of_a(ends[0][0]), of_b(ends[0][1])) if ends else (1, 1)
            yield quantized(y_zero[0], total, (a_scale[0], *scales, y_scale[2][0]), y_zero[2][0])

    return [(y_zero[0], dims, elements())]


def q_linear_conv(model, inputs):
    x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, *bias = inputs
    dims, sums = convolution_sums(model, x, w, x_zero, w_zero)

    def elements():
        for m, terms in sums:
            total = sum(map(prod, terms)) + (bias[0][2][m] if bias and bias[0] else 0)
            scale = w_scale[2][m if len(w_scale[2]) > 1 else 0]
            yield quantized(y_zero[0], total, (x_scale[0], x_scale[2][0], scale, y_scale[2][0]), y_zero[2][0])

    return [(y_zero[0], dims, elements())]


OPERATORS = {
    "MatMul": mat_mul, "Gemm": gemm, "Einsum": einsum, "Det": det, "Conv": conv, "ConvTranspose": conv_transpose,
    "Col2Im": col2im, "MatMulInteger": mat_mul_integer, "ConvInteger": conv_integer,
    "QLinearMatMul": q_linear_mat_mul, "QLinearConv": q_linear_conv,
}  # fmt: skip

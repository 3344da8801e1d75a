"""Attention, LinearAttention and RotaryEmbedding: fractions, exponentials to sixty digits, and errors by forward analysis."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import functions as f
from answers import Allowed
from formats import FORMATS, INF, MINUS_INF, MINUS_ZERO, NAN
from near import NOTHING, near, root, value_of
from products import SPECIAL, broadcast, exactly, kind

PRECISIONS = {1: "float32", 10: "float16", 11: "float64", 16: "bfloat16"}
MASKED = object()


def as_decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator)


def exponential(x):
    with localcontext(prec=60):
        return Fraction(f.exp(as_decimal(x)))


def hyperbolic(x):
    """tanh of a fraction, by e^-2|x|."""
    power = exponential(-2 * abs(x))
    size = (1 - power) / (1 + power)
    return size if x >= 0 else -size


class Heads:
    """Numbers by batch, head, position and feature, of four dimensions or of three with the heads side by side."""

    def __init__(self, given, heads):
        self.fmt, dims, self.items = given
        self.packed = len(dims) == 3
        if self.packed:
            self.batches, self.length, width = dims
            self.heads, self.size = heads, width // heads
        else:
            self.batches, self.heads, self.length, self.size = dims

    def at(self, batch, head, position, feature):
        row = (batch * self.length + position) * self.heads + head if self.packed else (batch * self.heads + head) * self.length + position
        return value_of(self.fmt, self.items[row * self.size + feature])


def places(*sizes):
    return product(*map(range, sizes))


def attention(model, inputs):
    q, k, v, mask, past_k, past_v, counts = [*inputs, *[None] * 7][:7]
    if any(x in SPECIAL for each in (q, k, v, past_k, past_v) if each for x in each[2]):
        return None
    a = model.node.attributes
    queries, keys, values = Heads(q, a.get("q_num_heads")), Heads(k, a.get("kv_num_heads")), Heads(v, a.get("kv_num_heads"))
    past = past_k[1][2] if past_k else 0
    total, fmt, group = past + keys.length, queries.fmt, queries.heads // keys.heads
    before = [past_k and Heads(past_k, None), past_v and Heads(past_v, None)]

    def joined(own, earlier, batch, head, position, feature):
        return earlier.at(batch, head, position, feature) if position < past else own.at(batch, head, position - past, feature)

    def key(*at):
        return joined(keys, before[0], *at)

    def value(*at):
        return joined(values, before[1], *at)

    if "scale" in a:
        scale = Fraction(a["scale"])
    else:
        scale = 1 / root(Fraction(keys.size))
    single = FORMATS["float32"].u if fmt.bits == 64 else 0  # the scale may be a float32 there
    cap = Fraction(a.get("softcap", 0))
    inner = FORMATS[PRECISIONS[a["softmax_precision"]]] if "softmax_precision" in a else fmt
    narrow = max(inner.u, fmt.u)
    left, right = a.get("left_window_size", -1), a.get("right_window_size", -1)

    def added(batch, head, position, at):
        """The number added to a score, or the mark of a masked key."""
        count = value_of(counts[0], counts[2][batch]) if counts else None
        own = position + (past if count is None else count - queries.length)
        if count is not None and at >= count or a.get("is_causal", 0) and at > own:
            return MASKED
        if left >= 0 and at < own - left or right >= 0 and at > own + right:
            return MASKED
        if not mask:
            return Fraction(0)
        kind, dims, items = mask
        if model.opset >= 24 and at >= dims[-1]:
            return MASKED
        x = items[broadcast(dims, [batch, head, position, at])]
        if kind is FORMATS["bool"]:
            return Fraction(0) if x else MASKED
        return MASKED if x == MINUS_INF else value_of(kind, x)

    if mask and any(x in (NAN, INF) for x in mask[2]):
        return None

    def row(batch, head, position):
        """For a query: each stage of its scores with errors, its shares with errors, and whether it has no key."""
        query = [queries.at(batch, head, position, i) for i in range(keys.size)]
        products, softened, summed = [], [], []
        for at in range(total):
            own = [key(batch, head // group, at, i) for i in range(keys.size)]
            size = sum(abs(x * y) for x, y in zip(query, own)) * scale
            exact = sum(x * y for x, y in zip(query, own)) * scale
            error = size * (fmt.u * 2 * (keys.size + 8) + 4 * single) + fmt.unit * 4 * (keys.size + 2)
            products.append((exact, error))
            if cap:
                exact, error = cap * hyperbolic(exact / cap), 2 * error + 32 * fmt.u * cap
            softened.append((exact, error))
            more = added(batch, head, position, at)
            summed.append(MASKED if more is MASKED else (exact + more, error + 2 * fmt.u * abs(exact + more)))
        open_keys = [each for each in summed if each is not MASKED]
        if not open_keys:
            return products, softened, summed, None
        most = max(x for x, _ in open_keys)
        size, wrong, n = max(abs(x) for x, _ in open_keys), max(e for _, e in open_keys), len(open_keys)
        powers = [Fraction(0) if each is MASKED else exponential(each[0] - most) for each in summed]
        whole, shares = sum(powers), []
        for each, power in zip(summed, powers):
            distance = Fraction(0) if each is MASKED else most - each[0]
            error = 4 * wrong + narrow * (8 * n + 80 + 16 * size + 24 * distance)
            shares.append((power / whole, error, inner.unit * 4 * (n + 2) + fmt.unit))
        return products, softened, summed, shares

    # products that are scaled afterwards may leave the range; then any result is possible
    largest = [max((abs(value_of(own[0], x)) for x in own[2]), default=0) for own in (q, k, past_k) if own]
    if largest[0] * max(largest[1:]) * keys.size >= fmt.overflow * fmt.unit:
        return None
    rows = {at: row(*at) for at in places(queries.batches, queries.heads, queries.length)}

    def mixed(batch, head, position, feature):
        *_, shares = rows[batch, head, position]
        if shares is None:
            return [], Allowed(0, MINUS_ZERO)
        column = [value(batch, head // group, at, feature) for at in range(total)]
        exact = sum(share * x for (share, _, _), x in zip(shares, column))
        error = sum(abs(x) * (share * (e + fmt.u * (4 * total + 16)) + lost) for (share, e, lost), x in zip(shares, column))
        if any(e >= Fraction(1, 2) for _, e, _ in shares):
            error = 3 * max(map(abs, column)) * total
        error += fmt.unit * 4 * (total + 2)
        return near(fmt, exact, exact - error, exact + error)

    def stage(batch, head, position, at):
        found = rows[batch, head, position][a.get("qk_matmul_output_mode", 0)]
        if found is None:
            return [], Allowed(0, MINUS_ZERO)
        if found[at] is MASKED:
            return [MINUS_INF], Allowed(MINUS_INF)
        exact, error, *lost = found[at]
        if lost:
            error = exact * error / (1 - error) + lost[0] if error < 1 else Fraction(total)
        return near(fmt, exact, exact - error, exact + error)

    shape = [queries.batches, queries.heads, queries.length]
    if queries.packed:
        order = [(b, h, i, d) for b, i, h, d in places(queries.batches, queries.length, queries.heads, values.size)]
        dims = [queries.batches, queries.length, queries.heads * values.size]
    else:
        order, dims = list(places(*shape, values.size)), [*shape, values.size]
    caches = [
        (own.fmt, [keys.batches, keys.heads, total, own.size], [copied(own.fmt, read(*at)) for at in places(keys.batches, keys.heads, total, own.size)])
        for own, read in ((keys, key), (values, value))
    ]
    outputs = [(fmt, dims, [mixed(*at) for at in order]), *caches, (fmt, [*shape, total], [stage(*at) for at in places(*shape, total)])]
    return outputs[: len(model.node.outputs)]


def copied(fmt, x):
    """A copied number; a zero may have lost its sign on the way to this checker."""
    units = int(x / fmt.unit)
    return ([units], Allowed(units)) if units else ([], Allowed(0, MINUS_ZERO))


def linear_attention(model, inputs):
    q, k, v, past, decay, beta = [*inputs, *[None] * 6][:6]
    if any(x in SPECIAL for each in inputs if each for x in each[2]):
        return None
    a = model.node.attributes
    queries, keys, values = Heads(q, a["q_num_heads"]), Heads(k, a["kv_num_heads"]), Heads(v, a["kv_num_heads"])
    fmt, state_fmt, group, length = queries.fmt, past[0] if past else queries.fmt, queries.heads // keys.heads, keys.length
    scale = Fraction(a["scale"]) if a.get("scale") else 1 / root(Fraction(keys.size))
    u = max(fmt.u, state_fmt.u)
    order = (length + 1) * (keys.size + 8) * 8

    def states(batch, head, feature):
        """The state of one feature of values after each position, and the state without cancellation."""
        start = [value_of(state_fmt, past[2][((batch * keys.heads + head) * keys.size + i) * values.size + feature]) if past else Fraction(0) for i in range(keys.size)]
        found = [(start, [abs(x) for x in start])]
        for t in range(length):
            state, size = found[-1]
            own = [keys.at(batch, head, t, i) for i in range(keys.size)]
            if decay:
                per = decay[1][2] // keys.heads
                g = [value_of(decay[0], decay[2][(batch * length + t) * decay[1][2] + head * per + (i if per > 1 else 0)]) for i in range(keys.size)]
                factors = [exponential(x) for x in g]
                state = [x * y for x, y in zip(state, factors)]
                size = [x * y * (1 + abs(z)) for x, y, z in zip(size, factors, g)]
            x = values.at(batch, head, t, feature)
            written, most = x, abs(x)
            if beta:
                width = beta[1][2]
                share = value_of(beta[0], beta[2][(batch * length + t) * width + (head if width > 1 else 0)])
                written = share * (x - sum(p * s for p, s in zip(own, state)))
                most = abs(share) * (abs(x) + sum(abs(p) * s for p, s in zip(own, size)))
            found.append(([s + p * written for s, p in zip(state, own)], [s + abs(p) * most for s, p in zip(size, own)]))
        return found

    known = {at: states(*at) for at in places(keys.batches, keys.heads, values.size)}

    def read(batch, position, head, feature):
        state, size = known[batch, head // group, feature][position + 1]
        query = [queries.at(batch, head, position, i) for i in range(keys.size)]
        exact = scale * sum(x * s for x, s in zip(query, state))
        most = sum(abs(x) * s for x, s in zip(query, size))
        error = abs(scale) * (u * order * most + state_fmt.unit * order * (1 + sum(map(abs, query)))) + fmt.unit * order
        # states are read in their own type: a sum that leaves its range gives infinities, even if it is scaled afterwards
        if max(1, abs(scale)) * max([most, *size]) * (1 + order * state_fmt.u) >= state_fmt.overflow * state_fmt.unit:
            return NOTHING
        return near(fmt, exact, exact - error, exact + error)

    def last(batch, head, i, feature):
        state, size = known[batch, head, feature][-1]
        error = state_fmt.u * order * size[i] + state_fmt.unit * order
        return near(state_fmt, state[i], state[i] - error, state[i] + error)

    return [
        (fmt, [queries.batches, length, queries.heads * values.size], [read(*at) for at in places(queries.batches, length, queries.heads, values.size)]),
        (state_fmt, [keys.batches, keys.heads, keys.size, values.size], [last(*at) for at in places(keys.batches, keys.heads, keys.size, values.size)]),
    ]


OPPOSITE = {NAN: NAN, INF: MINUS_INF, MINUS_INF: INF, MINUS_ZERO: 0, 0: MINUS_ZERO}


def two_products(fmt, terms):
    """x·c + y·s: products that may be rounded to either neighbour, and their sum."""
    special = [kind(term) for term in terms if any(x in SPECIAL for x in term)]
    if special:
        value = sum(special)
        found = NAN if value != value else INF if value > 0 else MINUS_INF
        return [found], Allowed(found, NAN)
    parts = [exactly(fmt, [0 if x == MINUS_ZERO else x for x in term]) * fmt.unit for term in terms]
    if not any(parts):
        signs = {str(kind(term)) for term in terms}
        zero = MINUS_ZERO if signs == {"-0.0"} else 0
        return [zero], Allowed(zero)
    if any(abs(part) >= fmt.overflow * fmt.unit for part in parts):
        return NOTHING
    exact, error = sum(parts), 4 * fmt.u * sum(map(abs, parts)) + 4 * fmt.unit
    return near(fmt, exact, exact - error, exact + error)


def rotary_embedding(model, inputs):
    (fmt, dims, x), (_, cache, cos), (_, _, sin), ids = [*inputs, None][:4]
    a = model.node.attributes
    packed = len(dims) == 3
    batches, length = dims[0], dims[1] if packed else dims[2]
    heads = a["num_heads"] if packed else dims[1]
    size = dims[2] // heads if packed else dims[3]
    turned = a.get("rotary_embedding_dim", 0) or size
    half, found = cache[-1], [None] * len(x)
    for b, h, t in places(batches, heads, length):
        row = ids[2][b * length + t] if ids else b * length + t
        first = ((b * length + t) * heads + h if packed else (b * heads + h) * length + t) * size
        for d in range(turned, size):
            found[first + d] = [x[first + d]], Allowed(x[first + d])
        for pair in range(turned // 2):
            one, other = (2 * pair, 2 * pair + 1) if a.get("interleaved", 0) else (pair, pair + turned // 2)
            c, s, p, r = cos[row * half + pair], sin[row * half + pair], x[first + one], x[first + other]
            opposite = OPPOSITE[s] if s in OPPOSITE else -s
            found[first + one] = two_products(fmt, [(c, p), (opposite, r)])
            found[first + other] = two_products(fmt, [(s, p), (c, r)])
    return [(fmt, dims, found)]


OPERATORS = {"Attention": attention, "LinearAttention": linear_attention, "RotaryEmbedding": rotary_embedding}

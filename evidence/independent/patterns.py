"""
Whether a whole string matches a pattern of RE2. For each part of the pattern and each position it computes the set of
positions where the part may end. Slow, and without a choice of the first match, which a full match does not need.
"""

import unicodedata

DIGIT, WORD, SPACE = set("0123456789"), set("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), set("\t\n\f\r ")
POSIX = {"alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum, "upper": str.isupper, "lower": str.islower, "space": str.isspace}
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}


class Parser:
    """A pattern as nested tuples; each character has the flags that hold at its place."""

    def __init__(self, pattern):
        self.text, self.at, self.flags = pattern, 0, frozenset()

    def peek(self, text):
        return self.text.startswith(text, self.at)

    def take(self, text):
        found = self.peek(text)
        self.at += len(text) if found else 0
        return found

    def next(self):
        self.at += 1
        return self.text[self.at - 1]

    def alternatives(self):
        flags, found = self.flags, [self.sequence()]
        while self.take("|"):
            found.append(self.sequence())
        self.flags = flags
        return ("any", found)

    def sequence(self):
        parts = []
        while self.at < len(self.text) and not self.peek("|") and not self.peek(")"):
            if self.take("\\Q"):
                end = self.text.find("\\E", self.at) if "\\E" in self.text[self.at :] else len(self.text)
                parts += [self.literal(c) for c in self.text[self.at : end]]
                self.at = end + 2
            else:
                parts.append(self.atom())
            while part := parts[-1:] and self.times():
                low, high = part
                parts[-1] = ("times", parts[-1], low, high)
                self.take("?")
        return ("all", parts)

    def times(self):
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return bounds
        end = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : end].partition(",")
        if not self.peek("{") or end < 0 or not low.isdigit() or (high and not high.isdigit()):
            return None
        self.at = end + 1
        return int(low), int(high) if high else None if comma else int(low)

    def literal(self, character):
        flags = self.flags
        return ("one", lambda c: alike(c, character) if "i" in flags else c == character)

    def atom(self):
        if self.take("("):
            return self.group()
        if self.take("["):
            return self.bracket()
        if self.take("."):
            return ("one", lambda c, all_="s" in self.flags: all_ or c != "\n")
        if self.take("^"):
            return ("at", begins_line if "m" in self.flags else begins)
        if self.take("$"):
            return ("at", ends_line if "m" in self.flags else ends)
        if self.take("\\"):
            return self.escape()
        return self.literal(self.next())

    def group(self):
        outer = self.flags
        if self.take("?P<") or self.take("?<"):
            self.at = self.text.index(">", self.at) + 1
        elif self.take("?"):
            on = True
            while (c := self.next()) not in ":)":
                on = on and c != "-"
                if c != "-":
                    self.flags = self.flags | {c} if on else self.flags - {c}
            if c == ")":
                return ("all", [])  # the flags hold to the end of the enclosing group
        found = self.alternatives()
        assert self.take(")")
        self.flags = outer
        return found

    def escape(self):
        if self.take("A"):
            return ("at", begins)
        if self.take("z"):
            return ("at", ends)
        if self.peek("b") or self.peek("B"):
            wanted = self.next() == "b"
            return ("at", lambda text, at: is_border(text, at) == wanted)
        kind = self.kind()
        return ("one", kind) if callable(kind) else self.literal(kind)

    def kind(self):
        """Parses the part after a backslash: a class, or a character."""
        c = self.next()
        for name, members in (("d", DIGIT), ("w", WORD), ("s", SPACE)):
            if c == name:
                return members.__contains__
            if c == name.upper():
                return lambda x, members=members: x not in members
        if c in "pP":
            name = self.braced() if self.peek("{") else self.next()
            return lambda x: has_property(x, name) == (c == "p")
        if c == "x":
            digits = self.braced() if self.peek("{") else self.next() + self.next()
            return chr(int(digits, 16))
        return ESCAPES.get(c, c)

    def braced(self):
        end = self.text.index("}", self.at)
        found, self.at = self.text[self.at + 1 : end], end + 1
        return found

    def bracket(self):
        negated, flags, tests = self.take("^"), self.flags, []
        first = True
        while first or not self.peek("]"):
            first = False
            if self.take("[:"):
                name = self.text[self.at : self.text.index(":]", self.at)]
                self.at += len(name) + 2
                tests.append(lambda c, is_=POSIX[name]: c.isascii() and is_(c))
                continue
            low = self.kind() if self.take("\\") else self.next()
            if callable(low):
                tests.append(low)
                continue
            high = low
            if self.peek("-") and not self.text.startswith("-]", self.at):
                self.at += 1
                high = self.kind() if self.take("\\") else self.next()
            tests.append(lambda c, low=low, high=high: low <= c <= high)
        self.at += 1
        cases = (lambda c: {c, c.lower(), c.upper(), c.casefold()}) if "i" in flags else lambda c: {c}
        return ("one", lambda c: any(test(x) for test in tests for x in cases(c) if len(x) == 1) != negated)


def alike(a, b):
    return a == b or a.lower() == b.lower() or a.casefold() == b.casefold()


def has_property(c, name):
    return unicodedata.name(c, "").startswith(name.upper()) if len(name) > 2 else unicodedata.category(c).startswith(name)


def begins(text, at):
    return at == 0


def ends(text, at):
    return at == len(text)


def begins_line(text, at):
    return at == 0 or text[at - 1] == "\n"


def ends_line(text, at):
    return at == len(text) or text[at] == "\n"


def is_border(text, at):
    before, behind = (0 <= i < len(text) and text[i] in WORD for i in (at - 1, at))
    return before != behind


def positions(part, text, starts):
    """The positions where a part can end that begins at one of the given positions."""
    kind, own, *bounds = part
    if kind == "one":
        return {at + 1 for at in starts if at < len(text) and own(text[at])}
    if kind == "at":
        return {at for at in starts if own(text, at)}
    if kind == "any":
        return set().union(*(positions(each, text, starts) for each in own))
    if kind == "all":
        for each in own:
            starts = positions(each, text, starts) if starts else starts
        return starts
    low, high = bounds
    for _ in range(low):
        starts = positions(own, text, starts)
    found, count = set(starts), low
    while starts and count != high:
        starts = positions(own, text, starts) - found
        found, count = found | starts, count + 1
    return found


def matches(pattern, text):
    parser = Parser(pattern)
    tree = parser.alternatives()
    assert parser.at == len(pattern), pattern
    return len(text) in positions(tree, text, {0})

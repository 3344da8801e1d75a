"""The elements in each window, by the texts on kernel_shape, strides, dilations, pads, auto_pad and ceil_mode."""

from itertools import product
from math import prod


def each(dims):
    """All places of a shape, the last dimension running fastest."""
    return product(*map(range, dims))


def steps(dims):
    """The strides of each dimension."""
    return [prod(dims[axis + 1 :]) for axis in range(len(dims))]


def offset(place, dims):
    return sum(at * step for at, step in zip(place, steps(dims)))


def numbers(node, name, count, otherwise):
    return node.attributes.get(name) or [otherwise] * count


class Windows:
    """The positions of windows over some dimensions; `padded` counts the elements of a window with padding, as in AveragePool."""

    def __init__(self, node, sizes, spatial):
        rank = len(spatial)
        self.sizes, self.spatial = sizes, spatial
        self.strides, self.dilations = numbers(node, "strides", rank, 1), numbers(node, "dilations", rank, 1)
        pads, auto = numbers(node, "pads", 2 * rank, 0), node.attributes.get("auto_pad", "NOTSET")
        self.begins, self.ends, self.counts = pads[:rank], pads[rank:], []
        for axis, length in enumerate(spatial):
            extent, stride = (sizes[axis] - 1) * self.dilations[axis] + 1, self.strides[axis]
            if auto.startswith("SAME"):
                count = -(-length // stride)
                missing = max(0, (count - 1) * stride + extent - length)
                halves = [missing // 2, missing - missing // 2]
                self.begins[axis], self.ends[axis] = halves if auto == "SAME_UPPER" else reversed(halves)
            else:
                room = length + self.begins[axis] + self.ends[axis] - extent
                count = room // stride + 1
                if node.attributes.get("ceil_mode", 0) and room % stride and count * stride < length + self.begins[axis]:
                    count += 1  # a last window that begins in the data or before it
            self.counts.append(count)

    def under(self, window):
        """Pairs of a place in the window and one in the data, padding left out."""
        starts = [at * stride - begin for at, stride, begin in zip(window, self.strides, self.begins)]
        for place in each(self.sizes):
            found = tuple(start + at * dilation for start, at, dilation in zip(starts, place, self.dilations))
            if all(0 <= at < length for at, length in zip(found, self.spatial)):
                yield place, found

    def padded(self, window):
        count = 1
        for axis, at in enumerate(window):
            start, limit = at * self.strides[axis] - self.begins[axis], self.spatial[axis] + self.ends[axis]
            count *= sum(start + k * self.dilations[axis] < limit for k in range(self.sizes[axis]))
        return count

"""Makes a PNG small: 256 colours, where it has 8 bits for each of three or four channels."""
import struct
import zlib
from collections import Counter

# Colours are counted by the upper bits of their channels.
BITS = 5


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def chunk(kind, body):
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))


def unfiltered(raw, stride, channels):
    """The bytes of all rows, without the filters of PNG."""
    rows, above = [], bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        if kind:
            for i in range(stride):
                left = row[i - channels] if i >= channels else 0
                up, corner = above[i], above[i - channels] if i >= channels else 0
                row[i] = (row[i] + (0, left, up, (left + up) // 2,
                                    paeth(left, up, corner) if kind == 4 else 0)[kind]) & 255
        rows.append(row)
        above = row
    return rows


def paeth(left, up, corner):
    guess = left + up - corner
    distances = abs(guess - left), abs(guess - up), abs(guess - corner)
    return (left, up, corner)[distances.index(min(distances))]


def palette(counts):
    """256 colours, and for each counted colour the number of one of them.

    The next is always the one that is missed most, by its number of pixels and the distance to those that
    are there: a colour of a few pixels, such as a key's, has its place if it is unlike all others.
    """
    shift = 8 - BITS
    cells = {}
    for color, count in counts.items():
        cells.setdefault(tuple(c >> shift for c in color), []).append((count, color))
    merged = sorted((sum(count for count, _ in cell), max(cell)[1]) for cell in cells.values())
    weights, centers = [weight for weight, _ in merged], [color for _, color in merged]
    nearest, number = [0] * len(centers), len(centers) - 1
    distances, colors = [3 * 256 ** 2] * len(centers), []
    while len(colors) < 256 and distances[number] > 0:
        r, g, b = centers[number]
        for i, (x, y, z) in enumerate(centers):
            distance = (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2
            if distance < distances[i]:
                distances[i], nearest[i] = distance, len(colors)
        colors.append((r, g, b))
        number = max(range(len(centers)), key=lambda i: weights[i] * distances[i])
    numbers = dict(zip((tuple(c >> shift for c in color) for color in centers), nearest))
    return colors, {color: numbers[tuple(c >> shift for c in color)] for color in counts}


def shrink(data):
    """A PNG with a palette, or the same one where it is no larger or of another kind."""
    parts = list(chunks(data))
    width, height, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", parts[0][1])
    if depth != 8 or kind not in (2, 6) or interlace:
        return data
    channels = 3 if kind == 2 else 4
    raw = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    rows = unfiltered(raw, width * channels, channels)
    pixels = [list(zip(*(row[c::channels] for c in range(3)))) for row in rows]
    if channels == 4 and any(min(row[3::4]) < 255 for row in rows):
        return data
    colors, numbers = palette(Counter(color for row in pixels for color in row))
    packed = zlib.compress(b"".join(b"\0" + bytes(numbers[c] for c in row) for row in pixels), 9)
    result = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    for name, body in parts[1:]:
        if name in (b"pHYs", b"iTXt"):
            result += chunk(name, body)
    result += chunk(b"PLTE", bytes(c for color in colors for c in color))
    result += chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    return result if len(result) < len(data) else data

"""Damage to files: bytes, numbers, words of a format, encodings."""

import gzip
import re

NUMBERS = [
    b"0", b"-1", b"1", b"2", b"-0", b"0.0", b"1e308", b"1e309", b"-1e308", b"1e-320", b"nan",
    b"NaN", b"inf", b"-Infinity", b"9223372036854775807", b"9223372036854775808",
    b"-9223372036854775808", b"18446744073709551615", b"18446744073709551616", b"4294967295",
    b"4294967296", b"2147483648", b"9" * 99, b"0" * 99, b"1.", b".5", b"2.e3", b"01", b"+1", b"1e",
    b"0x10", b"1_000", b"1,5", b"99999999", b"",
]

HOSTILE = [
    b"\x00",
    b"\x01",
    b"\x1b[31m",
    b"\x7f",
    b"\xc2\x9b",
    b"\xe2\x80\xae",
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xef\xbf\xbf",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\n",
    b"\t",
    b'"',
    b"'",
    b"\\",
    b"]]>",
    b"&",
    b"&#0;",
    b"&#xFFFF;",
    b"\\u0000",
    b"\\ud800",
    b"=1+1",
]

TOKENS = {
    "xml": [
        b"<",
        b">",
        b"/>",
        b"</",
        b"<a>",
        b"</a>",
        b"<!--",
        b"-->",
        b"--",
        b"<![CDATA[",
        b"]]>",
        b"<?x?>",
        b"<!DOCTYPE a [",
        b"<!ENTITY a 'b'>",
        b"&amp;",
        b"&#65;",
        b"&lt;",
        b" a='1'",
        b' a="1"',
        b"<node id='n'/>",
        b"<node/>",
        b"<edge source='a' target='b'/>",
        b"<edge/>",
        b"<graph>",
        b"<data key='d0'>",
        b"xmlns:x=''",
    ],
    "json": [
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b'"',
        b"null",
        b"true",
        b"{}",
        b"[]",
        b'{"id":1},',
        b'"id":',
        b'"nodes":[',
        b'"links":[',
        b'\\"',
        b"\\n",
        b"1,",
        b"NaN",
        b"-",
        b"/**/",
    ],
    "dot": [
        b"{",
        b"}",
        b"[",
        b"]",
        b";",
        b"->",
        b"--",
        b"a->b;",
        b"a--b;",
        b'"',
        b"\\N",
        b"\\|",
        b"\\\n",
        b"+",
        b"=",
        b"subgraph{",
        b"{a b}->{c d};",
        b"node[a=b];",
        b"/*",
        b"*/",
        b"//",
        b"#",
        b"<b>",
        b"strict",
        b"graph",
        b":n",
    ],
    "gml": [
        b"[",
        b"]",
        b"node [ id 1 ]",
        b"edge [ source 1 target 1 ]",
        b"graph [",
        b'"',
        b"id ",
        b'label "',
        b"&quot;",
        b"&#0;",
        b"#",
        b"directed 1",
        b"weight 1",
    ],
    "lines": [
        b"\n",
        b" ",
        b",",
        b";",
        b"\t",
        b"|",
        b'"',
        b'""',
        b"#",
        b"%",
        b"//",
        b"a b\n",
        b"a,b\n",
        b"1 2\n",
        b"1 2 3\n",
        b"{'a': 1}",
        b"{",
        b"(",
        b")",
        b"(1, 2)",
        b"# Directed",
        b"source,target\n",
        b"*Vertices 3\n",
        b"*Arcs\n",
        b"*Edges\n",
        b"*Arcslist\n",
        b"%%MatrixMarket matrix coordinate real general\n",
        b"0 ",
    ],
}


def family(name):
    """The tokens that belong to a file, by the end of its name."""
    for words, found in (
        (("graphml", "gexf"), "xml"),
        (("json",), "json"),
        (("gv", "dot"), "dot"),
        (("gml",), "gml"),
    ):
        if name.removesuffix(".gz").endswith(words):
            return found
    return "lines"


def place(random, data):
    return random.randrange(len(data) + 1)


def span(random, data):
    begin = place(random, data)
    return begin, min(len(data), begin + random.choice([1, 2, 5, 20, 100, 1000]))


def flip(random, data, context):
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        if data:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def cut(random, data, context):
    begin, end = span(random, data)
    return data[:begin] if random.random() < 0.3 else data[:begin] + data[end:]


def double(random, data, context):
    begin, end = span(random, data)
    return data[:begin] + data[begin:end] * random.choice([2, 2, 3, 50]) + data[end:]


def splice(random, data, context):
    _, other = random.choice(context["fixtures"])
    begin, end = span(random, other)
    at, to = span(random, data)
    return data[:at] + other[begin:end] + data[to if random.random() < 0.5 else at :]


def number(random, data, context):
    found = list(re.finditer(rb"-?[0-9]+(\.[0-9]+)?", data))
    if not found:
        return data
    match = random.choice(found)
    return data[: match.start()] + random.choice(NUMBERS) + data[match.end() :]


def insert(random, data, context):
    tokens = TOKENS[context["family"]] if random.random() < 0.7 else HOSTILE
    at = place(random, data)
    return data[:at] + random.choice(tokens) * random.choice([1, 1, 1, 2, 120]) + data[at:]


def swap_words(random, data, context):
    words = list(re.finditer(rb"[A-Za-z_]+", data))
    if len(words) < 2:
        return data
    first, second = sorted(random.sample(words, 2), key=lambda word: word.start())
    return (
        data[: first.start()]
        + second.group()
        + data[first.end() : second.start()]
        + first.group()
        + data[second.end() :]
    )


def encode(random, data, context):
    """The whole file in another encoding or with other ends of lines."""
    text = data.decode("utf-8", "replace")
    return random.choice(
        [
            lambda: b"\xef\xbb\xbf" + data,
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-le"),
            lambda: text.encode("utf-16-be"),
            lambda: text.encode("latin-1", "replace"),
            lambda: text.encode("utf-32"),
            lambda: data.replace(b"\n", b"\r"),
            lambda: data.replace(b"\n", b"\r\n"),
            lambda: data + b"\x00" * 16,
            lambda: data.rstrip(b"\n"),
            lambda: b"\n\n" + data,
            lambda: data + data,
        ]
    )()


CHANGES = [flip, cut, double, splice, number, number, insert, insert, swap_words]


def mutated(random, name, data, fixtures):
    """A damaged file. Most have one change, so that readers get far."""
    context = {"fixtures": fixtures, "family": family(name)}
    is_packed = name.endswith(".gz")
    if is_packed and random.random() < 0.3:
        return random.choice([flip, cut, double, cut])(random, data, context)
    plain = gzip.decompress(data) if is_packed else data
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        plain = random.choice(CHANGES)(random, plain, context)
    if random.random() < 0.1:
        plain = encode(random, plain, context)
    return gzip.compress(plain, mtime=0) if is_packed else plain

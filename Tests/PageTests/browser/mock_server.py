#!/usr/bin/env python3
"""A server of the page for tests: HTTP and WebSocket by hand, and a graph that moves.

  mock_server.py [--nodes N] [--graph KIND] [--settled] [--steps] [--space] [--fixed] [--port P] [--ticks N]

Serves the page as scripts/embed-page writes it, and speaks the protocol of the view as far as the
tests need it. Without --nodes and --graph it plays Les Miserables. Prints the address of the page in one line.
"""
import argparse
import asyncio
import base64
import hashlib
import os
import re
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(ROOT / "scripts" / "embed-page.d")]
from mock_session import Session  # noqa: E402
from page_parts import with_parts  # noqa: E402

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def page_html(options):
    """The page with its marks, and the parts that the program would send to all."""
    wanted = [name for name, is_wanted in (
        ("steps", options.steps), ("space", options.space), ("edits", not options.fixed), ("attributes", not options.fixed),
        ("groups", options.graph == "clusters"), ("supernodes", options.supernodes),
        ("shapes", not options.fixed), ("curves", not options.fixed)) if is_wanted]
    with tempfile.NamedTemporaryFile(suffix=".html") as file:
        path = options.page or Path(file.name)
        if options.page is None:
            subprocess.run([sys.executable, ROOT / "scripts" / "embed-page", "--marked", "--html", path], check=True)
        return path.read_text(encoding="utf-8"), wanted


def asked_parts(target, languages):
    """What the browser asks for beside these."""
    query = parse_qs(urlsplit(target).query)
    language = query.get("lang", [languages])[0]
    return [*query.get("needs", []), *(["german"] if re.match(r"de\b", language, re.I) else [])]


class Socket:
    """The frames of a WebSocket, from a client that masks."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def read(self):
        """Text as str, binary as bytes; None at the end."""
        whole, kind = b"", None
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                length = second & 127
                if length == 126:
                    length = int.from_bytes(await self.reader.readexactly(2), "big")
                elif length == 127:
                    length = int.from_bytes(await self.reader.readexactly(8), "big")
                mask = await self.reader.readexactly(4)
                data = bytes(b ^ mask[i & 3] for i, b in enumerate(await self.reader.readexactly(length)))
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            code = first & 15
            if code == 8:
                return None
            if code in (9, 10):
                continue
            kind = kind or code
            whole += data
            if first & 128:
                return whole.decode() if kind == 1 else whole

    async def send(self, message):
        data = message.encode() if isinstance(message, str) else message
        head = bytes([0x81 if isinstance(message, str) else 0x82])
        if len(data) < 126:
            head += bytes([len(data)])
        elif len(data) < 65536:
            head += b"\x7e" + len(data).to_bytes(2, "big")
        else:
            head += b"\x7f" + len(data).to_bytes(8, "big")
        self.writer.write(head + data)
        await self.writer.drain()


class Server:
    def __init__(self, session, token, page):
        self.session, self.token = session, token
        self.html, self.parts = page
        self.requests = []

    async def handle(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()
            return
        method, target, _ = head.split("\r\n")[0].split(" ")
        fields = {}
        for line in head.split("\r\n")[1:]:
            name, _, value = line.partition(":")
            fields[name.strip().lower()] = value.strip()
        path = target.partition("?")[0]
        self.requests.append(f"{method} {path}")
        if path == f"/{self.token}/":
            self.send_page(writer, fields["host"], asked_parts(target, fields.get("accept-language", "")))
        elif path == f"/{self.token}/socket" and fields.get("upgrade", "").lower() == "websocket":
            await self.upgrade(reader, writer, fields)
        else:
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        try:
            await writer.drain()
            writer.close()
        except ConnectionError:
            pass

    def send_page(self, writer, host, asked):
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data: blob:; "
            f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'")
        body = with_parts(self.html, [*self.parts, *asked]).replace("{{NONCE}}", nonce).replace("{{TITLE}}", "Les Mis&eacute;rables")
        body = body.replace("{{POLICY}}", policy).replace("{{DATA}}", "").encode()
        writer.write(
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
            f"Content-Security-Policy: {policy}; frame-ancestors 'none'\r\nReferrer-Policy: no-referrer\r\n"
            "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n".encode() + body)

    async def upgrade(self, reader, writer, fields):
        key = fields["sec-websocket-key"].encode()
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest()).decode()
        writer.write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: forcegraph.1\r\n\r\n".encode())
        await self.session.serve(Socket(reader, writer))


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--graph", choices=["karate", "football", "chain", "names", "isolated", "clusters"])
    parser.add_argument("--settled", action="store_true", help="at rest from the first")
    parser.add_argument("--plain", action="store_true", help="says nothing of colours and sizes")
    parser.add_argument("--outlined", action="store_true", help="nodes have red outlines")
    parser.add_argument("--supernodes", action="store_true", help="the first two nodes are supernodes, the next two members")
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--space", action="store_true")
    parser.add_argument("--nasty", action="store_true", help="labels that try to break the page")
    parser.add_argument("--fixed", action="store_true", help="allows no edits")
    parser.add_argument("--page", type=Path, help="the page, when it is joined already, with marks")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token", default=None)
    options = parser.parse_args()
    session = Session(options)
    token = options.token or secrets.token_urlsafe(16)
    server = await asyncio.start_server(Server(session, token, page_html(options)).handle, "127.0.0.1", options.port)
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/{token}/", flush=True)
    await asyncio.gather(server.serve_forever(), session.run())


if __name__ == "__main__":
    if os.name != "posix":
        sys.exit("needs POSIX")
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass

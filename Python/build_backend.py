"""Makes the wheel of forcegraph (PEP 517), without another package: the files of forcegraph/, and the
library that scripts/link-python-library makes, for any Python 3 on this platform.

`pip wheel Python/` calls it; scripts/build-wheel does too. FORCEGRAPH_OBJECTS names a folder of objects to
link instead of building the Swift package, such as .build-test/release after scripts/test.
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PYTHON = Path(__file__).resolve().parent
ROOT = PYTHON.parent
LIBRARY = "libforcegraph.so"
# Timestamps are fixed, so that builds are reproducible.
TIME = (2020, 1, 1, 0, 0, 0)


def project():
    """Name, version, description, needed Python and packages, from pyproject.toml."""
    text = (PYTHON / "pyproject.toml").read_text()

    def value(name):
        return re.search(rf'^{name} = "(.*)"$', text, re.MULTILINE).group(1)

    packages = re.findall(r'"(.*?)"', re.search(r"^dependencies = \[(.*)\]$", text, re.MULTILINE).group(1))
    return {name: value(name) for name in ("name", "version", "description", "requires-python")}, packages


def platform_tag(library):
    """manylinux with the least glibc that has what the library needs; auditwheel says whether it is right.
    On macOS that of the package, whose libraries are for macOS 15 on."""
    if sys.platform == "darwin":
        return f"macosx_15_0_{platform.machine()}"
    symbols = subprocess.run(["nm", "-D", "--undefined-only", library], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    versions = [tuple(map(int, found)) for found in re.findall(r"@+GLIBC_(\d+)\.(\d+)", symbols)]
    major, minor = max(versions)
    # The version of libstdc++ limits the platform: GLIBCXX_3.4.30 is that of gcc 12, whose first
    # distributions have glibc 2.35.
    gcc = [int(found) for found in re.findall(r"@+GLIBCXX_3\.4\.(\d+)", symbols)]
    if gcc and max(gcc) >= 30:
        minor = max(minor, 35)
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def metadata(facts, packages):
    lines = ["Metadata-Version: 2.1", f"Name: {facts['name']}", f"Version: {facts['version']}",
             f"Summary: {facts['description']}", f"Requires-Python: {facts['requires-python']}"]
    lines += [f"Requires-Dist: {package}" for package in packages]
    lines += ["Description-Content-Type: text/markdown", "", (PYTHON / "README.md").read_text()]
    return "\n".join(lines)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    facts, packages = project()
    with tempfile.TemporaryDirectory() as work:
        library = Path(work) / LIBRARY
        command = [sys.executable, ROOT / "scripts" / "link-python-library", "-o", library]
        if os.environ.get("FORCEGRAPH_OBJECTS"):
            command += ["--objects", os.environ["FORCEGRAPH_OBJECTS"]]
        subprocess.run([str(part) for part in command], check=True)
        tag = f"py3-none-{platform_tag(library)}"
        stem = f"{facts['name']}-{facts['version']}"
        info = f"{stem}.dist-info"
        files = {f"forcegraph/{path.name}": path.read_bytes()
                 for path in sorted((PYTHON / "forcegraph").iterdir())
                 if path.suffix == ".py" or path.name == "py.typed"}
        files[f"forcegraph/{LIBRARY}"] = library.read_bytes()
    files[f"{info}/METADATA"] = metadata(facts, packages).encode()
    # The wheel is not pure: it belongs into the platform's folder, and auditwheel requires this to
    # be stated.
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: forcegraph\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    write(Path(wheel_directory) / f"{stem}-{tag}.whl", files, f"{info}/RECORD")
    return f"{stem}-{tag}.whl"


def write(wheel, files, record):
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\n")
            entry(archive, name, content)
        entry(archive, record, "".join(lines + [f"{record},,\n"]).encode())


def entry(archive, name, content):
    file = zipfile.ZipInfo(name, TIME)
    file.compress_type = zipfile.ZIP_DEFLATED
    file.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
    archive.writestr(file, content)


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("forcegraph: there is no sdist: its sources are the whole repository; use `pip wheel Python/`")

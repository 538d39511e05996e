"""The Python wheel: the program as a script, and the plugin for pytest."""

from __future__ import annotations

import base64
import hashlib

from archives import File, Tree, zipped
from program import Program
from tree import plugin


def wheel(program: Program, notices: File) -> tuple[str, bytes]:
    name = f"understudy-{program.version}"
    tag = f"py3-none-{program.wheel_platform}"
    information = f"{name}.dist-info"
    tree: Tree = {
        # pip puts it into the folder of the environment's programs.
        f"{name}.data/scripts/understudy": File(program.data, is_program=True),
        **plugin(program),
        f"{information}/licenses/THIRD-PARTY-NOTICES": notices,
        f"{information}/WHEEL": File(
            f"Wheel-Version: 1.0\nGenerator: understudy\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
        ),
    }
    record = "".join(f"{path},sha256={_digest(file.data)},{len(file.data)}\n" for path, file in sorted(tree.items()))
    tree[f"{information}/RECORD"] = File(f"{record}{information}/RECORD,,\n".encode())
    return f"{name}-{tag}.whl", zipped(tree)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()

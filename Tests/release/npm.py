"""The npm package: a launcher, the program, and the helpers that `understudy init` writes, under the package's own name."""

from __future__ import annotations

import json
import re

from archives import File, Tree, below, tar_gz
from program import Program, Unfit
from tree import SOURCES, template

# A helper's file in the package, its template, and its own name in the template's example and in the package's.
HELPERS = [
    ("jest.cjs", "jest.cjs", "./understudy.cjs", "understudy/jest"),
    ("vitest.mjs", "vitest.mjs", "./understudy.mjs", "understudy/vitest"),
    ("node-test.mjs", "node-test.mjs", "./understudy.mjs", "understudy/node-test"),
    ("cypress.js", "cypress.js", "./understudy", "understudy/cypress"),
    ("playwright.cjs", "playwright.ts", "./understudy", "understudy/playwright"),
]
# The types of TypeScript that a template gives its parameters.
TYPES = re.compile(r"\??: (?:string|object|number|boolean|\{ \w+: \w+ \})(?=[,)])")


def npm(program: Program, notices: File) -> tuple[str, bytes]:
    system = "Darwin" if program.is_mac else "Linux"
    tree: Tree = {
        "package.json": File((json.dumps(_manifest(program), indent=2) + "\n").encode()),
        "README.md": template("npm/README.md"),
        "THIRD-PARTY-NOTICES": notices,
        "bin/understudy": File(template("npm/understudy.sh").data, is_program=True),
        f"programs/{system}-{program.processor}/understudy": File(program.data, is_program=True),
        **{file: File(_helper(*rest).encode()) for file, *rest in HELPERS},
        "playwright.d.ts": File(b'export { expect, test } from "@playwright/test";\n'),
    }
    return f"understudy-{program.version}-{program.system}-{program.npm_processor}.tgz", tar_gz(below("package", tree))


def _manifest(program: Program) -> dict:
    exports: dict[str, object] = {f"./{file.split('.')[0]}": f"./{file}" for file, *_ in HELPERS}
    exports["./playwright"] = {"types": "./playwright.d.ts", "default": "./playwright.cjs"}
    frameworks = {"@playwright/test": "*", "cypress": "*", "jest-environment-node": ">=28", "vitest": ">=2"}
    return {
        "name": "understudy",
        "version": program.version,
        "description": "A mock server for GraphQL APIs, for testing their clients.",
        "bin": {"understudy": "bin/understudy"},
        "os": ["darwin" if program.is_mac else "linux"],
        "cpu": [program.npm_processor],
        **({} if program.is_mac else {"libc": ["glibc"]}),
        "exports": {**dict(sorted(exports.items())), "./package.json": "./package.json"},
        "engines": {"node": ">=18"},
        "peerDependencies": frameworks,
        "peerDependenciesMeta": {name: {"optional": True} for name in frameworks},
        # Yarn runs no program inside a zip archive.
        "preferUnplugged": True,
    }


def _helper(source: str, written: str, packaged: str) -> str:
    """A template with the package's name in its example; Playwright's as JavaScript, which node_modules must have."""
    text = (SOURCES / "Templates" / source).read_text()
    example, rest = re.match(r"((?://.*\n)+)([\s\S]*)", text).groups()
    if not re.search(rf"(?<![\w.]){re.escape(written)}(?![\w.])", example):
        raise Unfit(f"The example at the top of Templates/{source} does not name {written}.")
    rest = rest.replace("@ENVIRONMENT@", "jest-environment-node")
    example = re.sub(rf"(?<![\w.]){re.escape(written)}(?![\w.])", packaged, example)
    return example + (_common_js(rest) if source.endswith(".ts") else rest)


def _common_js(text: str) -> str:
    text = TYPES.sub("", text)
    text = re.sub(
        r"^import \{ (.*) \} from (\".*\");$",
        lambda match: f"const {{ {match[1].replace(' as ', ': ')} }} = require({match[2]});",
        text,
        flags=re.M,
    )
    text = re.sub(r"^export \{ (\w+) \};$", r"exports.\1 = \1;", text, flags=re.M)
    text = re.sub(r"^export const (\w+) = ", r"exports.\1 = ", text, flags=re.M)
    if left := re.search(r"^(?:import|export)\b.*", text, re.M):
        raise Unfit(f"This line of Templates/playwright.ts cannot be packaged: {left[0]}")
    return text

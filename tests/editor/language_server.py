"""Drives yaml-language-server over standard input and output, as an editor does.

Not here: what it must answer (test_language_server.py), or installing it (`make editor`).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: Where `make editor` installs the server; the variable names another folder.
FOLDER = Path(os.environ.get("UNOFLEX_EDITOR", ROOT / "build" / "editor")).resolve()
SERVER = FOLDER / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


def missing() -> str:
    """Return the reason why the server cannot run; empty if it can."""
    if shutil.which("node") is None:
        return "node is not installed"
    return "" if SERVER.is_file() else f"yaml-language-server is not installed in {FOLDER}: run `make editor`"


class LanguageServer:
    """A running language server with one open document at a time."""

    def __init__(self, schemas: dict[str, str]) -> None:
        """`schemas`: patterns of file names, by the path of their schema."""
        self.process = subprocess.Popen(
            ["node", str(SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.settings = {
            "schemas": {Path(path).as_uri(): pattern for path, pattern in schemas.items()},
            "schemaStore": {"enable": False},
            "validate": True,
            "hover": True,
            "completion": True,
        }
        self.number, self.version = 0, 0
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        capabilities = {
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
                "hover": {"contentFormat": ["markdown"]},
                "publishDiagnostics": {},
            },
            "workspace": {"configuration": True},
        }
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self.notify("initialized", {})
        self.notify("workspace/didChangeConfiguration", {"settings": {"yaml": self.settings}})

    # ---- messages ------------------------------------------------------------------------------------------------

    def write(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        """Return the next message; answer the server's own questions on the way."""
        out = self.process.stdout
        assert out is not None
        while True:
            length = 0
            while (line := out.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not length:
                raise EOFError("the language server has ended")
            message = json.loads(out.read(length))
            if "id" in message and "method" in message:
                items = message.get("params", {}).get("items", [])
                answer = [{"yaml": self.settings}.get(each.get("section")) for each in items]
                self.write({"id": message["id"], "result": answer if items else None})
                continue
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            return message

    def notify(self, method: str, params: Any) -> None:
        self.write({"method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        self.number += 1
        self.write({"id": self.number, "method": method, "params": params})
        while (message := self.read()).get("id") != self.number:
            pass
        assert "error" not in message, message["error"]
        return message["result"]

    # ---- a document ----------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str) -> Document:
        uri = path.as_uri()
        self.version += 1  # the server keeps what it has read of a version
        self.diagnostics.pop(uri, None)
        self.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "yaml", "version": self.version, "text": text}},
        )
        return Document(self, uri, text)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


class Document:
    """An open document, asked at a line and a column, both from 0."""

    def __init__(self, server: LanguageServer, uri: str, text: str) -> None:
        self.server, self.uri, self.text = server, uri, text

    def place(self, line: int, column: int) -> dict[str, Any]:
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": column}}

    def hover(self, line: int, column: int) -> str:
        found = self.server.request("textDocument/hover", self.place(line, column))
        return "" if found is None else str(found["contents"]["value"])

    def completions(self, line: int, column: int) -> list[dict[str, Any]]:
        found = self.server.request("textDocument/completion", self.place(line, column))
        return list(found["items"] if isinstance(found, dict) else found)

    def problems(self) -> list[dict[str, Any]]:
        """Wait for the diagnostics of the document."""
        while self.uri not in self.server.diagnostics:
            self.server.read()
        return self.server.diagnostics[self.uri]

    def close(self) -> None:
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

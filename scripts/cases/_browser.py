"""Pages as a browser takes them: their skeleton by an HTML parser, their behaviour in Chromium."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

_WAIT_SECONDS = 60.0


class Skeleton(HTMLParser):
    """What of a page is markup: its tags with their attributes, its scripts and its styles.

    Attributes:
        tags: in order, each with its attributes.
        code: the text of scripts and styles, but not of scripts that hold data.
        data: the text of scripts of the type ``application/json``.
        words: all other text.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.code: list[str] = []
        self.data: list[str] = []
        self.words = ""
        self._into: list[str] | None = None
        self.feed(text)
        self.close()

    @property
    def markup(self) -> tuple[list[Any], list[str]]:
        """What must be the same whatever the data is."""
        return self.tags, self.code

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps a tag."""
        self.tags.append((tag, tuple(attrs)))
        if tag in ("script", "style"):
            self._into = self.data if ("type", "application/json") in attrs else self.code
            self._into.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  as the parser calls it
        """Ends a script or style."""
        self._into = None

    def handle_data(self, data: str) -> None:
        """Keeps a text, by where it stands."""
        if self._into is None:
            self.words += data
        else:
            self._into[-1] += data


_ADDRESSES = ("src", "srcset", "href", "action", "formaction", "data", "poster", "background")


def outside(text: str) -> list[str]:
    """Addresses outside itself that a page would ask for, by its sources."""
    page = Skeleton(text)
    found = [
        value
        for _, attributes in page.tags
        for name, value in attributes
        if name in _ADDRESSES and value and not value.startswith(("data:", "#"))
    ]
    policy = [
        dict(attributes).get("content") or ""
        for tag, attributes in page.tags
        if tag == "meta" and dict(attributes).get("http-equiv") == "Content-Security-Policy"
    ]
    closed = bool(policy) and "default-src 'none'" in policy[0]
    return found if closed else [*found, "(nothing forbids it to)"]


class Chromium:
    """A page in Chromium, over the DevTools protocol on a pair of pipes.

    Attributes:
        events: what the browser told unasked.
    """

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write = read, write
        self._buffer, self._number = b"", 0
        self.events: list[dict[str, Any]] = []
        self.session: str | None = None

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a command and waits for its answer; what else comes is kept in `events`."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"Chromium refused {method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._read], [], [], _WAIT_SECONDS)[0]:
                raise RuntimeError("Chromium does not answer")
            read = os.read(self._read, 1 << 20)
            if not read:
                raise RuntimeError("Chromium has ended")
            self._buffer += read
        message, self._buffer = self._buffer.split(b"\0", 1)
        decoded: dict[str, Any] = json.loads(message)
        return decoded

    def value(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"the page raised: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Waits until an expression is true in the page."""
        end = time.monotonic() + _WAIT_SECONDS
        while self.value(script) is not True:
            if time.monotonic() > end:
                raise RuntimeError(f"the page never came to {script}")
            time.sleep(0.05)

    def open(self, url: str, ready: str) -> None:
        """Opens a page and waits until it is complete and an expression is true in it."""
        target = next(
            t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"
        )
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=url)
        self.wait(
            f"location.href !== 'about:blank' && document.readyState === 'complete' && {ready}"
        )

    def move(self, x: float, y: float) -> None:
        """Moves the mouse."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def requests(self) -> list[str]:
        """Every address that the page asked for."""
        return [
            str(event["params"]["request"]["url"])
            for event in self.events
            if event["method"] == "Network.requestWillBeSent"
        ]


_ON_PIPES = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)  # Chromium reads commands on 3 and answers on 4
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""

GRAPH_READY = "typeof network !== 'undefined'"
"""True in a graph page once it is drawn."""


def program() -> str | None:
    """The browser of this machine, or None."""
    return shutil.which("chromium") or shutil.which("google-chrome")


@contextlib.contextmanager
def opened(file: Path, ready: str = GRAPH_READY) -> Iterator[Chromium]:
    """A file, opened in Chromium; its profile is of this call alone.

    Raises:
        RuntimeError: there is no Chromium, or it does not answer.
    """
    found = program()
    if found is None:
        raise RuntimeError("there is no Chromium")
    theirs, write = os.pipe()
    read, answers = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                sys.executable, "-c", _ON_PIPES, str(theirs), str(answers),
                found, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--remote-debugging-pipe",
                "--window-size=1200,800", f"--user-data-dir={profile}", "about:blank",
            ],
            pass_fds=(theirs, answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs)
        os.close(answers)
        try:
            chromium = Chromium(read, write)
            chromium.open(file.as_uri(), ready)
            yield chromium
            chromium.session = None
            chromium.call("Browser.close")
            process.wait(20)
        finally:
            process.kill()
            process.wait(20)
            os.close(read)
            os.close(write)


def hover_all(chromium: Chromium) -> None:
    """Moves the mouse over every node of a graph page, and chooses each in the list."""
    places = chromium.value(
        "Object.values(network.getPositions()).map((place) => {"
        " const at = network.canvasToDOM(place); return [at.x, at.y]; })"
    )
    for x, y in places:
        chromium.move(1, 1)
        chromium.move(x, y)
        chromium.move(x + 1, y)
        time.sleep(0.2)  # the tooltip comes after 120 ms
    chromium.value("document.querySelectorAll('#top button').forEach((b) => b.click())")

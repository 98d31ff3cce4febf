"""The page around a drawing: HTML that asks for nothing outside itself.

pyvis brings the drawing library (vis-network); the page around it is ours (``viz.html``, ``viz.js``). A
content policy lets only its own two scripts run. Words of the data stand in the page as JSON with its
markup characters escaped, and are shown as text only, so they can become neither tag nor script.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

FONT = (
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB",'
    ' "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", sans-serif'
)


def rendered(network: Any, data: Mapping[str, Any], **texts: Any) -> str:
    """The page by pyvis's own rendering, with our template and escaping on."""
    from jinja2 import DictLoader, Environment, StrictUndefined
    from markupsafe import Markup

    library, script = _library(), _own("viz.js")
    nodes, edges, _, _, _, options = network.get_network_data()
    known = {"nodes": nodes, "edges": edges, "options": json.loads(options), **data}
    environment = Environment(
        loader=DictLoader({"viz.html": _own("viz.html")}),
        autoescape=True,
        undefined=StrictUndefined,
    )
    # Only what we wrote ourselves goes in unescaped; Markup is not made of anything from the data
    # but the JSON, which `_inert` has rid of every character that could end its element.
    environment.globals["page"] = {
        **texts,
        "font": Markup(FONT),
        "policy": _policy(library, script),
        "data": Markup(_inert(known)),
        "library": Markup(library),
        "script": Markup(script),
    }
    network.templateEnv = environment
    network.path = "viz.html"
    html: str = network.generate_html(name="viz.html")
    return html


@cache
def _library() -> str:
    """vis-network as pyvis ships it."""
    folder = resources.files("pyvis") / "templates" / "lib"
    text = (folder / "vis-9.1.2" / "vis-network.min.js").read_text(encoding="utf-8")
    return text.replace("\r\n", "\n").replace("</script", "<\\/script")


@cache
def _own(name: str) -> str:
    return (resources.files("persona.viz") / name).read_text(encoding="utf-8").rstrip("\n")


def _policy(*scripts: str) -> str:
    """A content policy under which only these scripts run, and nothing is fetched."""
    sums = (
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts
    )
    allowed = " ".join(f"'sha256-{value}'" for value in sums)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


_MARKUP = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def _inert(value: object) -> str:
    """JSON that can stand in a script element: no character in it can end it or start another."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    return text.translate(_MARKUP)

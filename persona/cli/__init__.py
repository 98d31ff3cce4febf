"""The command line: ``persona``.

Data on stdout, progress and errors on stderr. Exit codes: 0 done, 1 something failed (what did not
is kept), 2 usage, 3 configuration, 75 another run holds the lease, 130 interrupted.
"""

from __future__ import annotations

import sys

import typer

from persona.cli import (
    build,
    carry,
    chat,
    compare,
    config,
    correct,
    demo,
    doctor,
    forget,
    read,
    recall,
    template,
)
from persona.cli.output import say, use_utf8
from persona.errors import PersonaError

app = typer.Typer(
    name="persona",
    help="Learns who a user is from their conversations, as a graph, and tells an agent.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"max_content_width": 100},
)
for module in (
    demo,
    build,
    read,
    correct,
    forget,
    compare,
    carry,
    doctor,
    config,
    recall,
    template,
    chat,
):
    module.register(app)


def main() -> None:
    """Runs a command; an error of ours is one sentence on stderr and its exit code."""
    use_utf8()
    try:
        app(standalone_mode=True)
    except PersonaError as error:
        say(f"persona: {error}")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        say(f"persona: {error.filename or 'a file'}: {error.strerror or error}")
        sys.exit(1)
    except KeyboardInterrupt:
        say("persona: interrupted; what was done is kept")
        sys.exit(130)

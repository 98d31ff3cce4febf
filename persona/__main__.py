"""``python -m persona`` is ``persona``."""

from persona.cli import main

main()

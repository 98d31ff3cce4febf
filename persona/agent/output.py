"""The items that a parser has found so far, and what the line looks like that it goes on in."""

from __future__ import annotations

from persona.agent.items import Action, Item, Place, Text


class Output:
    """Gathers items in order; text that comes in several parts becomes one item.

    Attributes:
        blank: nothing but white space since the line began.
        prefixed: nothing but white space since ``Action:``.
        orphan: nothing but white space since an ``Action Input:`` without an action.
        acted: there was an action.
    """

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._text: list[str] = []
        self.blank = True
        self.prefixed = False
        self.orphan = False
        self.acted = False

    @property
    def place(self) -> Place:
        """Where an action that begins now stands."""
        if self.prefixed:
            return "prefix"
        return "line" if self.blank else "inline"

    def say(self, piece: str) -> None:
        """Adds plain text."""
        self._text.append(piece)
        if not piece.isspace():
            self.prefixed = self.orphan = self.blank = False
        if "\n" in piece:
            self.blank = piece[piece.rindex("\n") :].isspace()

    def put(self, item: Item) -> None:
        """Adds an item; what was known of the line stays, as after a tag."""
        if isinstance(item, Text):
            self._text.append(item.text)
            return
        self._flush()
        self._items.append(item)

    def give(self, *items: Item) -> None:
        """Adds items; what stands after them has no prefix."""
        for item in items:
            self.put(item)
            self.acted = self.acted or isinstance(item, Action)
        self.prefixed = self.orphan = False

    def take(self) -> list[Item]:
        """The items since the last call."""
        self._flush()
        found, self._items = self._items, []
        return found

    def _flush(self) -> None:
        if self._text:
            self._items.append(Text("".join(self._text)))
            self._text = []

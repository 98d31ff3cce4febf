from __future__ import annotations

from persona.extract.playing import played_messages
from persona.records import Message, Role, Turn, Window


def window(*texts: tuple[Role, str], context: tuple[tuple[Role, str], ...] = ()) -> Window:
    def turns(said: tuple[tuple[Role, str], ...], start: int) -> tuple[Turn, ...]:
        messages = [
            Message("ann", "c", f"m{start + i}", role, text, position=start + i)
            for i, (role, text) in enumerate(said)
        ]
        return tuple(Turn(m, 0, len(m.text)) for m in messages)

    return Window("ann", "c", turns(texts, len(context)), turns(context, 0))


def test_a_part_of_ones_own_is_played_until_it_is_left() -> None:
    shown = window(
        ("user", "Let's role-play: you're a barista, I'm a pirate"),
        ("assistant", "Ahoy!"),
        ("user", "I hate land and love rum"),
        ("user", "ok, out of character: I live in Oslo"),
        ("user", "I like tea"),
    )
    assert played_messages(shown) == {"m0", "m2"}


def test_a_part_taken_in_the_context_goes_on() -> None:
    shown = window(("user", "我最爱喝酒"), context=(("user", "角色扮演，我是海盗"),))
    assert played_messages(shown) == {"m0", "m1"}


def test_a_part_of_the_assistant_alone_covers_its_turn_only() -> None:
    shown = window(("user", "Act as a travel agent"), ("user", "I love beaches"))
    assert played_messages(shown) == frozenset()

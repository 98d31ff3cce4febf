from __future__ import annotations

import pytest

from persona.engine.receipts import ErasureReceipt, quoting, swept_note, traces
from persona.records import Message


def said(number: int, text: str, role: str = "user") -> Message:
    return Message("ann", "c", f"m{number}", role, text)  # type: ignore[arg-type]  # user or assistant


@pytest.mark.parametrize(
    ("gone", "reply", "quotes"),
    [
        ("I moved to Rotterdam. Ok.", "You moved: I moved to Rotterdam, right?", True),
        ("I moved to Rotterdam!", "i moved to rotterdam", False),  # not word for word
        ("I like it.", "I like it.", False),  # under twelve characters
        ("上周我搬到了鹿特丹。", "你说上周我搬到了鹿特丹，对吗", True),
        ("我喜欢茶。", "我喜欢茶。", False),  # under six characters
    ],
)
def test_a_sentence_that_is_long_enough_is_a_quote(gone: str, reply: str, quotes: bool) -> None:
    found = quoting([said(1, gone)], [said(2, reply, "assistant")])
    assert found == ((("c", "m2"),) if quotes else ())


def test_what_is_looked_for_stands_in_one_run_of_bytes() -> None:
    text = 'He said "never again", then 我再也不去滑雪了。\nok'
    assert traces([text]) == {"He said", "never again", "then 我再也不去滑雪了"}
    assert traces(["x" * 100]) == {"x" * 40}


def test_a_receipt_as_json_has_every_field() -> None:
    shown = ErasureReceipt("ann", "message", {"messages": 1}, (("c", "m2"),), (("m3",),)).to_dict()
    assert shown["replies_that_quote"] == [{"conversation_id": "c", "message_id": "m2"}]
    assert shown["pending"] == [["m3"]]
    assert set(shown) == set(ErasureReceipt.__slots__)


def test_every_sweep_has_words() -> None:
    assert "this process or one not known" in swept_note("delayed")
    assert "a reader has the journal open (process 7, 12)" in swept_note("delayed", (7, 12))
    assert "backups" in swept_note("operator")
    assert swept_note("done") != swept_note("memory")

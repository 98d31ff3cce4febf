"""Pages of the index: what they hold, and that they are a function of the messages alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from persona.recall.pages import CUT_MODULUS, UNDATED, VERSION, Entry, Page, begins, changed
from persona.recall.words import terms
from persona.records import Message
from tests.strategies import NO_SHRINKING

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WORDS = ("tea", "violin", "hiking", "爬山", "花生", "last", "week", "最近", "İ", "naïve")


def said(
    number: int, text: str = "tea", *, minutes: int | None = 0, conversation: str = "c"
) -> Message:
    time = None if minutes is None else NOON + timedelta(minutes=minutes)
    return Message("ann", conversation, f"m{number}", "user", text, time, position=number)


MESSAGES = st.lists(
    st.builds(
        said,
        st.integers(0, 60),
        st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
        minutes=st.one_of(st.none(), st.integers(0, 9)),
        conversation=st.sampled_from(["c", "d"]),
    ),
    max_size=30,
    unique_by=lambda m: (m.conversation_id, m.message_id),
)


def page_of(messages: Sequence[Message]) -> tuple[Page, ...]:
    return changed((), (), map(Entry.of, messages))


def test_a_page_gives_back_what_it_was_made_of() -> None:
    entries = [
        Entry.of(said(1, "I hiked last week, hiking is my thing")),
        Entry.of(
            Message("ann", "c", "2", "user", "我昨天爬山", author="Bo", source="x", position=7)
        ),
        Entry.of(Message("ann", "c", "3", "assistant", "")),
    ]
    page = Page.of(entries)
    assert Page(page.body).entries() == page.entries() == entries
    assert page.times.tolist() == [1772366400000000, UNDATED, UNDATED]  # noon of 1 March 2026
    assert [page.speakers[n] for n in page.speaker.tolist()] == ["", "Bo", "assistant"]
    assert page.dated.tolist() == [1, 1, 0]
    found = page.postings("hike")
    assert found is not None
    assert [column.tolist() for column in found] == [[0], [2]]  # "hiked", "hiking"
    assert page.postings("爬山") is not None
    assert page.postings("violin") is None


def test_a_page_holds_no_text_and_says_nothing_of_its_order_of_making() -> None:
    one = Entry.of(said(1, "tea Vienna", minutes=1))
    other = Entry.of(said(2, "Vienna tea", minutes=2))
    body = changed((), (), [other, one])[0].body
    assert body == changed(changed((), (), [one]), (), [other])[0].body
    assert b"Vienna" not in body  # a term is folded and stemmed
    assert b'"vienna"' in body


@settings(max_examples=60, phases=NO_SHRINKING)
@given(MESSAGES, st.randoms(use_true_random=False), st.integers(1, 7))
def test_any_order_and_any_batches_give_the_same_bytes(
    messages: list[Message], chance: object, batch: int
) -> None:
    shuffled = list(messages)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    pages: tuple[Page, ...] = ()
    for start in range(0, len(shuffled), batch):
        pages = changed(pages, (), map(Entry.of, shuffled[start : start + batch]))
    assert [p.body for p in pages] == [p.body for p in page_of(messages)]
    firsts = [page.first for page in pages]
    assert firsts == sorted(firsts)
    assert all(begins(page.keys[0]) for page in pages[1:])


@settings(max_examples=60, phases=NO_SHRINKING)
@given(MESSAGES, st.sets(st.integers(0, 60), max_size=9), st.integers(0, 60))
def test_what_is_taken_out_was_never_there(
    messages: list[Message], gone: set[int], other: int
) -> None:
    """Also what is said anew under the same key, at another time."""
    keys = [(c, f"m{n}") for n in gone for c in "cd"]
    again = said(other, "lobster 龙虾", minutes=5)
    stays = [m for m in messages if (m.conversation_id, m.message_id) not in keys]
    assert bool(changed(page_of(messages), keys, ())) == bool(stays)
    came = changed(page_of(messages), keys, [Entry.of(again)])
    left = [m for m in stays if (m.conversation_id, m.message_id) != ("c", f"m{other}")]
    assert [p.body for p in came] == [p.body for p in page_of([*left, again])]


def test_a_new_message_changes_its_own_page_alone() -> None:
    messages = [said(n, f"word{n}", minutes=n) for n in range(8 * CUT_MODULUS)]
    before = page_of(messages)
    assert len(before) > 3
    late = changed(before, (), [Entry.of(said(-1, "tea", minutes=10**6))])
    assert all(a is b for a, b in zip(before[:-1], late, strict=False))
    middle = changed(before, (), [Entry.of(said(-1, "茶", minutes=4 * CUT_MODULUS))])
    assert sum(page not in before for page in middle) <= 2


def test_where_a_cut_goes_the_page_before_goes_on() -> None:
    messages = [said(n, f"word{n}", minutes=n) for n in range(8 * CUT_MODULUS)]
    before = page_of(messages)
    cut = before[2].keys[0]
    after = changed(before, [cut], ())
    assert after[1].keys == (*before[1].keys, *before[2].keys[1:])
    assert after[0] is before[0]
    assert after[2] is before[3]


def test_the_version_rises_with_the_terms() -> None:
    """A change of how texts are cut into terms makes every kept index useless: raise VERSION then."""
    assert VERSION == "1"
    assert terms("My brother's trips, 2019") == ["brother", "trip", "2019"]
    assert terms("我喜欢爬山") == ["喜", "欢", "爬", "山", "喜欢", "欢爬", "爬山"]

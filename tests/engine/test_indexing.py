"""The index of what was said, as the engine keeps it: over processes, batches and forgetting."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.engine.indexing import current
from persona.recall.words import terms
from persona.store import Store
from tests.strategies import NO_SHRINKING, Said, logs

SAID = (
    "My brother repairs violins in Cremona.",
    "我对花生过敏，也从不喝牛奶。",
    "I love ramen.",
    "My sister Zoltana collects stamps.",
)


def rows(texts: Sequence[str], start: int = 0) -> list[dict[str, Any]]:
    return [
        {
            "role": "user",
            "content": text,
            "id": f"m{n}",
            "timestamp": 1_700_000_000 + 86_400 * n,
            "conversation_id": f"c{n % 2}",
        }
        for n, text in enumerate(texts, start)
    ]


@contextmanager
def by_rules(url: str = "sqlite://") -> Iterator[PersonaEngine]:
    with PersonaEngine(settings=Settings(db=url, extractor="rules")) as made:
        yield made


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.db'}"


def pages(store: Store, user_id: str = "ann") -> list[bytes]:
    return [page.body for page in store.unread(user_id).pages or ()]


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_a_second_process_finds_the_index_and_reads_no_message_again(url: str) -> None:
    with by_rules(url) as made:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        first = made.recall("ann", "who repairs violins?")
        assert made.recall("ann", "花生") != ()
    with by_rules(url) as other:
        read = other.store.unread("ann")
        assert (read.keys, read.messages) == ((), ())
        assert other.recall("ann", "who repairs violins?") == first


def test_a_new_message_is_taken_in_by_itself_and_kept(url: str) -> None:
    with by_rules(url) as made, by_rules(url) as other:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        made.recall("ann", "violins")
        made.add("ann", rows(["I sold two violins. 我卖了小提琴"], 9))
        assert [m.message_id for m in made.store.unread("ann").messages] == ["m9"]
        assert any("m9" in r.message_ids for r in other.recall("ann", "小提琴"))
        assert other.store.unread("ann").keys == ()
        assert any("m9" in r.message_ids for r in made.recall("ann", "violins"))


def test_messages_from_before_the_index_are_taken_in_at_the_first_use(url: str) -> None:
    """As a store of an earlier version has them: with neither index nor notes."""
    with by_rules(url) as made:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        expected = made.recall("ann", "violins")
    raw = sqlite3.connect(url.removeprefix("sqlite:///"))
    for table in ("pages", "notes", "indexes"):
        raw.execute(f"DROP TABLE {table}")
    raw.execute("ALTER TABLE users DROP COLUMN swaps")
    raw.execute("DELETE FROM meta WHERE name = 'migration:m004_recall_index'")
    raw.commit()
    raw.close()
    with by_rules(url) as later:
        assert later.recall("ann", "violins") == expected
        assert later.prompt("ann").text


def test_what_was_written_without_a_note_is_noticed(url: str) -> None:
    with by_rules(url) as made:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        made.recall("ann", "violins")
        raw = sqlite3.connect(url.removeprefix("sqlite:///"))
        raw.execute("DELETE FROM messages WHERE message_id = 'm0'")
        raw.execute("UPDATE users SET revision = revision + 1")
        raw.commit()
        raw.close()
        assert all("m0" not in r.message_ids for r in made.recall("ann", "violins"))
        assert b"cremona" not in b"".join(pages(made.store))


def test_where_nothing_can_be_written_it_is_found_all_the_same(url: str) -> None:
    with by_rules(url) as made:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        raw = sqlite3.connect(url.removeprefix("sqlite:///"))
        raw.execute(
            "CREATE TRIGGER t BEFORE INSERT ON indexes BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        raw.commit()
        raw.close()
        assert made.recall("ann", "violins")[0].message_ids == ("m0",)
        assert made.store.unread("ann").edition is None
        made.add("ann", rows(["violins again"], 9))
        assert any("m9" in r.message_ids for r in made.recall("ann", "violins"))


@settings(max_examples=15, phases=NO_SHRINKING)
@given(logs(min_size=2), st.data())
def test_laws_2_and_3_batches_and_a_rebuild_from_nothing(said: list[Said], data: Any) -> None:
    """In any order and batches, with looks between, the pages and the results are the same."""
    shuffled = data.draw(st.permutations(said))
    cut = data.draw(st.integers(0, len(said)))
    with by_rules() as made, by_rules() as whole:
        for part in (shuffled[:cut], shuffled[cut:]):
            if part:
                made.add("ann", [s.as_dict() for s in part])
                made.rebuild(["ann"])
                made.recall("ann", "tea 香菜 jazz")
        whole.add("ann", [s.as_dict() for s in said])
        whole.rebuild(["ann"])
        for question in ("tea 香菜 jazz", "What do I use lately?", "最近喜欢什么？"):
            assert made.recall("ann", question) == whole.recall("ann", question)
        assert pages(made.store) == pages(whole.store) != []


@settings(max_examples=15, phases=NO_SHRINKING)
@given(logs(min_size=2), st.data())
def test_law_4_what_is_forgotten_was_never_indexed(said: list[Said], data: Any) -> None:
    gone = data.draw(st.sampled_from(said))
    with by_rules() as made, by_rules() as other:
        for engine, some in ((made, said), (other, [s for s in said if s != gone])):
            if some:
                engine.add("ann", [s.as_dict() for s in some])
                engine.rebuild(["ann"])
                engine.recall("ann", "tea 香菜")
        made.forget("ann", message_id=f"m{gone.number}", conversation_id=f"c{gone.conversation}")
        assert pages(made.store) == (pages(other.store) if len(said) > 1 else [])


def test_no_term_of_what_is_forgotten_is_left_in_the_files(url: str, tmp_path: Path) -> None:
    secret = "Quizzacious marzipan in Ljubljana, 螺蛳粉配豆浆"
    with by_rules(url) as made:
        made.add("ann", rows([*SAID, secret]))
        made.rebuild(["ann"])
        assert made.recall("ann", "Ljubljana")
        made.add("ann", rows(["more of Ljubljana"], 9))  # noted, in no page yet
        rare = [term.encode() for term in terms(secret) if len(term.encode()) > 3 and term != "in"]
        assert any(term in bytes_of(tmp_path) for term in rare)
        for message_id in ("m4", "m9"):
            receipt = made.forget("ann", message_id=message_id)
        assert receipt.sweep == "done"
        assert [term for term in rare if term in bytes_of(tmp_path).lower()] == []
        assert all("m4" not in r.message_ids for r in made.recall("ann", "Ljubljana marzipan"))


def test_a_name_that_is_forgotten_goes_from_pages_and_speakers(url: str, tmp_path: Path) -> None:
    with by_rules(url) as made:
        made.add("ann", rows([*SAID, "I love Zoltana."]))
        made.rebuild(["ann"])
        assert made.recall("ann", "Zoltana")
        made.forget("ann", entity="Zoltana")
        assert b"zoltana" not in bytes_of(tmp_path).lower()
        made.recall("ann", "stamps")
        assert b"zoltana" not in bytes_of(tmp_path).lower()
        assert any("m3" in r.message_ids for r in made.recall("ann", "stamps"))


def test_everything_forgotten_leaves_no_index(url: str, tmp_path: Path) -> None:
    with by_rules(url) as made:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        made.recall("ann", "violins")
        made.forget("ann", everything=True)
        for word in (b"cremona", b"violin", "花生".encode()):
            assert word not in bytes_of(tmp_path).lower()


def test_another_engine_does_not_recall_what_this_one_forgot(url: str) -> None:
    with by_rules(url) as made, by_rules(url) as other:
        made.add("ann", rows(SAID))
        made.rebuild(["ann"])
        assert other.recall("ann", "violins in Cremona")
        assert "ramen" in other.prompt("ann").text
        made.forget("ann", message_id="m0")
        made.forget("ann", message_id="m2")
        assert all("m0" not in r.message_ids for r in other.recall("ann", "violins in Cremona"))
        assert "ramen" not in other.prompt("ann").text
        assert b"cremona" not in b"".join(pages(made.store))


def test_pages_in_memory_are_not_read_again(url: str) -> None:
    with by_rules(url) as made:
        made.add("ann", rows(SAID))
        first = current(made.store, "ann")
        again = current(made.store, "ann", first)
        assert [a is b for a, b in zip(first.log.pages, again.log.pages, strict=True)] == [True]
        assert (again.edition, again.revision) == (first.edition, first.revision)

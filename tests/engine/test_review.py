from __future__ import annotations

from persona.engine.review import items, rejection_id, verdicts
from persona.records import Correction, Entity, Reason, Rejection, Relation
from persona.resolve import Proposal

ROW = Relation("USER", "茶", "喜欢")
REFUSED = Rejection(Reason.UNGROUNDED, ("m1",), "USER – 喜欢 – 茶", ROW)
SECRET = Rejection(Reason.SENSITIVE, ("m2",), "a fact of a special category was dropped")
GUARD = Rejection(Reason.LOSS_GUARD, (), "9 facts would go")
ENTITIES = {key: Entity(key, key.upper()) for key in ("pg", "postgres")}
PROPOSAL = Proposal("pg", "postgres", 0.8, "alias")


def test_merges_come_first_and_what_is_about_a_run_is_not_asked() -> None:
    merge, row, secret = items([REFUSED, REFUSED, SECRET, GUARD], [PROPOSAL], ENTITIES, [])
    assert (merge.sort, merge.score, merge.names) == ("merge", 0.8, ("pg", "postgres"))
    assert merge.detail == "PG [pg] = POSTGRES [postgres]"
    assert (row.id, row.acceptable, row.message_ids) == (rejection_id(REFUSED), True, ("m1",))
    assert not secret.acceptable
    assert row.to_dict()["reason"] == "ungrounded"


def test_what_was_answered_is_off_the_list() -> None:
    for action in ("accept", "reject"):
        said = Correction(action, rejection_id(REFUSED))
        assert items([REFUSED], [], {}, [said]) == ()


def test_the_last_word_on_an_item_holds() -> None:
    first, last = Correction("accept", "i", number=1), Correction("reject", "i", number=2)
    assert verdicts([first, Correction("pin", "i"), last]) == {"i": last}


def test_an_id_is_of_reason_messages_and_words() -> None:
    others = (
        Rejection(Reason.ECHO, ("m1",), REFUSED.detail),
        Rejection(Reason.UNGROUNDED, ("m2",), REFUSED.detail),
        Rejection(Reason.UNGROUNDED, ("m1",), "other"),
    )
    assert len({rejection_id(r) for r in (REFUSED, *others)}) == 4
    assert rejection_id(REFUSED) == rejection_id(Rejection(REFUSED.reason, ("m1",), REFUSED.detail))

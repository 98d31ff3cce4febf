from __future__ import annotations

from dataclasses import replace

from persona.extract.naming import Names
from persona.extract.places import Places, clauses_of, not_users, spans
from persona.extract.rows import Row, read_row
from persona.records import USER, Extraction, Message, Reason, Relation, Role, Turn, Window


def said(number: int, text: str, role: Role = "user") -> Message:
    return Message("ann", "c", f"m{number}", role, text, position=number)


def looked(*messages: Message, relation: Relation) -> tuple[Places, Row]:
    names = Names.of(Extraction((), (relation,)))
    row = read_row(relation, names)
    assert isinstance(row, Row)
    return Places(Window("ann", "c", tuple(Turn(m, 0, len(m.text)) for m in messages)), names), row


def test_every_place_is_found_with_what_is_against_it() -> None:
    message = said(1, "My wife loves tea, and I hate tea. Is tea old?")
    places, row = looked(message, relation=Relation(USER, "tea", "likes"))
    found = places.find(row, "m1")
    assert [(p.start, p.against, p.sign) for p in found] == [
        (14, Reason.THIRD_PERSON, 1),
        (30, None, -1),
        (38, Reason.QUESTION, None),
    ]


def test_a_place_may_be_pointed_to() -> None:
    relation = Relation(USER, "爬山", "选")
    offer, reply = said(1, "1. 看展\n2. 爬山", "assistant"), said(2, "选第二个")
    places, row = looked(offer, reply, relation=relation)
    (place,) = places.find(row, "m2")
    assert (place.via, place.support, place.sign, place.start) == ("choice", ("m1",), 1, 0)


def test_nothing_is_pointed_to_beyond_the_nearest_list() -> None:
    old, new = said(1, "1. tea\n2. jam", "assistant"), said(3, "1. bread\n2. milk", "assistant")
    reply = said(4, "hmm, let me think")
    places, row = looked(old, said(2, "no"), new, reply, relation=Relation(USER, "jam", "likes"))
    assert places.find(row, "m4") == []


def test_whose_words_they_are() -> None:
    assert not_users(said(1, "hi")) is None
    assert not_users(said(1, "hi", "tool")) is Reason.ASSISTANT
    assert not_users(replace(said(1, "hi"), author="Bea")) is Reason.THIRD_PERSON


def test_who_else_said_it() -> None:
    relation = Relation(USER, "tea", "likes")
    places, row = looked(said(1, "hi"), said(2, "I like tea", "assistant"), relation=relation)
    assert places.said_in(row) == ("m2", Reason.ASSISTANT)


def test_spans_of_several_forms_in_order() -> None:
    assert spans("pg and Postgres", ["Postgres", "pg"]) == [(0, 2), (7, 15)]


def test_clauses_of_a_message_are_those_of_its_text() -> None:
    long = said(1, "I like tea. " * 2000)
    assert len(clauses_of(long)) == 2000
    assert clauses_of(long) is clauses_of(long)


def test_what_others_do_is_evidence_where_the_person_says_the_same_of_it() -> None:
    message = said(1, "My wife loves opera and I hate it.")
    places, row = looked(message, relation=Relation(USER, "opera", "hates", polarity=-1))
    (place,) = places.find(row, "m1")
    assert (place.against, place.sign, place.quote) == (None, -1, "and I hate it.")
    places, row = looked(message, relation=Relation(USER, "opera", "loves", polarity=1))
    (place,) = places.find(row, "m1")
    assert place.against is Reason.THIRD_PERSON


def test_what_the_assistant_is_told_to_do_is_no_evidence() -> None:
    message = said(1, "You should read the manga. I love it.")
    places, row = looked(message, relation=Relation(USER, "manga", "loves", polarity=1))
    assert [place.against for place in places.find(row, "m1")] == [Reason.THIRD_PERSON]

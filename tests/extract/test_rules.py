"""The rules over whole windows: what one clause alone cannot say."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.grounding import ground
from persona.extract.rules import extract
from persona.records import USER, Message, Reason, Relation, Role, Span, Turn, Window
from persona.text import holds_name
from persona.vocabulary import KINDS


def window(*said: tuple[Role, str], context: tuple[tuple[Role, str], ...] = ()) -> Window:
    """A window of one conversation; ids are m0, m1, ... in order, the context first."""
    turns = []
    for position, (role, text) in enumerate((*context, *said)):
        message = Message("ann", "c1", f"m{position}", role, text, position=position)
        turns.append(Turn(message, 0, len(text)))
    return Window("ann", "c1", tuple(turns[len(context) :]), tuple(turns[: len(context)]))


def rows(shown: Window) -> dict[tuple[str, int], Relation]:
    """The relations of USER that are no topics and pass the gate, by target and polarity."""
    found = extract(shown)
    order = {turn.message.message_id: (0, i, "") for i, turn in enumerate(shown.turns)}
    passed = {(a.target, a.polarity) for a in ground(shown, found, order=order).assertions}
    return {
        (row.target, row.polarity or 0): row
        for row in found.relations
        if row.source == USER and row.polarity and (row.target, row.polarity) in passed
    }


def user(text: str) -> Window:
    return window(("user", text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I like tea but can't stand coffee", {("tea", 1), ("coffee", -1)}),
        ("Anchovies? Hard no, they're disgusting.", {("Anchovies", -1)}),
        ("I tried kombucha. Never again.", {("kombucha", -1)}),
        ("If I were rich I'd own a yacht. I ride a bike.", {("bike", 1)}),
        ("My sister adores opera. I adore jazz.", {("jazz", 1)}),
        ("Do you like sushi?", set()),
        ('She wrote: "I love spinach."', set()),
        ("我喜欢羽毛球", {("羽毛球", 1)}),
        ("我受不了香菜", {("香菜", -1)}),
        ("I love 火锅", {("火锅", 1)}),
    ],
)
def test_one_message(text: str, wanted: set[tuple[str, int]]) -> None:
    found = {pair for pair, row in rows(user(text)).items() if row.kind != "has_relation_to"}
    assert found == wanted


def test_a_row_carries_its_evidence_quote_and_weight() -> None:
    row = rows(user("Hello there. I really love bouldering. Bye."))["bouldering", 1]
    assert row.evidence == ("m0",)
    assert row.quote == "I really love bouldering"
    assert (row.kind, row.weight, row.via) == ("likes", 0.9, None)


def test_a_hedge_weighs_less() -> None:
    assert rows(user("I think I like jazz"))["jazz", 1].weight == 0.6


def test_only_the_users_own_turns_are_read() -> None:
    shown = window(("assistant", "I love chess."), ("tool", "I love golf."), ("user", "Nice."))
    assert rows(shown) == {}
    other = Message("ann", "c1", "m9", "user", "I love chess.", author="Bob")
    assert rows(Window("ann", "c1", (Turn(other, 0, 13),))) == {}


def test_foreign_parts_say_nothing() -> None:
    text = "I love chess. I love golf."
    message = Message("ann", "c1", "m0", "user", text, foreign=(Span(0, 13, Reason.QUOTED),))
    assert set(rows(Window("ann", "c1", (Turn(message, 0, len(text)),)))) == {("golf", 1)}


def test_only_the_shown_part_of_a_long_message_is_read() -> None:
    text = "I love chess. I love golf."
    message = Message("ann", "c1", "m0", "user", text)
    assert set(rows(Window("ann", "c1", (Turn(message, 14, len(text)),)))) == {("golf", 1)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('She wrote: "I love spinach."', Reason.QUOTED),
        ("In another life I love opera.", Reason.HYPOTHETICAL),
        ("Oh sure, I just love queues /s", Reason.IRONY),
        ("假如我住在火星，我就会讨厌沙尘。", Reason.HYPOTHETICAL),
        ("他说：“我最讨厌香菜了。”", Reason.QUOTED),
        ("我可太爱加班了（反话）。", Reason.IRONY),
    ],
)
def test_what_is_not_meant_is_refused_by_the_gate_with_its_reason(
    text: str, reason: Reason
) -> None:
    shown = user(text)
    grounded = ground(shown, extract(shown), order={})
    assert reason in {rejection.reason for rejection in grounded.rejections}
    assert not [a for a in grounded.assertions if a.polarity and KINDS[a.kind].family != "link"]


def test_anothers_words_never_lean_on_the_persons_own_for_the_same_thing() -> None:
    shown = user('She said "I live in Paris". I flew to Paris in May.')
    grounded = ground(shown, extract(shown), order={})
    assert not [a for a in grounded.assertions if a.kind == "lives_in"]


def test_a_question_gives_topics_only() -> None:
    found = extract(user("What's the difference between Kafka and RabbitMQ?")).relations
    assert {(row.target, row.kind, row.polarity, row.weight) for row in found} == {
        ("Kafka", "asks_about", 0, 0.3),
        ("RabbitMQ", "asks_about", 0, 0.3),
    }


# --- pronouns over turns -------------------------------------------------------------------------


def test_a_pronoun_points_to_what_an_earlier_turn_named() -> None:
    shown = window(
        ("user", 'just finished "Pale Fire"'), ("assistant", "And?"), ("user", "I loved it")
    )
    row = rows(shown)["Pale Fire", 1]
    assert row.evidence == ("m0",)  # where the name stands


def test_a_pronoun_without_a_name_before_it_says_nothing() -> None:
    assert rows(user("I love it")) == {}
    assert rows(user("I hate it when it rains")) == {}


# --- replies -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "reply", "wanted"),
    [
        ("Do you like tennis?", "Yes, a lot!", {("tennis", 1)}),
        ("Are you into photography?", "yeah, big time", {("photography", 1)}),
        ("Do you like spicy food?", "not really", {("spicy food", -1)}),
        ("Do you use Notion?", "no", set()),  # that a habit never was is not that it ended
        ("Do you want me to list some?", "yes please", set()),
        ("Do you like tea or coffee?", "yes", set()),
        ("你喜欢打网球吗？", "喜欢", {("网球", 1)}),
        ("你喜欢吃辣吗？", "好的，谢谢解释", set()),
    ],
)
def test_yes_and_no(question: str, reply: str, wanted: set[tuple[str, int]]) -> None:
    found = rows(window(("assistant", question), ("user", reply)))
    if "辣" not in question:
        assert set(found) == wanted
    assert all(row.via == "assent" for row in found.values())


@pytest.mark.parametrize(
    ("question", "reply", "wanted"),
    [
        ("Which languages do you speak?", "Basque, Galician and Spanish.",
         {("Basque", "speaks"), ("Galician", "speaks"), ("Spanish", "speaks")}),
        ("Where do you live?", "Tromsø, way up north", {("Tromsø", "lives_in")}),
        ("What do you do for a living?", "Paralegal at a small firm", {("Paralegal", "role")}),
        ("What's your favourite season?", "Autumn, hands down", {("Autumn", "favourite")}),
        ("Any allergies?", "Just peanuts", {("peanuts", "allergic_to")}),
        ("What kind of music do you listen to?", "mostly shoegaze", {("shoegaze", "uses")}),
        ("Any hobbies?", "Origami and birdwatching",
         {("Origami", "likes"), ("birdwatching", "likes")}),
        ("Where do you live?", "Why do you ask", set()),
        ("What's your favourite season?", "I live in Bergen", {("Bergen", "lives_in")}),
        ("你住在哪里？", "杭州", {("杭州", "lives_in")}),
    ],
)  # fmt: skip
def test_a_fragment_answers_the_question(
    question: str, reply: str, wanted: set[tuple[str, str]]
) -> None:
    found = rows(window(("assistant", question), ("user", reply)))
    assert {(target, row.kind) for (target, _), row in found.items()} == wanted
    assert all(row.via is None for row in found.values())


def test_the_question_may_stand_in_the_context() -> None:
    shown = window(("user", "Tromsø"), context=(("assistant", "Where do you live?"),))
    assert rows(shown)["Tromsø", 1].kind == "lives_in"


def test_a_choice_takes_its_name_from_the_list() -> None:
    offer = "1. Portuguese\n2. Georgian\n3. Swahili"
    found = rows(window(("assistant", offer), ("user", "2 it is!")))
    assert {(pair, row.via, row.kind) for pair, row in found.items()} == {
        (("Georgian", 1), "choice", "prefers")
    }
    assert set(rows(window(("assistant", "A. 火锅\nB. 烤鸭"), ("user", "选B")))) == {("烤鸭", 1)}


# --- slips ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        (
            "I work at Google.",
            "Sorry, I meant I work at Microsoft, not Google.",
            {("Microsoft", 1)},
        ),
        ("I work at Initech.", "Correction: I meant Globex, not Initech.", {("Globex", 1)}),
        ("I'm based in Lisbon.", "Oops, mistyped. I live in Leiden.", {("Leiden", 1)}),
        ("I live in Cork.", "I also like York.", {("Cork", 1), ("York", 1)}),
        ("My favourite colour is green.", "Thanks!", {("green", 1)}),
        ("我在苏州工作，老家是宿州", "说错了，是徐州不是宿州", {("徐州", 1)}),
    ],
)
def test_a_slip_is_taken_back(first: str, then: str, wanted: set[tuple[str, int]]) -> None:
    found = rows(window(("user", first), ("assistant", "ok"), ("user", then)))
    home = {pair for pair, row in found.items() if row.target not in ("苏州",)}
    assert home == wanted


def test_a_slip_within_one_message() -> None:
    assert set(rows(user("I was born in Porto. Sorry, I mean Braga."))) == {("Braga", 1)}


def test_a_real_change_keeps_both_sides() -> None:
    found = rows(window(("user", "I use Emacs."), ("user", "I switched from Emacs to Helix.")))
    assert set(found) == {("Emacs", 1), ("Emacs", -1), ("Helix", 1)}


# --- mentions ------------------------------------------------------------------------------------


def test_every_target_is_declared_and_aliases_are_joined() -> None:
    answer = extract(
        user("We run Kubernetes (k8s) and Postgres (pg). FastAPI is built on Starlette.")
    )
    names = {mention.name: mention.aliases for mention in answer.mentions}
    assert names["Kubernetes"] == ("k8s",)
    assert names["Postgres"] == ("pg",)
    assert {"FastAPI", "Starlette"} <= set(names)
    assert {row.target for row in answer.relations} <= set(names)


def test_a_remark_in_brackets_is_no_alias() -> None:
    answer = extract(user("I live in Leiden (Netherlands)."))
    assert [mention.aliases for mention in answer.mentions if mention.name == "Leiden"] == [()]


# --- laws ----------------------------------------------------------------------------------------

_TEXTS = st.lists(
    st.sampled_from(
        [
            "I love tea", "but not coffee", "I hate it", "if I were", "my sister", "喜欢", "我讨厌榴莲",
            "what about", "Rust", "?", ".", "\n", ", and ", "I moved from Oslo to Bergen", "2", "yes",
            '"quoted"', "sorry, I meant", "not", "the", "C++", "(pg)", "never", "我", "I'm", "—",
        ]
    ),
    max_size=14,
).map(" ".join)  # fmt: skip


@settings(deadline=None, max_examples=120)
@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), _TEXTS), min_size=1, max_size=4))
def test_rows_are_well_formed_and_repeatable(said: list[tuple[Role, str]]) -> None:
    shown = window(*said)
    answer = extract(shown)
    assert answer == extract(shown)
    texts = {turn.message.message_id: turn.message.text for turn in shown.turns}
    own = {turn.message.message_id for turn in shown.turns if turn.message.is_users}
    for row in answer.relations:
        assert row.kind in KINDS
        assert 0 < row.weight <= 1
        assert row.evidence is not None
        assert set(row.evidence) <= own
        if row.via is None:
            assert holds_name(texts[row.evidence[0]], row.target)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    extract(user(text.replace("\x00", "")))


def test_rows_pass_the_gate() -> None:
    shown = window(
        ("user", "I love bouldering and I'm allergic to shellfish."),
        ("assistant", "1. Dune\n2. Hyperion"),
        ("user", "the second one please"),
    )
    order = {f"m{n}": (0, n, f"m{n}") for n in range(3)}
    grounded = ground(shown, extract(shown), order=order)
    assert {(a.target, a.polarity) for a in grounded.assertions if a.polarity} == {
        ("bouldering", 1), ("shellfish", -1), ("Hyperion", 1),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "I love " * 100_000, "喜欢" * 200_000, "( " * 300_000]
)
def test_a_huge_message_does_not_hang(text: str) -> None:
    started = time.perf_counter()
    message = Message("ann", "c1", "m0", "user", text, time=datetime(2026, 3, 1, tzinfo=UTC))
    extract(Window("ann", "c1", (Turn(message, 0, 8000),)))
    assert time.perf_counter() - started < 20


def required(shown: Window) -> set[tuple[str | None, str]]:
    """Slots and values of what is asked for, after the gate."""
    order = {turn.message.message_id: (0, i, "") for i, turn in enumerate(shown.turns)}
    return {
        (a.slot, a.target)
        for a in ground(shown, extract(shown), order=order).assertions
        if a.kind == "asks_about"
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "请推荐一家评分4分以上、有健身房的酒店。",
            {("酒店评分", "4分以上"), ("酒店设施", "健身房")},
        ),
        ("我希望酒店的价格不超过300元。", {("酒店价格", "不超过300元")}),
        (
            "Can you find me a hostel under $40 with lockers?",
            {("hostel price", "under $40"), ("hostel facility", "lockers")},
        ),
    ],
)
def test_what_is_required_of_a_thing_keeps_its_attribute(
    text: str, wanted: set[tuple[str | None, str]]
) -> None:
    assert required(user(text)) == wanted


def test_what_somebody_else_requires_or_what_is_supposed_is_refused() -> None:
    assert required(user("他说想找一家评分4分以上的酒店。")) == set()
    assert required(user("要是我有钱，我就找一家价格1000元以上的酒店住。")) == set()


def test_a_place_that_the_assistant_offered_is_asked_after_by_name() -> None:
    shown = window(("assistant", "附近有半亩方塘、望江。"), ("user", "半亩方塘的电话是多少？"))
    assert required(shown) == {(None, "半亩方塘")}
    earlier = window(
        ("user", "半亩方塘的电话是多少？"), context=(("assistant", "附近有半亩方塘、望江。"),)
    )
    assert required(earlier) == {(None, "半亩方塘")}


def test_a_topic_is_not_given_beside_the_requirement_that_holds_its_words() -> None:
    assert required(user("推荐一家门票免费的公园")) == {("公园门票", "免费")}

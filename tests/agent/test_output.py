from persona.agent.items import Action, Skipped, Text
from persona.agent.output import Output
from persona.agent.thinking import next_tag


def test_text_in_several_parts_is_one_item() -> None:
    out = Output()
    out.say("先")
    out.say("查")
    out.put(Skipped("Action:", "prefix"))
    assert out.take() == [Text("先查"), Skipped("Action:", "prefix")]
    assert out.take() == []


def test_the_place_of_an_action_follows_from_what_stands_before_it() -> None:
    out = Output()
    places = [out.place]
    for piece in ("so", " on\n  "):
        out.say(piece)
        places.append(out.place)
    out.prefixed = True
    out.put(Skipped("<think>", "tag"))
    out.say("\n")
    places.append(out.place)
    out.give(Action("查", {}, "查"))
    places.append(out.place)
    assert places == ["line", "inline", "line", "prefix", "line"]
    assert out.acted


def test_a_tag_that_may_still_grow_is_waited_for() -> None:
    end, found = next_tag("好</think>完", 0, closed=False)
    assert (end, found is not None) == (1, True)
    assert next_tag("好</thi", 0, closed=False) == (1, None)
    assert next_tag("好</thi", 0, closed=True) == (6, None)
    assert next_tag("1 < 2", 0, closed=False) == (5, None)

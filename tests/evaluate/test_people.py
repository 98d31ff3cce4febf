from persona.config import Settings
from persona.engine import PersonaEngine
from persona.evaluate.people import of_single_messages

SAID = ["I love ramen.", "I can't stand films with gore.", "我不吃香菜", "What is the best tent?"]


def test_a_person_made_here_is_the_one_that_the_engine_makes() -> None:
    here = of_single_messages(SAID).persona
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as engine:
        engine.add(
            "u",
            [
                {"role": "user", "content": text, "id": f"m{n}", "conversation_id": f"c{n}"}
                for n, text in enumerate(SAID)
            ],
        )
        engine.rebuild(["u"])
        there = engine.persona("u")
    for name, lines in there.sections.items():
        assert [(p.entity, p.score) for p in here.sections[name]] == [
            (p.entity, p.score) for p in lines
        ]
    assert here.remarks == there.remarks

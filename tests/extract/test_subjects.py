from __future__ import annotations

import pytest

from persona.extract.subjects import Subject, after_person, drops_subject, subject_of


@pytest.mark.parametrize(
    ("clause", "subject"),
    [
        ("i love tea", Subject.FIRST),
        ("our stack is django", Subject.FIRST),
        ("my team uses jira", Subject.FIRST),
        ("my wife and i ski", Subject.FIRST),
        ("me and my dad fish", Subject.FIRST),
        ("my sister got me into chess", Subject.FIRST),
        ("my mum's stew is my favourite", Subject.FIRST),
        ("my friends call me ziggy", Subject.FIRST),
        ("you can't beat a good stew", Subject.FIRST),
        ("nobody does it like bach for me", Subject.FIRST),
        ("most evenings you'll find me knitting", Subject.FIRST),
        ("you know what i love", Subject.FIRST),
        ("you know what she loves", Subject.SECOND),
        ("nobody likes fridays", Subject.THIRD),
        ("he loves tea", Subject.THIRD),
        ("my wife skis", Subject.THIRD),
        ("my mum's favourite is stew", Subject.THIRD),
        ("everyone likes fridays", Subject.THIRD),
        ("i think she likes yoga", Subject.THIRD),
        ("there's a guy who breeds llamas", Subject.THIRD),
        ("you seem tired", Subject.SECOND),
        ("it rains", Subject.NONE),
        ("they're disgusting", Subject.NONE),
        ("love the hills", Subject.NONE),
        ("我喜欢茶", Subject.FIRST),
        ("榴莲我受不了", Subject.FIRST),
        ("我和我妈都爱散步", Subject.FIRST),
        ("我妈和我都爱散步", Subject.FIRST),
        ("朋友都叫我阿强", Subject.FIRST),
        ("我妈做的菜我最爱吃", Subject.FIRST),
        ("我妈爱散步", Subject.THIRD),
        ("我老板 is a fan of okr", Subject.THIRD),
        ("同事都用飞书", Subject.THIRD),
        ("小王喜欢攀岩", Subject.THIRD),
        ("听我妈说苦瓜好吃", Subject.THIRD),
        ("你真厉害", Subject.SECOND),
        ("在学吉他", Subject.NONE),
        ("喜欢其他运动", Subject.NONE),
        ("带我妈去三亚", Subject.NONE),
        ("客户端用 react", Subject.NONE),
        ("对象存储用 minio", Subject.NONE),
    ],
)
def test_subject_of(clause: str, subject: Subject) -> None:
    assert subject_of(clause) is subject


def test_a_name_is_told_by_its_capital() -> None:
    assert subject_of("paul loves jazz", "Paul loves jazz") is Subject.THIRD
    assert subject_of("paul loves jazz", "paul loves jazz") is Subject.NONE
    assert subject_of("tom and lisa love jazz", "Tom and Lisa love jazz") is Subject.THIRD


def test_dropped_subjects() -> None:
    assert drops_subject("loves fishing")
    assert drops_subject("天天钓鱼")
    assert not drops_subject("love fishing")
    assert not drops_subject("天天陪我钓鱼")


def test_what_follows_a_person() -> None:
    assert after_person("my wife") == ""
    assert after_person("my friend paul plays") == " paul plays"
    assert after_person("tea is nice") is None

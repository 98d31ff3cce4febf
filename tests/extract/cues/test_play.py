from __future__ import annotations

import pytest

from persona.extract import cues


@pytest.mark.parametrize(
    "whole",
    [
        "i like role-playing games",
        "you are a good friend",
        "you are a very good friend, and i am glad",
        "i act in a theatre",
        "我喜欢看别人演戏",
        "喜欢角色扮演游戏",
        "我演过话剧",
    ],
)
def test_no_role_play(whole: str) -> None:
    assert not cues.asks_for_role_play(whole)


@pytest.mark.parametrize(
    "whole",
    [
        "let's role-play",
        "roleplay as my butler",
        "act as a chef",
        "speak like a pirate",
        "pretend to be a cat",
        "imagine you're a cat",
        "play the part of romeo",
        "stay in character",
        "you are now a pirate",
        "you're a waiter, i'm a spy",
        "you be the cat and i'll be the mouse",
        "i'll be the judge, you be the thief",
        "请扮演医生",
        "假装你是猫",
        "你是侦探，我是小偷",
        "我来当皇帝，你当太监",
        "你现在是一名厨师",
    ],
)
def test_role_play(whole: str) -> None:
    assert cues.asks_for_role_play(whole)


def test_taking_a_part_oneself_and_leaving_it() -> None:
    assert cues.takes_part("let's role-play. you're a waiter, i'm a spy")
    assert cues.takes_part("角色扮演，我是海盗")
    assert not cues.takes_part("act as a travel agent")
    assert cues.ends_role_play("ok, out of character")
    assert cues.ends_role_play("别演了")


def test_stories() -> None:
    assert cues.tells_a_story("in my novel the hero loves rain")
    assert cues.tells_a_story("in this story i'm a vampire")
    assert cues.tells_a_story("小说里的主角讨厌猫")
    assert not cues.tells_a_story("i read a novel")

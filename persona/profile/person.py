"""Profiles from a persona: of an agent that serves that person, and of one that plays them.

What the log says of a person goes in as data: one line, cleaned by `persona.guard`, capped, and
left out where it reads as an instruction. None of it is ever read as a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from persona.guard import reads_as_instruction, safe_line
from persona.profile.agent import DefaultProfile, Profile
from persona.profile.factory import BaseFactory
from persona.profile.traits import Basic, Psychology, Relation
from persona.records import Persona, Preference
from persona.templates import Language, read_language

Purpose = Literal["serve", "play"]

MAX_LINES = 12
"""Rules, traits or relations of one sort that a profile takes, best first."""

_CHARACTERS = 60

_SAY: dict[Language, dict[str, str]] = {
    "en": {
        "role": "personal assistant",
        "name": "Assistant",
        "somebody": "the user",
        "serve_goal": "Help {who} with what they bring, in the way that suits them.",
        "serve_desc": "Knows what {who} likes, avoids and works on, and helps accordingly.",
        "allergic_to": "{who} is allergic to {what}: never suggest anything with it.",
        "never": "{who} never takes or does {what}: never suggest it.",
        "diet": "{who} keeps this diet: {what}. Suggest only what fits it.",
        "dislikes": "{who} dislikes {what}: do not suggest it.",
        "rejected": "{who} has turned down {what}: do not offer it again unasked.",
        "play_role": "a person in conversation",
        "play_goal": "Speak and decide as {who} would, in the first person.",
        "play_desc": "Plays {who}, from what they have said about themselves.",
        "stay": "Stay in the part. Where nothing is known of {who}, say that you would rather not say.",
        "likes": "What you like",
        "uses": "What you use",
        "skills": "What you are good at",
        "learning": "What you are learning",
        "interests": "What interests you",
        "goals": "What you want",
        "problems": "What gives you trouble",
        "avoids": "What you dislike",
        "safety": "What you never take or do",
        "colon": ": ",
        "comma": ", ",
    },
    "zh": {
        "role": "私人助理",
        "name": "助手",
        "somebody": "用户",
        "serve_goal": "按适合{who}的方式，帮助处理提出的事情。",
        "serve_desc": "了解{who}喜欢什么、避开什么、在做什么，并据此提供帮助。",
        "allergic_to": "{who}对{what}过敏：绝不推荐含有它的东西。",
        "never": "{who}从不碰{what}：绝不推荐。",
        "diet": "{who}的饮食习惯是{what}：只推荐符合的东西。",
        "dislikes": "{who}不喜欢{what}：不要推荐。",
        "rejected": "{who}拒绝过{what}：没有问起就不要再提。",
        "play_role": "正在交谈的人",
        "play_goal": "用第一人称，像{who}那样说话和作决定。",
        "play_desc": "根据{who}说过的关于自己的话来扮演其人。",
        "stay": "始终在角色里。关于{who}不知道的事，就说不想谈。",
        "likes": "你喜欢的",
        "uses": "你在用的",
        "skills": "你擅长的",
        "learning": "你在学的",
        "interests": "你感兴趣的",
        "goals": "你想要的",
        "problems": "让你头疼的",
        "avoids": "你不喜欢的",
        "safety": "你从不碰的",
        "colon": "：",
        "comma": "、",
    },
}

_SAFETY = ("allergic_to", "never", "diet")
_TOLD = ("likes", "uses", "skills", "learning", "interests", "goals", "problems")


class PersonaProfileFactory(BaseFactory):
    """Profiles from a persona.

    Args:
        persona: whom.
        purpose: "serve": an agent that serves the person; "play": one that plays them.
        call: how the person is called, in place of the name that the persona has.
    """

    def __init__(
        self, persona: Persona, purpose: Purpose = "serve", *, call: str | None = None
    ) -> None:
        self._persona = persona
        self._purpose = purpose
        self._call = call

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,  # noqa: ARG002  no model is asked
    ) -> Profile:
        """The profile; name, role and goal that are given come before those of the persona."""
        language = read_language(prefer_prompt_language)
        make = self._serving if self._purpose == "serve" else self._playing
        profile = make(language)
        given = {"name": name, "role": role, "goal": goal, "profile_id": profile_id}
        return profile.model_copy(update={k: v for k, v in given.items() if v is not None})

    def _who(self, language: Language) -> str:
        told = _first(self._persona, "name")
        return (
            safe_line(self._call, _CHARACTERS) if self._call else told or _SAY[language]["somebody"]
        )

    def _serving(self, language: Language) -> DefaultProfile:
        say, who = _SAY[language], self._who(language)
        sections = self._persona.distinct()
        rules = [
            say[line.kind if line.kind in _SAFETY else "never"].format(who=who, what=what)
            for line, what in _lines(sections.get("safety", ()))
        ]
        for section in ("dislikes", "rejected"):
            rules += [
                say[section].format(who=who, what=what)
                for _, what in _lines(sections.get(section, ()))
            ]
        return DefaultProfile(
            name=say["name"],
            role=say["role"],
            goal=say["serve_goal"].format(who=who),
            desc=say["serve_desc"].format(who=who),
            constraints=tuple(rules) or None,
            language=language,
        )

    def _playing(self, language: Language) -> DefaultProfile:
        say, who = _SAY[language], self._who(language)
        persona, sections = self._persona, self._persona.distinct()
        told = [_told(say[s], _lines(sections.get(s, ())), say) for s in _TOLD]
        told.append(_told(say["avoids"], _lines(sections.get("dislikes", ())), say))
        told.append(_told(say["safety"], _lines(sections.get("safety", ())), say))
        occupation = _first(persona, "role")
        return DefaultProfile(
            name=who,
            role=occupation or say["play_role"],
            goal=say["play_goal"].format(who=who),
            desc=say["play_desc"].format(who=who),
            constraints=(say["stay"].format(who=who),),
            expand_prompt="\n".join(line for line in told if line) or None,
            basic=Basic(
                age=_first(persona, "age"),
                gender=_first(persona, "gender"),
                occupation=occupation or _first(persona, "works_at"),
            ),
            psychology=Psychology(
                character=tuple(_all(persona, "has_trait")),
            ),
            social=tuple(
                Relation(name=what, relation=safe_line(line.relation, _CHARACTERS))
                for line, what in _lines(persona.sections.get("people", ()))
            ),
            language=language,
        )


def _lines(section: Iterable[Preference]) -> Iterator[tuple[Preference, str]]:
    """The lines of a section that may be shown, with their names cleaned; at most `MAX_LINES`."""
    number = 0
    for line in section:
        if reads_as_instruction(line.entity) or reads_as_instruction(line.relation):
            continue
        name = safe_line(line.entity, _CHARACTERS)
        if name and number < MAX_LINES:
            number += 1
            yield line, name


def _all(persona: Persona, kind: str) -> Iterator[str]:
    for line, name in _lines(persona.sections.get("attributes", ())):
        if line.kind == kind:
            yield name


def _first(persona: Persona, kind: str) -> str | None:
    return next(_all(persona, kind), None)


def _told(title: str, lines: Iterator[tuple[Preference, str]], say: dict[str, str]) -> str:
    names = [name for _, name in lines]
    return f"{title}{say['colon']}{say['comma'].join(names)}" if names else ""

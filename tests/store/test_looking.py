from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from persona.store import looking
from persona.store.looking import holders, texts_in


@pytest.mark.parametrize(
    ("held", "text", "is_in"),
    [
        ("I love Skiing.", "skiing", True),
        ("I love skiing.", "ski", False),  # not a word of its own
        ("unskiing skiing", "skiing", True),
        ("我喜欢滑雪。", "滑雪", True),
        ("x滑雪x", "滑雪", True),
        ("say C++ now", "C++", True),
        ("a long sentence about bread", "sentence about", True),
        ("a long sentence about bread", "sentences about", False),
        ("", "tea", False),
    ],
)
def test_a_text_is_met_as_it_stands(tmp_path: Path, held: str, text: str, is_in: bool) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"\x00\xff" + held.encode() + b"\x00" if held else b"")
    assert texts_in(file, [text]) == ({text} if is_in else set())


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.binary(max_size=60),
    st.text(alphabet="ab茶é", min_size=1, max_size=12),
    st.binary(max_size=60),
    st.integers(9, 30),
)
def test_a_text_is_met_wherever_the_blocks_are_cut(
    tmp_path: Path, before: bytes, text: str, after: bytes, chunk: int
) -> None:
    file = tmp_path / "f"
    file.write_bytes(before + b" " + text.encode() + b" " + after)
    kept = looking._CHUNK
    looking._CHUNK = chunk
    try:
        assert text in texts_in(file, [text, "absent text", "xyz"])
    finally:
        looking._CHUNK = kept


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open")
def test_who_has_a_file_open(tmp_path: Path) -> None:
    file = tmp_path / "held"
    file.touch()
    program = "import sys; held = open(sys.argv[1]); print('open', flush=True); input()"
    with file.open("rb"):
        assert holders([file]) == ()  # this process is not another one
        with subprocess.Popen(
            [sys.executable, "-c", program, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "open\n"
            assert holders([file, tmp_path / "absent"]) == (other.pid,)
            other.communicate("\n")
    assert holders([file]) == ()

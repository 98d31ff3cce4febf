from __future__ import annotations

import io
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from persona.agent.documents import read_text
from persona.agent.parts import document, text
from persona.errors import AgentError
from persona.llm.testing import Scripted
from persona.tokens import estimate
from tests.agent.talk import talk

reads_pdf = pytest.mark.skipif(find_spec("pypdf") is None, reason="the extra documents is missing")
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MORE = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


# --- files made here ----------------------------------------------------------------------------


def pdf(pages: Sequence[str], *, trailer: bytes = b"") -> bytes:
    """A PDF with a line of text on each page, its characters mapped by a ToUnicode table."""
    letters = sorted(set("".join(pages)))
    code = {letter: number for number, letter in enumerate(letters, 1)}
    table = "\n".join(
        f"<{n:04x}> <{letter.encode('utf-16-be').hex()}>" for letter, n in code.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(code)} beginbfchar\n{table}\nendbfchar\nendcmap end end"
    ).encode()
    count = len(pages)
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{6 + 2 * i} 0 R' for i in range(count))}] >>".encode(),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>",
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(cmap), cmap),
    ]
    for number, said in enumerate(pages):
        shown = "".join(f"{code[letter]:04x}" for letter in said)
        drawn = zlib.compress(f"BT /F1 12 Tf 50 700 Td <{shown}> Tj ET".encode())
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {7 + 2 * number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
        objects += [
            page.encode(),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(drawn), drawn),
        ]
    body = b"%PDF-1.4\n"
    places = []
    for number, found in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, found)
    start = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    body += b"".join(b"%010d 00000 n \n" % place for place in places)
    body += b"trailer << /Size %d /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        trailer,
        start,
    )
    return body  # fmt: skip


def docx(body: str, **parts: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(
            "word/document.xml", f"<w:document {WORD} {MORE}><w:body>{body}</w:body></w:document>"
        )
        for name, inner in parts.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {WORD}>{inner}</w:{name}>")
    return made.getvalue()  # fmt: skip


def p(*runs: str) -> str:
    return "<w:p>" + "".join(f"<w:r><w:t>{run}</w:t></w:r>" for run in runs) + "</w:p>"


def told(data: bytes, tokens: int = 4000) -> str:
    return read_text(data, "file", tokens=tokens)


# --- plain text ---------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize(
    "said", ["会议纪要：周三下午三点，讨论第二季度预算。", "會議紀要：臺灣的預算 budget 討論", "用Python写的脚本\nprint('你好')"]
)  # fmt: skip
def test_chinese_text_in_the_encodings_of_the_day(encoding: str, said: str) -> None:
    assert told(said.encode(encoding)) == said


def test_bytes_that_are_no_text_are_refused() -> None:
    refused = [
        b"\xff\xfe\x00",
        "naïve café, señor, Grüße aus Köln und Müllers Bäckerei".encode("latin-1"),
        b"abc\x00\x01\x02" + b"\x07\x03" * 40,
        bytes(range(256)) * 8,
    ]
    for data in refused:
        with pytest.raises(AgentError, match="UTF-8"):
            told(data)
    with pytest.raises(AgentError, match="empty"):
        told(b"  \n")


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office"),
        (b"{\\rtf1 hello}", "RTF"),
        (b"\x89PNG\r\n\x1a\n", "image"),
        (b"\x1f\x8b\x08", "packed"),
    ],
)
def test_other_kinds_of_files_are_named(head: bytes, what: str) -> None:
    with pytest.raises(AgentError, match=what) as caught:
        told(head + b"\0" * 64)
    assert "PDF, DOCX or text" in str(caught.value)


# --- PDF ----------------------------------------------------------------------------------------


@reads_pdf
def test_a_pdf_is_its_text_page_by_page() -> None:
    assert told(pdf(["季度预算：一百二十万元", "Page two, with words"])) == (
        "季度预算：一百二十万元\n\nPage two, with words"
    )
    assert told(b"\n" + pdf(["前面有空行"])) == "前面有空行"


@reads_pdf
def test_a_long_pdf_says_how_many_pages_are_left_out() -> None:
    data = pdf([f"page {number} " + "字" * 60 for number in range(9)])
    found = told(data, tokens=150)
    assert "page 0" in found
    assert "page 8" not in found
    assert "further pages left out" in found
    assert estimate(found) <= 150


@reads_pdf
def test_a_pdf_that_cannot_be_read_says_why() -> None:
    whole = pdf(["hello"])
    encrypted = (
        b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32
        + b"> >> /ID [<41> <41>]"
    )  # fmt: skip
    cases = {
        "broken": [whole[:60], b"%PDF-1.7\n" + b"\x00" * 200],
        "encrypted": [pdf(["hello"], trailer=encrypted)],
        "no text": [pdf([" "])],
    }
    for word, files in cases.items():
        for data in files:
            with pytest.raises(AgentError, match=word):
                told(data)


@reads_pdf
def test_a_pdf_that_unpacks_without_end_is_left() -> None:
    drawn = zlib.compress(b" " * 20_000_000)
    at = pdf(["x"])
    head, _, rest = at.partition(b"7 0 obj\n")
    tail = rest.partition(b"endobj\n")[2]
    data = head + b"7 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream\nendobj\n" % (len(drawn), drawn) + tail  # fmt: skip
    assert len(data) < 100_000
    with pytest.raises(AgentError, match="unpacks"):
        told(data)


def test_without_the_library_a_sentence_says_what_to_install(tmp_path: Path) -> None:
    check = (
        "import sys; sys.modules['pypdf'] = None\n"
        "from persona.agent.documents import read_text\n"
        "from persona.errors import MissingExtraError\n"
        "try:\n    read_text(b'%PDF-1.4', 'a.pdf', tokens=9)\n"
        "except MissingExtraError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert "persona-graph[documents]" in done.stdout


# --- DOCX ---------------------------------------------------------------------------------------


def test_a_docx_is_its_paragraphs_and_tables_in_order() -> None:
    row = "<w:tr>{}</w:tr>".format("".join(f"<w:tc>{p(cell)}</w:tc>" for cell in ("城市", "总额")))
    body = (
        p("会议", "纪要")
        + f"<w:tbl>{row}{row.replace('城市', '杭州')}</w:tbl>"
        + p("Done &amp; dusted")
    )
    assert told(docx(body)) == "会议纪要\n城市\t总额\n杭州\t总额\nDone & dusted"


def test_nothing_that_is_shown_is_passed_over_and_nothing_that_is_not_is_told() -> None:
    box = "<w:r><mc:AlternateContent><mc:Choice><w:txbxContent>" + p("文本框") + "</w:txbxContent></mc:Choice><mc:Fallback>" + p("twice") + "</mc:Fallback></mc:AlternateContent></w:r>"  # fmt: skip
    body = (
        "<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>"
        f"<w:sdt><w:sdtContent>{p('控件里的字')}</w:sdtContent></w:sdt>"
        "<w:p><w:ins><w:r><w:t>inserted</w:t></w:r></w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>moved away</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
        "<w:p><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink><m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath></w:p>"
        "<w:p><w:r><w:ruby><w:rt><w:r><w:t>han</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>汉</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>"
        f"<w:p>{box}</w:p>"
    )
    found = told(docx(body, footnotes=f"<w:footnote>{p('脚注')}</w:footnote>"))
    assert found.split() == [
        "one",
        "two",
        "three",
        "控件里的字",
        "inserted",
        "linkx+1",
        "汉",
        "文本框",
        "脚注",
    ]


def test_a_docx_of_the_strict_kind() -> None:
    data = io.BytesIO()
    uri = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(
            "word/document.xml", f'<w:document xmlns:w="{uri}">{p("严格")}</w:document>'
        )
    assert told(data.getvalue()) == "严格"


def test_a_zip_bomb_is_not_unpacked() -> None:
    data = docx(p("x" * 30_000_000))
    assert len(data) < 100_000
    with pytest.raises(AgentError, match="unpacks"):
        told(data)


def test_entities_are_not_followed() -> None:
    data = io.BytesIO()
    laughs = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(
            "word/document.xml", f"{laughs}<w:document {WORD}>{p('&b;&f;')}</w:document>"
        )
    with pytest.raises(AgentError, match="entities"):
        told(data.getvalue())


def test_a_docx_that_cannot_be_read_says_why() -> None:
    whole = docx(p("hello"))
    sheet = io.BytesIO()
    with zipfile.ZipFile(sheet, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    secret = bytearray(whole)
    entry = whole.rindex(b"PK\x01\x02", 0, whole.rindex(b"word/document.xml"))
    secret[entry + 8] |= 1  # the flag of an encrypted member
    cases: list[tuple[str, bytes]] = [
        ("spreadsheet", sheet.getvalue()),
        ("encrypted", bytes(secret)),
        ("broken", whole[: len(whole) // 2]),
        ("broken", docx("<w:p><w:r><w:t>unclosed")),
        ("no text", docx("")),
    ]
    for word, data in cases:
        with pytest.raises(AgentError, match=word):
            told(data)


# --- as a part of a question --------------------------------------------------------------------


@reads_pdf
def test_documents_of_each_kind_are_read_and_capped(tmp_path: Path) -> None:
    files = {
        "预算.pdf": pdf(["预算 " + "字" * 80] * 4),
        "纪要.docx": docx(p("纪要 " + "字" * 400)),
        "笔记.txt": ("笔记 " + "字" * 400).encode("gb18030"),
    }
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data)
        part = document(path, tokens=100)
        assert part["name"] == name
        assert part["text"].startswith(name[:2])
        assert estimate(part["text"]) <= 100
        assert document(data, tokens=100, name=name) == part
    with talk([Scripted("好")]) as (agent, server):
        agent.run([text("总结一下"), document(tmp_path / "预算.pdf")])
    assert server.requests[0]["messages"][0]["content"][1]["text"].startswith("[预算.pdf]\n预算 字")


@reads_pdf
def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "坏.pdf"
    path.write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(AgentError, match=r"坏\.pdf: the PDF is broken"):
        document(path)

from persona.recall.words import stem, terms, words


def test_english_terms_are_stems_without_stop_words() -> None:
    assert terms("I love hiking, and I've hiked for years!") == ["love", "hike", "hike", "year"]


def test_chinese_terms_are_characters_and_pairs_without_stop_words() -> None:
    # 我 and 喜欢's neighbours: 我 is a stop word, so no pair holds it.
    assert terms("我喜欢爬山") == ["喜", "欢", "爬", "山", "喜欢", "欢爬", "爬山"]


def test_traditional_width_and_case_do_not_matter() -> None:
    assert terms("滷肉飯") == terms("卤肉饭")
    assert terms("ＰＹＴＨＯＮ") == terms("python")


def test_a_mixed_text_keeps_both() -> None:
    assert terms("我用 Postgres 写报表")[:2] == ["用", "postgr"]


def test_a_text_of_stop_words_has_no_terms() -> None:
    assert terms("what is it that you do?") == []
    assert terms("我的") == []
    assert terms("") == []


def test_signs_of_a_name_stay() -> None:
    assert terms("C++ and C#") == ["c++", "c#"]


def test_words_are_as_written_and_stems_follow_snowball() -> None:
    assert list(words("Cats' dens, dogs")) == ["cats", "dens", "dogs"]
    assert [stem(w) for w in ("running", "allergies", "generous")] == ["run", "allergi", "generous"]

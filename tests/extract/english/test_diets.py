import pytest

from persona.extract.english import statements


@pytest.mark.parametrize(
    ("text", "diet"),
    [
        ("I follow a strict keto diet", "keto"),
        ("I adhere to a raw food diet", "raw food"),
        ("I'm on a low-carb diet", "low-carb"),
        ("We keep to a Mediterranean diet", "Mediterranean"),
        ("I'm committed to a vegan diet and lifestyle", "vegan"),
        ("I follow a gluten-free diet due to my stomach", "gluten-free"),
    ],
)
def test_a_diet_by_its_name(text: str, diet: str) -> None:
    (found,) = statements(text)
    assert (found.kind, found.target, found.polarity) == ("diet", diet, 1)
    assert text[found.start : found.start + len(diet)] == diet


@pytest.mark.parametrize(
    "text",
    [
        "I follow a healthy diet",
        "I should follow a keto diet",
        "I don't follow a keto diet",
        "My sister follows a keto diet",
        "I only use vegan leather",
    ],
)
def test_no_diet(text: str) -> None:
    assert not [found for found in statements(text) if found.kind == "diet"]


def test_a_diet_that_is_over() -> None:
    (found,) = [s for s in statements("I no longer follow a keto diet") if s.kind == "diet"]
    assert (found.target, found.polarity) == ("keto", -1)

from hypothesis import given, settings
from hypothesis import strategies as st

from persona.redact import chinese_id, luhn, mask


def digits_with_luhn(body: str) -> str:
    return next(body + str(check) for check in range(10) if luhn(body + str(check)))


def test_luhn_by_hand() -> None:
    # 79927398713: doubled 1->2, 8->16->7, 3->6, 2->4, 9->18->9; 2+7+6+4+9 = 28;
    # the others 3+7+9+7+9+7 = 42; 28 + 42 = 70, which ends in 0.
    assert luhn("79927398713")
    assert not luhn("79927398710")


def test_chinese_identity_check_by_hand() -> None:
    # GB 11643-1999, annex A: weights 7 9 10 5 8 4 2 1 6 3 7 9 10 5 8 4 2 give 167 = 15 * 11 + 2 -> X
    assert chinese_id("11010519491231002x")
    assert not chinese_id("110105194912310020")


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from(["4", "51", "62"]).flatmap(
        lambda head: st.text("0123456789", min_size=15 - len(head), max_size=15 - len(head)).map(
            lambda tail: head + tail
        )
    ),
    st.sampled_from(["", " ", "-"]),
)
def test_every_card_with_a_right_check_digit_goes_and_no_other(body: str, gap: str) -> None:
    card = digits_with_luhn(body)
    wrong = card[:-1] + str((int(card[-1]) + 1) % 10)
    shown, other = (gap.join(n[i : i + 4] for i in range(0, 16, 4)) for n in (card, wrong))
    assert mask(f"付款 {shown} 谢谢").text == "付款 [masked: card] 谢谢"
    assert mask(f"付款 {other} 谢谢").text == f"付款 {other} 谢谢"


def test_an_iban_must_pass_its_check_and_have_its_length() -> None:
    # GB82 WEST 1234 5698 7654 32 is the example of ISO 13616; one digit changed breaks mod 97 = 1
    assert mask("GB82 WEST 1234 5698 7654 32").text == "[masked: iban]"
    assert not mask("GB82 WEST 1234 5698 7654 33").counts
    assert not mask("GB82 WEST 1234 5698 7654 3").counts


def test_the_words_before_a_number_say_what_it_is() -> None:
    assert mask("call 13812345678").counts == {"phone": 1}
    assert not mask("order no. 13812345678").counts
    assert not mask("快递单号：13812345678").counts
    assert mask("快递电话：13812345678").counts == {"phone": 1}

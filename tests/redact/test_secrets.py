from persona.redact import mask


def test_a_private_key_goes_whole_and_a_cut_off_one_to_its_end() -> None:
    body = "MIIEpAIBAAKCAQEA7fakefakefake\nqwertyuiopasdfgh1234"
    head, tail = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    whole = mask(f"here:\n{head}\n{body}\n{tail}\nI like tea")
    assert whole.text == "here:\n[masked: private key]\nI like tea"
    cut = mask(f"{head}\n{body}\nand I like tea a lot")
    assert cut.text == "[masked: private key]\nand I like tea a lot"


def test_a_plain_word_is_a_password_only_where_the_clause_ends() -> None:
    assert mask("the password is swordfish").counts == {"password": 1}
    assert not mask("the password is sometimes rejected").counts
    assert mask('the password is "open sesame"').text == 'the password is "[masked: password]"'
    assert not mask("密码是bcrypt加密的").counts


def test_a_prefix_alone_is_no_key() -> None:
    assert not mask("sk-learn-contrib-some-long-name and npm_config").counts
    assert mask("sk-Ab3dEf6hIj9lMn2pQr5t").counts == {"api key": 1}

"""The English rules, by kind of sentence. Expected: kind, sign and target, worked out by reading."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.english import read, statements, topics
from persona.records import USER


def said(text: str) -> set[str]:
    """Statements as "kind+target", "kind-target"; those between things as "source|kind+target"."""
    found = set()
    for statement in statements(text):
        sign = {1: "+", 0: "0", -1: "-"}[statement.polarity]
        source = "" if statement.source == USER else f"{statement.source}|"
        found.add(f"{source}{statement.kind}{sign}{statement.target}")
    return found


LIKES = [
    ("I love sourdough bread", "likes+sourdough bread"),
    ("I've always been a huge fan of Studio Ghibli films", "likes+Studio Ghibli films"),
    ("Lately I can't get enough of bouldering", "likes+bouldering"),
    ("I'm really into analog synths these days", "likes+analog synths"),
    ("bird watching is right up my alley", "likes+bird watching"),
    ("Board games are totally my thing", "likes+Board games"),
    ("I'm obsessed with true crime podcasts", "likes+true crime podcasts"),
    ("I have a soft spot for old Volvos", "likes+old Volvos"),
    ("I couldn't live without espresso", "likes+espresso"),
    ("I absolutely adore listening to Nina Simone", "likes+Nina Simone"),
    ("I love to bake on Sundays", "likes+bake"),
    ("Huge fan of Iris Murdoch here", "likes+Iris Murdoch"),
    ("I'm a big coffee drinker", "likes+coffee"),
    ("I'm more of a dog person", "likes+dog"),
    ("Most of all I enjoy long train rides because I can read", "likes+long train rides"),
    ("I got into pottery last year", "likes+pottery"),
    ("I think I like jazz", "likes+jazz"),
    ("i luv kimchi lol", "likes+kimchi"),
    ("Gardening makes me happy", "likes+Gardening"),
    ("Oysters are delicious", "likes+Oysters"),
    ("I fell in love with Lisbon", "likes+Lisbon"),
    ("I swear by fountain pens", "likes+fountain pens"),
]
DISLIKES = [
    ("I can't stand cilantro", "dislikes-cilantro"),
    ("I'm not a fan of horror movies", "dislikes-horror movies"),
    ("Golf is not my cup of tea", "dislikes-Golf"),
    ("I hate doing laundry", "dislikes-laundry"),
    ("I'm so over fantasy novels", "dislikes-fantasy novels"),
    ("I never liked olives", "dislikes-olives"),
    ("I don't really care for musicals", "dislikes-musicals"),
    ("camping not so much", "dislikes-camping"),
    ("Loud restaurants drive me crazy", "dislikes-Loud restaurants"),
    ("Cardio I really hate", "dislikes-Cardio"),
    ("I'm sick of open offices", "dislikes-open offices"),
    ("Blue cheese is disgusting", "dislikes-Blue cheese"),
    ("I couldn't get into Dune", "dislikes-Dune"),
    ("I'm fed up with Jira", "dislikes-Jira"),
    ("not a fan of mushrooms", "dislikes-mushrooms"),
    ("I'm not much of a cat person", "dislikes-cat"),
    ("I don't like crowds at all", "dislikes-crowds"),
    ("I no longer enjoy clubbing", "dislikes-clubbing"),
    ("I used to love sushi", "dislikes-sushi"),
    ("I avoid gluten", "avoids-gluten"),
    ("I stay away from energy drinks", "avoids-energy drinks"),
    ("I don't eat pork", "avoids-pork"),
    ("I won't touch Windows", "avoids-Windows"),
    ("I have no patience for small talk", "dislikes-small talk"),
]
CLAUSES = [
    ("I like tea but can't stand coffee", "likes+tea; dislikes-coffee"),
    ("Love the forest, hate the city.", "likes+forest; dislikes-city"),
    (
        "I'm into Portico, Massive Noise and Air, but not Mobile",
        "likes+Portico; likes+Massive Noise; likes+Air; dislikes-Mobile",
    ),
    (
        "I enjoy hiking, cycling and open-water swimming",
        "likes+hiking; likes+cycling; likes+open-water swimming",
    ),
    ("I love Thai food, my wife hates it", "likes+Thai food; has_relation_to+wife"),
    ("I not only like tea but also coffee", "likes+tea; likes+coffee"),
    ("I don't not like olives", ""),
    ("I don't hate jazz", ""),
    ("I'd hate to be late", ""),
    ("I like R & B and soul", "likes+R; likes+B; likes+soul"),
    ("if I were rich I'd love a yacht", ""),
    ("when I was a kid I loved trains", ""),
    ("She thinks I love opera", ""),
    ("My sister loves opera", "has_relation_to+sister"),
    ("you love opera", ""),
    ("everyone loves opera", ""),
    ("I love it", ""),
    ("I like that", ""),
    ("I like your idea", ""),
    ("I love the way you said it", ""),
    ("I love spicy food and I hate it when it's bland", "likes+spicy food"),
    ("while I love tea, I hate coffee", "likes+tea; dislikes-coffee"),
    ("I eat anything except liver", "dislikes-liver"),
]
PREFERENCES = [
    ("I prefer trains over planes", "prefers+trains"),
    ("I prefer dark mode to light mode", "prefers+dark mode"),
    ("I'd rather have tea than coffee", "prefers+tea"),
    ("I'd rather go with Svelte", "prefers+Svelte"),
    ("I like Rust more than Go", "prefers+Rust"),
    ("tea over coffee any day", "prefers+tea"),
    ("I'll go with the green one, I mean Georgian", ""),
    ("I'll go with Helix", "prefers+Helix"),
    ("My favourite author is Ursula Le Guin", "favourite+Ursula Le Guin"),
    ("my favorite tennis player is Gael Monfils", "favourite+Gael Monfils"),
    ("Lagos is my favourite city in the world", "favourite+Lagos"),
    ("my least favourite chore is ironing", "dislikes-ironing"),
    ("Vim is my go-to editor", "prefers+Vim"),
]
PRACTICE = [
    (
        "Our backend is FastAPI with PostgreSQL, and I deploy it on Kubernetes.",
        "uses+FastAPI; uses+PostgreSQL; uses+Kubernetes",
    ),
    ("My laptop runs Fedora", "uses+Fedora"),
    ("We use Terraform at work", "uses+Terraform"),
    ("my side projects are all Node.js", "uses+Node.js"),
    ("our stack is django + postgres", "uses+django; uses+postgres"),
    ("I've been using Obsidian for two years", "uses+Obsidian"),
    ("I code in C++ and C#", "uses+C++; uses+C#"),
    ("I take the number 7 bus every morning", "uses+number 7 bus"),
    ("I play the piano", "uses+piano"),
    ("I do yoga twice a week", "uses+yoga"),
    ("I drive a Fiat Panda", "uses+Fiat Panda"),
    ("My team uses Linear", "uses+Linear"),
    ("I bought a cargo bike yesterday", "owns+cargo bike"),
    ("I have two cats", "owns+cats"),
    ("I own a small bakery", "owns+small bakery"),
    ("I have a question about taxes", ""),
    ("I have a meeting tomorrow", ""),
    ("I'm good at chess", "skilled_in+chess"),
    ("I'm learning Portuguese", "learning+Portuguese"),
    ("I started learning to play the cello", "learning+cello"),
    ("I'm studying marine biology at Bergen", "studies+marine biology"),
    ("I'm majoring in linguistics", "studies+linguistics"),
    ("FastAPI is built on Starlette", "FastAPI|part_of+Starlette"),
]
CHANGES = [
    ("I moved from Emacs to VS Code last month", "uses-Emacs; uses+VS Code"),
    ("I moved from Boston to Denver", "lives_in-Boston; lives_in+Denver"),
    ("Switched from Chrome to Firefox over the holidays", "uses-Chrome; uses+Firefox"),
    ("I ditched Windows for Linux", "uses-Windows; uses+Linux"),
    ("We replaced Redis with Valkey", "uses-Redis; uses+Valkey"),
    ("quit TikTok last spring, best decision ever", "uses-TikTok"),
    ("I gave up smoking five years ago", "uses-smoking"),
    ("I stopped drinking coffee", "uses-coffee"),
    ("I no longer use Slack", "uses-Slack"),
    ("I don't play tennis anymore", "uses-tennis"),
    ("I used to live in Oslo", "lives_in-Oslo"),
    ("I'm back on paper notebooks", "uses+paper notebooks"),
    (
        "Tried Trello for six months, but I'm back on plain text files.",
        "uses-Trello; uses+plain text files",
    ),
    ("I sold my motorbike", "owns-motorbike"),
    ("I stopped by the store", ""),
    ("I dropped the call", ""),
    ("I want to quit smoking", "wants+quit smoking"),
    ("I quit my job at Acme", "works_at-Acme"),
]
STATES = [
    ("I work at Siemens", "works_at+Siemens"),
    ("I'm a night-shift nurse at Oak General.", "role+night-shift nurse; works_at+Oak General"),
    ("I work as a carpenter", "role+carpenter"),
    ("I live in Leeds now, originally from Cebu.", "lives_in+Leeds; from+Cebu"),
    ("I'm based in Nairobi", "lives_in+Nairobi"),
    ("I grew up in Kerala", "from+Kerala"),
    ("Born in Ipoh", "from+Ipoh"),
    ("My name is Priya", "name+Priya"),
    ("I'm 34 years old", "age+34"),
    ("I'm 5 minutes late", ""),
    ("I turned 40", "age+40"),
    ("I'm a woman in tech", "gender+woman"),
    ("I speak Cebuano, Tagalog and English", "speaks+Cebuano; speaks+Tagalog; speaks+English"),
    ("my native language is Basque", "speaks+Basque"),
    ("I'm an introvert", "has_trait+introvert"),
    ("I'm pretty shy", "has_trait+shy"),
    ("I'm a bit tired", ""),
    ("I'm a night owl", "has_trait+night owl"),
    ("My sourdough keeps collapsing", "struggles_with+sourdough"),
    ("Docker keeps failing on me", "struggles_with+Docker"),
    ("I'm struggling with async Rust", "struggles_with+async Rust"),
    ("I can't figure out CSS grid", "struggles_with+CSS grid"),
    ("I want to learn Rust", "wants+Rust"),
    ("I'd love to visit Japan", "wants+Japan"),
    ("I'm planning a trip to Peru", "plans+trip to Peru"),
    ("I'm training for a marathon", "plans+marathon"),
    ("I'm interested in urban planning", "interested_in+urban planning"),
    ("I'm curious about beekeeping", "interested_in+beekeeping"),
    (
        "I'm allergic to shellfish, and I never drink alcohol",
        "allergic_to-shellfish; never-alcohol",
    ),
    ("I have a peanut allergy", "allergic_to-peanut"),
    ("I'm lactose intolerant", "allergic_to-lactose"),
    ("I'm vegan", "diet+vegan"),
    ("I'm a vegetarian", "diet+vegetarian"),
    ("I never knew that", ""),
    ("I'm married to Tom", "has_relation_to+Tom"),
    ("I have two kids", "has_relation_to+kids"),
    ("My wife Anna is here", "has_relation_to+Anna"),
    ("I decided against the Kia", "rejected-Kia"),
]
MIXED = [
    ("最近 obsessed with 攀岩", "likes+攀岩"),
    ("but cardio 我是真的 hate", "dislikes-cardio"),
    ("我超 love 火锅", "likes+火锅"),
    ("work as a UX designer at Kopi & Kite", "role+UX designer; works_at+Kopi & Kite"),
    ("平时 code in Rust", "uses+Rust"),
]
KINDS_OF_SAYING = [
    ("honestly sudoku is my jam, crosswords do nothing for me", "likes+sudoku; dislikes-crosswords"),
    ("okay hot take: escape rooms are right up my alley, karaoke not so much",
     "likes+escape rooms; dislikes-karaoke"),
    ("It's not that I hate running, I just prefer swimming", "prefers+swimming"),
    ("I've never been able to stand reality TV", "dislikes-reality TV"),
    ("Tea beats coffee for me every time", "prefers+Tea"),
    ("I like Python way more than Java", "prefers+Python"),
    ("I kicked my energy drink habit in June", "uses-energy drink"),
    ("I haven't touched Facebook in years", "uses-Facebook"),
    ("I haven't eaten meat since college", "uses-meat"),
    ("We migrated off Heroku to Fly.io last quarter", "uses-Heroku; uses+Fly.io"),
    ("I left Spotify for Tidal", "uses-Spotify; uses+Tidal"),
    ("used to hate olives but now I love them", "likes+olives"),
    ("I can't stop listening to Mitski", "likes+Mitski"),
    ("Nothing beats a hot shower after a run", "likes+hot shower"),
    ("No dairy for me, I'm lactose intolerant.", "avoids-dairy; allergic_to-lactose"),
    ("our frontend's in React and TypeScript, the API is written in Go, and everything runs on AWS",
     "uses+React; uses+TypeScript; uses+Go; uses+AWS"),
    ("we deploy to Fly.io, monitor with Grafana, and use Sentry for errors",
     "uses+Fly.io; uses+Grafana; uses+Sentry"),
    ("we run Postgres 15 on RDS behind PgBouncer", "uses+Postgres 15; uses+RDS; uses+PgBouncer"),
    ("At work we're a Kotlin shop; at home I tinker with Elixir", "uses+Kotlin; uses+Elixir"),
    ("I write my notes in Logseq", "uses+Logseq"),
    ("Hi, I'm Marta, 29, a product designer from Gdansk living in Berlin.",
     "name+Marta; age+29; role+product designer; from+Gdansk; lives_in+Berlin"),
    ("I'm Ola, I work for Statoil as a geologist", "works_at+Statoil; role+geologist"),
    ("I got promoted to staff engineer at Datadog", "role+staff engineer; works_at+Datadog"),
    ("As a vegetarian, I find that hard", "diet+vegetarian"),
    ("I keep kosher", "diet+kosher"),
    ("Spanish is my first language", "speaks+Spanish"),
    ("I can play the ukulele and I speak some Danish", "skilled_in+ukulele; speaks+Danish"),
    ("Favourite bands: Low, Slowdive, Mogwai", "likes+Low; likes+Slowdive; likes+Mogwai"),
    ("things I hate: traffic, noise, spam", "dislikes-traffic; dislikes-noise; dislikes-spam"),
    ("My goal is to get my pilot's licence", "wants+pilot's licence"),
    ("Thinking about moving to Lisbon next year", "plans+Lisbon"),
    ("I want to run a marathon and I'm saving up for a bike", "wants+marathon; wants+bike"),
    ("quantum computing fascinates me", "interested_in+quantum computing"),
    ("insomnia has been killing me", "struggles_with+insomnia"),
    ("I have a golden retriever called Max and a Siamese cat",
     "owns+golden retriever; owns+Siamese cat"),
    ("I sold my Xbox and got a Steam Deck", "owns-Xbox; owns+Steam Deck"),
    ("I love neither cats nor dogs", "dislikes-cats; dislikes-dogs"),
    ("For pizza I like mushrooms and onions but no olives",
     "likes+mushrooms; likes+onions; dislikes-olives"),
    ("baking? love it. cleaning up after? not so much", "likes+baking"),
    ("I could eat dumplings every day", "likes+dumplings"),
    ("I love working out and hate running", "likes+working out; dislikes-running"),
    ("hobbies like soccer and basketball", ""),
    ("I love that song", ""),
    ("I love the ending", ""),
    ("I want my clients to be happy", ""),
    ("I want the second paragraph shorter", ""),
    ("I might get a dog someday", ""),
    ("I'm moving to Oslo in May", "plans+Oslo"),
    ("I love the fruits of your labour", ""),
]  # fmt: skip
PRONOUNS = [
    (
        'finally finished "Pale Fire" last night. easily the best thing I\'ve read',
        "likes+Pale Fire",
    ),
    ("I bought a Dutch oven yesterday and it's brilliant", "owns+Dutch oven; likes+Dutch oven"),
    ("tried the sequel once, couldn't get into it at all", "dislikes-sequel"),
    ("Anchovies? Hard no, they're disgusting.", "dislikes-Anchovies"),
    ("I watched Tenet. hated every minute of it", "dislikes-Tenet"),
]
CHATTER = [
    "Thanks, that's great!",
    "I want you to write a poem",
    "I would like some advice",
    "I need help with my essay",
    "I have to go now",
    "I like to think so",
    "I'm going to bed",
    "I'm sorry to hear that",
    "I love you",
    "I use it every day",
    "I made a mistake",
    "I'm not sure",
    "I had a great time",
    "I went to work",
    "It was a good day",
    "I left the house early",
    "I feel tired and lonely",
    "I'm happy to hear from you",
    "I know what you mean",
    "I've got a lot on my mind",
]


def expected(text: str) -> set[str]:
    return {part.strip() for part in text.split(";") if part.strip()}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *LIKES,
        *DISLIKES,
        *CLAUSES,
        *PREFERENCES,
        *PRACTICE,
        *CHANGES,
        *STATES,
        *MIXED,
        *KINDS_OF_SAYING,
        *PRONOUNS,
    ],
)
def test_what_a_sentence_states(text: str, wanted: str) -> None:
    assert said(text) == expected(wanted)


@pytest.mark.parametrize("text", CHATTER)
def test_chatter_states_nothing(text: str) -> None:
    assert said(text) == set()


TOPICS = [
    ("What's the difference between Postgres and MySQL?", {"Postgres", "MySQL"}),
    ("can you recommend a good podcast about Roman history?", {"good podcast", "Roman history"}),
    ("tell me about black holes", {"black holes"}),
    ("how do I install Docker on Ubuntu?", {"Docker", "Ubuntu"}),
    ("how are you?", set()),
    ("what do you think?", set()),
    ("really?", set()),
]


@pytest.mark.parametrize(("text", "wanted"), TOPICS)
def test_topics_of_a_question(text: str, wanted: set[str]) -> None:
    found = topics(text)
    assert {statement.target for statement in found} == wanted
    assert all((s.kind, s.polarity, s.weight) == ("asks_about", 0, 0.3) for s in found)


def test_weights() -> None:
    weights = {
        s.target: s.weight for s in statements("I love tea. I think I like jazz. I loved Rome.")
    }
    assert weights == {"tea": 0.9, "jazz": 0.6, "Rome": 0.7}


def test_the_slot_of_a_favourite() -> None:
    slots = [s.slot for s in statements("My favourite tennis player is Gael Monfils")]
    assert slots == ["tennis player"]


def test_what_a_pronoun_would_mean_next() -> None:
    account = read('I finished "Pale Fire" last night')
    assert account.focus is not None
    assert account.focus.text == "Pale Fire"
    left = read("I love it").readings
    assert [(reading.pronoun, reading.statement.target) for reading in left] == [(True, "it")]


def test_the_clause_of_a_reading() -> None:
    text = "I like tea, but I hate coffee"
    clauses = [text[r.start : r.end].strip(" ,") for r in read(text).readings]
    assert clauses == ["I like tea", "but I hate coffee"]


_SENTENCES = [text for text, _ in (*LIKES, *DISLIKES, *CLAUSES, *PRACTICE, *CHANGES, *MIXED)]


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(_SENTENCES), max_size=4), st.text(max_size=30))
def test_targets_are_verbatim(parts: list[str], noise: str) -> None:
    text = f" {noise} ".join(parts)
    for statement in statements(text):
        at = statement.start
        assert text[at : at + len(statement.target)] == statement.target
        assert statement.polarity in (1, -1)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["tea", "Rust", "火锅", "old maps"]),
    st.sampled_from(["never", "no longer", "do not"]),
)
def test_a_negation_turns_a_liking(thing: str, negation: str) -> None:
    assert said(f"I like {thing}") == {f"likes+{thing}"}
    assert said(f"I {negation} like {thing}") == {f"dislikes-{thing}"}

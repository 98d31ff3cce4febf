"""Statements in Chinese: every kind, both scripts, mixed with English, and what must give nothing."""

from __future__ import annotations

import time

import opencc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract import chinese
from persona.records import USER
from persona.text import simplified
from persona.vocabulary import KINDS, read_kind

Row = tuple[str, str, int]

TRADITIONAL = opencc.OpenCC("s2t")


def rows(text: str) -> set[Row]:
    """(kind, target, polarity) of what the text states of the user, people left out."""
    return {
        (s.kind, s.target, s.polarity)
        for s in chinese.statements(text)
        if s.source == USER and KINDS[s.kind].family != "link"
    }


def said(kind: str, polarity: int, *targets: str) -> set[Row]:
    return {(kind, target, polarity) for target in targets}


LIKES: list[tuple[str, set[Row]]] = [
    ("我很喜欢喝乌龙茶", said("likes", 1, "乌龙茶")),
    ("最近爱上了攀岩和皮划艇", said("likes", 1, "攀岩", "皮划艇")),
    ("我对手冲咖啡完全没有抵抗力", said("likes", 1, "手冲咖啡")),
    ("这家店的牛肉面真香", said("likes", 1, "牛肉面")),
    ("我是周杰伦的铁粉", said("likes", 1, "周杰伦")),
    ("业余爱好是摄影和骑行", said("likes", 1, "摄影", "骑行")),
    ("小龙虾我也爱吃", said("likes", 1, "小龙虾")),
    ("强烈安利《漫长的季节》", said("likes", 1, "漫长的季节")),
    ("平时喜欢听爵士乐、看展、做手账", said("likes", 1, "爵士乐", "看展", "做手账")),
    ("剧本杀真的上头", said("likes", 1, "剧本杀")),
    ("一开始觉得桌游无聊，现在彻底入坑了", said("likes", 1, "桌游")),
    ("泡茶坚持了半年，现在已经离不开了", said("uses", 1, "泡茶") | said("likes", 1, "泡茶")),
    ("我的心头好一直是提拉米苏", said("likes", 1, "提拉米苏")),
    ("下班后就爱在家做饭", said("likes", 1, "做饭")),
    ("我最爱睡午觉", said("likes", 1, "睡午觉")),
    ("我喜欢去健身房", said("likes", 1, "健身房")),
    ("我很享受露營的感覺", said("likes", 1, "露營")),
    ("一开始嫌健身房贵，办了卡之后真香", said("likes", 1, "健身房")),
    ("我喜欢的乐队有五月天、草东和万青", said("likes", 1, "五月天", "草东", "万青")),
    ("早餐离不开豆浆油条", said("likes", 1, "豆浆油条")),
    ("最近被韩综圈粉了", said("likes", 1, "韩综")),
]

DISLIKES: list[tuple[str, set[Row]]] = [
    ("香菜我真的受不了", said("dislikes", -1, "香菜")),
    ("我讨厌早起", said("dislikes", -1, "早起")),
    ("不太喜欢吃甜食", said("dislikes", -1, "甜食")),
    ("我对综艺节目没什么兴趣", said("dislikes", -1, "综艺节目")),
    ("芹菜、胡萝卜我都不吃", said("dislikes", -1, "芹菜", "胡萝卜")),
    ("恐怖片敬谢不敏", said("dislikes", -1, "恐怖片")),
    ("唯独苦瓜，一口都吃不下", said("dislikes", -1, "苦瓜")),
    ("我受够了通勤", said("dislikes", -1, "通勤")),
    ("绿茶我不讨厌，就是红茶喝不惯", said("dislikes", -1, "红茶")),
    ("我不碰烟酒", said("avoids", -1, "烟酒")),
    ("那家火锅店踩雷了", said("dislikes", -1, "火锅店")),
    ("我真的很不喜歡吵鬧的地方", said("dislikes", -1, "吵鬧的地方")),
]

CHOICES: list[tuple[str, set[Row]]] = [
    ("比起可乐，我更喜欢喝茶", said("prefers", 1, "茶")),
    ("我宁愿走路也不打车", said("prefers", 1, "走路") | said("dislikes", -1, "打车")),
    ("与其去商场，不如去公园", said("prefers", 1, "公园")),
    ("跟Java比，我还是更喜欢Go", said("prefers", 1, "Go")),
    ("还是安卓顺手", said("prefers", 1, "安卓")),
    ("烧烤就算了", said("rejected", -1, "烧烤")),
    ("这次就不考虑丽江了", said("rejected", -1, "丽江")),
    ("除了香菜都可以", said("rejected", -1, "香菜")),
]

SAFETY: list[tuple[str, set[Row]]] = [
    ("我对青霉素过敏", said("allergic_to", -1, "青霉素")),
    ("我坚果过敏，尤其是核桃", said("allergic_to", -1, "坚果", "核桃")),
    ("鸡蛋和牛奶我都过敏", said("allergic_to", -1, "鸡蛋", "牛奶")),
    ("我乳糖不耐受", said("allergic_to", -1, "乳糖")),
    ("一吃芒果就起疹子", said("allergic_to", -1, "芒果")),
    ("我从不熬夜", said("never", -1, "熬夜")),
    ("绝不吃香菜", said("never", -1, "香菜")),
    ("提醒一下，我对海鲜过敏，特别是螃蟹", said("allergic_to", -1, "海鲜", "螃蟹")),
    ("我滴酒不沾", said("never", -1, "酒")),
    ("我吃素三年了", said("diet", 1, "吃素")),
    ("我是素食主义者", said("diet", 1, "素食主义者")),
    ("我对花粉不过敏", set()),
]

USES: list[tuple[str, set[Row]]] = [
    ("我们后端用 Go 和 PostgreSQL，前端是 React", said("uses", 1, "Go", "PostgreSQL", "React")),
    ("前端 Vue3，数据库 MariaDB", said("uses", 1, "Vue3", "MariaDB")),
    ("我平时用 Obsidian 记笔记", said("uses", 1, "Obsidian")),
    ("我用了三年的 Kindle", said("uses", 1, "Kindle")),
    ("服务部署在阿里云上", said("uses", 1, "阿里云")),
    ("项目用 Next.js + Tailwind", said("uses", 1, "Next.js", "Tailwind")),
    ("我主要写 TypeScript 和 C#", said("uses", 1, "TypeScript", "C#")),
    ("技术栈：Spring Boot、Vue、MySQL", said("uses", 1, "Spring Boot", "Vue", "MySQL")),
    ("写论文用 LaTeX", said("uses", 1, "LaTeX")),
    ("每天早上都要喝一杯拿铁", said("uses", 1, "拿铁")),
    ("周末经常打羽毛球", said("uses", 1, "羽毛球")),
    ("坚持晨跑三年了", said("uses", 1, "晨跑")),
    ("我养了两只猫", said("owns", 1, "猫")),
    ("家里養了一隻叫旺財的柴犬", said("owns", 1, "柴犬")),
    ("我刚买了一台富士相机", said("owns", 1, "富士相机")),
    ("我开的是比亚迪", said("owns", 1, "比亚迪")),
    ("我擅长做川菜", said("skilled_in", 1, "做川菜")),
    ("弹吉他是我的强项", said("skilled_in", 1, "吉他")),
    ("我会拉小提琴", said("skilled_in", 1, "小提琴")),
    ("我在学西班牙语", said("learning", 1, "西班牙语")),
    ("一直想学习法语", said("learning", 1, "法语")),
    ("我报了个游泳班", said("learning", 1, "游泳")),
    ("目前在读法学硕士", said("studies", 1, "法学硕士")),
    ("我主修心理学", said("studies", 1, "心理学")),
]

CHANGES: list[tuple[str, set[Row]]] = [
    ("我把 Windows 换成了 macOS", said("uses", -1, "Windows") | said("uses", 1, "macOS")),
    ("从 Vue 2 升级到 Vue 3 了", said("uses", -1, "Vue 2") | said("uses", 1, "Vue 3")),
    (
        "电脑从 ThinkPad 换成 MacBook Pro",
        said("owns", -1, "ThinkPad") | said("owns", 1, "MacBook Pro"),
    ),
    ("把手机换成了红米", said("owns", 1, "红米")),
    ("从上海搬到了苏州", said("lives_in", -1, "上海") | said("lives_in", 1, "苏州")),
    ("从美团跳槽到京东了", said("works_at", -1, "美团") | said("works_at", 1, "京东")),
    ("从会计转行做了程序员", said("role", -1, "会计") | said("role", 1, "程序员")),
    ("我以前是老师，现在做程序员", said("role", -1, "老师") | said("role", 1, "程序员")),
    ("以前用 Eclipse，现在用 IDEA", said("uses", -1, "Eclipse") | said("uses", 1, "IDEA")),
    ("不再用微信读书", said("uses", -1, "微信读书")),
    ("可乐戒了半年，游戏也在上个月卸了", said("uses", -1, "可乐", "游戏")),
    ("我已经两年没碰游戏了", said("uses", -1, "游戏")),
    ("我已经不追剧了，改听播客", said("uses", -1, "追剧") | said("uses", 1, "播客")),
    ("奶茶早就不喝了", said("uses", -1, "奶茶")),
    ("Skype 我三年前就不用了", said("uses", -1, "Skype")),
    ("戒糖半年了", said("uses", -1, "糖")),
    ("我把烟戒了", said("uses", -1, "烟")),
    ("咖啡在五月份停了", said("uses", -1, "咖啡")),
    ("兜兜转转还是用回 Excel", said("uses", 1, "Excel")),
    ("戒了半年奶茶，又喝上了", said("uses", -1, "奶茶") | said("uses", 1, "奶茶")),
    ("我现在不养猫了", said("owns", -1, "猫")),
    ("我把车卖了", said("owns", -1, "车")),
    ("我从华为离职了", said("works_at", -1, "华为")),
]

STATES: list[tuple[str, set[Row]]] = [
    ("我在腾讯上班", said("works_at", 1, "腾讯")),
    ("我在一家医院当护士", said("works_at", 1, "医院") | said("role", 1, "护士")),
    ("我在成都做设计师", said("lives_in", 1, "成都") | said("role", 1, "设计师")),
    ("本人程序员一枚", said("role", 1, "程序员")),
    ("我是做跨境电商的", said("role", 1, "跨境电商")),
    ("我现在住在深圳南山", said("lives_in", 1, "深圳南山")),
    ("坐標台南", said("lives_in", 1, "台南")),
    ("我老家是山东的", said("from", 1, "山东")),
    ("我是四川人", said("from", 1, "四川")),
    ("我叫王晓明", said("name", 1, "王晓明")),
    ("叫我阿杰就行", said("name", 1, "阿杰")),
    ("我今年28岁", said("age", 1, "28岁")),
    ("我是95后", said("age", 1, "95后")),
    ("我是女生", said("gender", 1, "女生")),
    ("我会说粤语和英语", said("speaks", 1, "粤语", "英语")),
    ("平常講閩南語跟日語", said("speaks", 1, "閩南語", "日語")),
    ("我是个夜猫子，有点社恐", said("has_trait", 1, "夜猫子", "社恐")),
    ("我恐高", said("has_trait", 1, "恐高")),
    ("现在在南京读研", said("lives_in", 1, "南京")),
    ("我家在西安", said("lives_in", 1, "西安")),
    ("我是 INFP", said("has_trait", 1, "INFP")),
    ("我从小怕黑", said("has_trait", 1, "怕黑")),
    ("打印机老是卡纸", said("struggles_with", 1, "打印机")),
    ("Docker 又报错了", said("struggles_with", 1, "Docker")),
    ("最近总是失眠", said("struggles_with", 1, "失眠")),
    ("被论文折磨得不行", said("struggles_with", 1, "论文")),
    ("我想买一台折叠屏手机", said("wants", 1, "折叠屏手机")),
    ("一直想去看極光", said("wants", 1, "極光")),
    ("我打算明年考研", said("plans", 1, "考研")),
    ("计划国庆去青岛", said("plans", 1, "青岛")),
    ("我在备考雅思", said("plans", 1, "雅思")),
    ("今年flag：减肥，学会游泳，考下驾照", said("plans", 1, "减肥", "游泳", "驾照")),
    ("我想换工作", said("wants", 1, "换工作")),
    ("我对天文学很感兴趣", said("interested_in", 1, "天文学")),
    ("最近在研究量化交易", said("interested_in", 1, "量化交易")),
]

MIXED: list[tuple[str, set[Row]]] = [
    ("最近 into 普拉提", said("likes", 1, "普拉提")),
    ("加班我是真的 hate", said("dislikes", -1, "加班")),
    ("我 really love 抹茶", said("likes", 1, "抹茶")),
    ("我不 like 开会", said("dislikes", -1, "开会")),
    ("我们 team 用 Jira", said("uses", 1, "Jira")),
    ("我 prefer 靠窗的座位", said("prefers", 1, "靠窗的座位")),
    ("coffee 我戒了", said("uses", -1, "coffee")),
    ("我对 peanut 过敏", said("allergic_to", -1, "peanut")),
    ("在 Google 做 SWE", said("works_at", 1, "Google") | said("role", 1, "SWE")),
    ("base 上海", said("lives_in", 1, "上海")),
    ("part-time 在读 HCI 硕士", said("studies", 1, "HCI 硕士")),
]

EVERYTHING = [*LIKES, *DISLIKES, *CHOICES, *SAFETY, *USES, *CHANGES, *STATES, *MIXED]


@pytest.mark.parametrize(("text", "expected"), EVERYTHING)
def test_states(text: str, expected: set[Row]) -> None:
    assert rows(text) == expected


NOTHING = [
    "今天天气不错",
    "好的，谢谢你",
    "他喜欢打游戏",
    "大家都喜欢看电影",
    "我妈最爱跳广场舞，天天不着家",
    "我老板喜欢开会",
    "我喜欢你",
    "我想你了",
    "这个东西我喜欢",
    "爱不爱吃都行",
    "我用力关上了门",
    "我用过很多软件",
    "我会考虑的",
    "我买了很多东西",
    "我爱人今天出差",
    "不是不喜欢运动，是没时间",
    "我没有不喜欢猫",
    "我并不讨厌下雨",
    "不是我不爱运动，是膝盖不允许",
    "说实话我不知道",
    "我住院了",
    "我在等快递",
    "我觉得他喜欢你",
    "我想听听你的建议",
    "一开始嫌它贵",
    "孩子三岁了",
    "我打算盘很快",
    "我换了个姿势",
    "我卖了个关子",
    "我住三楼",
    "不喜欢就算了",
    "我爱尔兰的朋友来了",
    "我会议开完了",
    "我养老金还没交",
    "我叫了外卖",
    "他从北京搬到上海",
    "我需要帮助",
    "我有一个问题",
    "I really love tea",
    "",
    "。。。",
    "🥰🥰",
]


@pytest.mark.parametrize("text", NOTHING)
def test_states_nothing_of_the_user(text: str) -> None:
    assert rows(text) == set()


def test_opposite_clauses_without_a_mark() -> None:
    assert rows("我喜欢猫不喜欢狗") == {("likes", "猫", 1), ("dislikes", "狗", -1)}
    assert rows("我爱喝茶但受不了咖啡") == {("likes", "茶", 1), ("dislikes", "咖啡", -1)}


def test_what_was_once_thought_is_not_thought_now() -> None:
    assert rows("以前讨厌跑步") == set()
    assert rows("小时候喜欢画画") == set()


def test_favourite_has_the_slot_named_with_it() -> None:
    found = [
        (s.kind, s.target, s.slot)
        for text in ("我最喜欢的歌手是陈奕迅", "最爱的电影是《霸王别姬》", "川菜是我最喜欢的菜系")
        for s in chinese.statements(text)
    ]
    assert found == [
        ("favourite", "陈奕迅", "歌手"),
        ("favourite", "霸王别姬", "电影"),
        ("favourite", "川菜", "菜系"),
    ]


def test_people_are_known_and_their_likes_are_theirs() -> None:
    found = [(s.kind, s.target, s.label) for s in chinese.statements("我同事小李喜欢打篮球")]
    assert found == [("has_relation_to", "小李", "同事")]
    assert [s.target for s in chinese.statements("我妈对海鲜过敏")] == ["我妈"]


def test_together_with_somebody_is_the_user_too() -> None:
    assert rows("我和我老婆都喜欢露营") == {("likes", "露营", 1)}


@pytest.mark.parametrize(
    ("text", "kind", "source", "target"),
    [
        ("FastAPI 是基于 Starlette 的", "part_of", "FastAPI", "Starlette"),
        ("螺蛳粉是一种米粉", "kind_of", "螺蛳粉", "米粉"),
        ("拿铁是咖啡的一种", "kind_of", "拿铁", "咖啡"),
        ("PyTorch Lightning 是 PyTorch 的扩展", "part_of", "PyTorch Lightning", "PyTorch"),
        ("番茄炒蛋搭配米飯", "used_with", "番茄炒蛋", "米飯"),
    ],
)
def test_relations_between_things(text: str, kind: str, source: str, target: str) -> None:
    [found] = chinese.statements(text)
    assert (found.kind, found.source, found.target, found.polarity) == (kind, source, target, 1)


def test_attributes_have_a_slot() -> None:
    [sign] = chinese.statements("我是巨蟹座")
    assert (sign.kind, sign.target, sign.slot) == ("has_attribute", "巨蟹座", "星座")


def test_a_hedge_weighs_less() -> None:
    [plain] = chinese.statements("我对围棋感兴趣")
    [hedged] = chinese.statements("我对围棋有点兴趣")
    assert plain.weight == 0.9
    assert hedged.weight < plain.weight


def test_targets_are_spelled_as_they_stand() -> None:
    [found] = chinese.statements("我超愛日式拉麵！")
    assert found.target == "日式拉麵"


@pytest.mark.parametrize(("text", "expected"), [pair for pair in EVERYTHING if pair[1]])
def test_traditional_reads_as_simplified(text: str, expected: set[Row]) -> None:
    traditional = TRADITIONAL.convert(text)
    found = {(kind, simplified(target), sign) for kind, target, sign in rows(traditional)}
    assert found == {(kind, simplified(target), sign) for kind, target, sign in expected}


@pytest.mark.parametrize("text", [text for text, _ in EVERYTHING])
def test_labels_do_not_contradict(text: str) -> None:
    for s in chinese.statements(text):
        kind, sign, _slot = read_kind(s.label, s.kind, s.polarity)
        assert (kind, sign) == (s.kind, s.polarity), s


_PIECES = st.sampled_from([text for text, _ in EVERYTHING] + NOTHING)
_NOISE = st.text(
    alphabet="我你的了不喜欢爱吃用从到换成《》（），。、：和 aZ9+#🥝从把对\n", max_size=20
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(_PIECES, _NOISE), max_size=5), st.sampled_from(["，", "。", "", " "]))
def test_targets_stand_where_they_are_said_to(pieces: list[str], joint: str) -> None:
    text = joint.join(pieces)
    found = chinese.statements(text)
    for s in found:
        assert text[s.start : s.start + len(s.target)] == s.target
        assert s.target.strip() == s.target != ""
        assert s.kind in KINDS
        assert s.polarity in (1, -1)
        assert 0 < s.weight <= 0.9
    assert found == chinese.statements(text)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([pair for pair in EVERYTHING if pair[1]]))
def test_a_sentence_is_not_changed_by_the_one_before(pair: tuple[str, set[Row]]) -> None:
    text, expected = pair
    assert rows(f"今天下雨了。{text}。") == expected


@pytest.mark.parametrize(
    "unit", ["我喜欢", "从", "对", "比起", "宁愿", "把我", "、", "啊", "我", "a", "《"]
)
def test_a_long_clause_is_read_in_linear_time(unit: str) -> None:
    began = time.perf_counter()
    chinese.statements(unit * 50_000)
    assert time.perf_counter() - began < 5


QUESTIONS: list[tuple[str, list[str]]] = [
    ("推荐几本科幻小说", ["科幻小说"]),
    ("帮我写一首关于春天的诗", ["春天的诗"]),
    ("怎么学好日语？", ["日语"]),
    ("有没有好用的记账软件推荐", ["记账软件"]),
    ("什么是量子计算？", ["量子计算"]),
    ("大理怎么样？", ["大理"]),
    ("Rust 和 Go 有什么区别？", ["Rust", "Go"]),
    ("推薦一下台南的小吃吧", ["台南的小吃"]),
    ("你认为友谊的意义是什么？", ["友谊的意义"]),
    ("有没有什么可以放松的方法", []),
    ("你有没有喜欢的作者？", []),
    ("你好吗？", []),
    ("你叫什么名字？", []),
    ("为什么呢？", []),
    ("可以吗", []),
    ("你喜欢什么？", []),
    ("这个怎么用？", []),
]


@pytest.mark.parametrize(("text", "expected"), QUESTIONS)
def test_topics_of_a_question(text: str, expected: list[str]) -> None:
    found = chinese.topics(text)
    assert [s.target for s in found] == expected
    assert all((s.kind, s.polarity, s.weight) == ("asks_about", 0, 0.3) for s in found)
    assert all(text[s.start : s.start + len(s.target)] == s.target for s in found)

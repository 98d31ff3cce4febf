"""What the generated update streams say: topics with the things that may hold, and sentences.

There are two sets in each language. The second was written without looking at the rules that read it.
Rules were then mended on every other one of its sentences; the rest, `unseen`, nobody looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """What the messages of generated people are about, and the sentences that say it.

    Attributes:
        topics: by name, a question that needs the topic, and the things that may hold.
        states: by name of a topic with sentences of its own, first statements with {x}, and changes
            from {old} to {x}.
        tastes: the same of all other topics.
        asides: messages about nothing of the person.
    """

    topics: Mapping[str, tuple[str, tuple[str, ...]]]
    states: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    tastes: tuple[tuple[str, ...], tuple[str, ...]]
    asides: tuple[str, ...]

    def unseen(self) -> Wording:
        """The same with the sentences at odd places only."""
        states = {name: (first[1::2], turns[1::2]) for name, (first, turns) in self.states.items()}
        tastes = self.tastes[0][1::2], self.tastes[1][1::2]
        return Wording(self.topics, states, tastes, self.asides)


FIRST_EN = Wording(
    topics={
        "drink": (
            "What would I like to drink?",
            ("barley tea", "root beer", "almond milk", "ginger ale", "mint lassi"),
        ),
        "music": (
            "What music should we put on?",
            ("chamber pop", "desert blues", "city pop", "sea shanties", "free jazz"),
        ),
        "sport": (
            "Which sport shall we do at the weekend?",
            ("canoe polo", "disc golf", "pickleball", "curling", "padel"),
        ),
        "food": (
            "What shall I cook for dinner?",
            ("lentil dal", "fish tacos", "mushroom risotto", "okonomiyaki", "shakshuka"),
        ),
        "editor": ("Which editor should I open?", ("Helix", "Kakoune", "Zed", "Geany", "Lapce")),
        "city": (
            "Which city is my weather from?",
            ("Tromso", "Bruges", "Kaunas", "Plovdiv", "Braga"),
        ),
    },
    states={
        "city": (
            ("I live in {x}.", "Home is {x} for me."),
            ("I've left {old} and live in {x} now.", "We relocated from {old} to {x} last month."),
        ),
        "editor": (
            ("I write everything in {x}.", "I use {x} for code."),
            ("I dropped {old} and write in {x} these days.", "I switched from {old} to {x}."),
        ),
    },
    tastes=(
        ("I'm really fond of {x}.", "I enjoy {x} a lot.", "{x} is my favourite."),
        (
            "I've gone off {old}, it's {x} for me now.",
            "I can't enjoy {old} any more, I love {x} instead.",
            "I no longer like {old}. I prefer {x}.",
        ),
    ),
    asides=(
        "Could you check my grammar?",
        "What's the time in Lima?",
        "帮我看看这句话",
        "Thanks, that helps.",
        "今天好忙啊",
    ),
)
FIRST_ZH = Wording(
    topics={
        "饮料": ("我想喝点什么？", ("大麦茶", "酸梅汤", "杏仁露", "姜汁汽水", "薄荷茶")),
        "运动": ("周末做什么运动好？", ("皮划艇", "飞盘", "壁球", "冰壶", "匹克球")),
        "吃的": ("晚饭吃什么？", ("小扁豆汤", "鱼肉卷饼", "蘑菇烩饭", "大阪烧", "北非蛋")),
        "城市": ("我这边天气怎么样，我在哪个城市？", ("泉州", "大理", "威海", "北海", "乐山")),
    },
    states={
        "城市": (
            ("我住在{x}。", "我家在{x}。"),
            ("我从{old}搬到{x}了。", "我离开{old}，现在住在{x}。"),
        )
    },
    tastes=(
        ("我很喜欢{x}。", "我特别爱{x}。"),
        ("我不再喜欢{old}了，现在喜欢{x}。", "{old}我已经腻了，我更喜欢{x}。"),
    ),
    asides=(
        "Could you check my grammar?",
        "What's the time in Lima?",
        "帮我看看这句话",
        "Thanks, that helps.",
        "今天好忙啊",
    ),
)
SECOND_EN = Wording(
    topics={
        "film": (
            "Any idea which film I'd be happy with tonight?",
            ("giallo", "screwball comedy", "wuxia", "mumblecore", "film noir"),
        ),
        "snack": (
            "I'm off to the shop, which snack do I grab?",
            ("biltong", "halva", "turkish delight", "peanut brittle", "seaweed jerky"),
        ),
        "board game": (
            "Friends are coming over, which board game do I get out?",
            ("Carcassonne", "Wingspan", "Agricola", "Cascadia", "Azul"),
        ),
        "exercise": (
            "I've got a free hour to exercise, any ideas?",
            ("bouldering", "nordic walking", "reformer pilates", "tai chi", "trampolining"),
        ),
        "job": (
            "Can you write me a one-line bio that says what my job is?",
            ("beekeeper", "piano tuner", "glassblower", "locksmith", "bookbinder"),
        ),
        "town": (
            "Know any dentists near where I live?",
            ("Hexham", "Totnes", "Kendal", "Ludlow", "Whitby"),
        ),
        "language": (
            "Quiz me on five words of the language I'm learning, please?",
            ("Welsh", "Basque", "Swahili", "Georgian", "Maltese"),
        ),
        "phone": (
            "Which case would fit my phone?",
            ("Fairphone 5", "Pixel 8a", "Xperia 10", "Zenfone 10", "Moto Razr"),
        ),
    },
    states={
        "job": (
            (
                "I work as a {x}, mostly weekdays.",
                "I'm a {x} by trade.",
                "been earning my living as a {x} for six years",
                "My job? Self-employed {x}, which nobody ever guesses.",
            ),
            (
                "Handed in my notice! No more being a {old}, I started as a {x} on Monday.",
                "I retrained, so I'm not a {old} nowadays, I'm a {x}.",
                "i was a {old} for ages but my back couldn't take it so now i earn my keep as a {x}",
                "Got laid off as a {old} in the spring. Took a while, but I've found work as a {x}.",
                "First week as a {x} done, and I don't miss life as a {old} one bit!",
                "The {old} thing fizzled out bit by bit and by now I'm a full-time {x}.",
            ),
        ),
        "town": (
            (
                "We're renting a little flat in {x}, it's lovely.",
                "I'm based in {x}, born and bred.",
                "been living in {x} for about four years, still think it's great",
                "I'm settled in {x} with my two kids.",
            ),
            (
                "Finally got the keys to our new place in {x}, so that's goodbye {old}!",
                "the rent in {old} got silly so i packed up and moved to {x}",
                "We sold up in {old} and have settled into a cottage in {x}, boxes everywhere.",
                "btw my {old} address is out of date, i've been a {x} resident since august",
                "Used to be a {old} local, but work brought me to {x} and I've stayed.",
                "At first it was only weekends in {x}, then most of the week, "
                "and now I've given up the {old} flat altogether.",
            ),
        ),
        "language": (
            (
                "I'm learning {x}, slowly.",
                "taking {x} lessons on tuesday evenings",
                "I've been teaching myself {x} with an app and a pile of flashcards.",
                "Trying to get the hang of {x}, my grandmother spoke it.",
            ),
            (
                "Gave up on {old}, all those verbs broke me. I'm doing a {x} course and it's going well.",
                "i've swapped {old} for {x}, way more people to practise with",
                "My {old} textbooks went to the charity shop, I study {x} in the evenings now.",
                "{old} went on the back burner and never came off it. What I'm learning now is {x}.",
                "Stopped my {old} lessons when the teacher retired and started on {x} with a tutor.",
                "used to do half an hour of {old} every morning but now that slot belongs to {x}",
            ),
        ),
        "phone": (
            (
                "My phone's a {x}.",
                "got a {x} in my pocket, does everything i need",
                "I've had a {x} since Christmas and it's been a great phone.",
                "I'm typing this on my {x}, excuse the typos.",
            ),
            (
                "Traded in the {old} and walked out with a {x}!",
                "my {old} died on me so i got myself a {x}",
                "Upgraded at last! Bye bye {old}, hello {x}.",
                "The battery on my {old} was hopeless. Gave it to mum, and I've been carrying a {x} since.",
                "I held on to the {old} as long as I could, but the screen cracked "
                "and I've set up a {x} to replace it.",
                "used to swear by my {old} but it got so slow that it's in a drawer, the {x} goes everywhere with me",
            ),
        ),
    },
    tastes=(
        (
            "honestly can't get enough of {x}",
            "I'm a huge {x} fan, always have been.",
            "Been properly into {x} since about February.",
            "My sister got me hooked on {x} and I'm not even sorry lol",
            "You know what never fails to cheer me up? {x}.",
            "If I had to pick one thing for a rainy Sunday it'd be {x}, every time.",
            "Nothing beats {x} after a long week, I look forward to it for days.",
            "I've got such a soft spot for {x}.",
        ),
        (
            "used to be all about {old} but now i'm completely hooked on {x}",
            "I think I've finally outgrown {old}. What gets me excited nowadays is {x}.",
            "{old} has kind of lost its charm, so I've moved on to {x}.",
            "Little by little {x} has pushed out {old}, and I honestly don't miss it.",
            "ugh, one letdown too many with {old}, i'm done with it. {x} all the way from here on",
            "Oh my god, {x}!! Why did nobody tell me? I haven't given {old} a second thought since.",
            "Scratch what I said about {old}, I'm over it. {x}'s what I'm into right now.",
            "I overdid it with {old} and now I can't stand it, but {x} makes me so happy.",
            "My flatmate talked me into trying {x} and that was the end of {old}, I'm a total convert.",
            "bit sad to say it but {old} bores me now, whereas i'm always in the mood for {x}",
        ),
    ),
    asides=(
        "how many grams in an ounce?",
        "Can you make that shorter please?",
        "lol ok",
        "What's another word for sudden?",
        "Write a limerick about a goat.",
        "Hm, try again but more formal.",
        "who invented the zip",
        "Is it affect or effect here?",
        "Perfect, cheers!",
        "Explain compound interest in two lines.",
    ),
)
SECOND_ZH = Wording(
    topics={
        "书": (
            "下一本书看什么，照我的口味推荐一下？",
            ("志怪小说", "魔幻现实主义", "自然文学", "硬汉派推理", "历史演义"),
        ),
        "零食": (
            "我去趟便利店，买包啥零食好？",
            ("江米条", "鱼皮花生", "冻干榴莲", "牛轧糖", "奶豆腐"),
        ),
        "桌游": (
            "朋友要来家里，开哪个桌游好？",
            ("璀璨宝石", "卡卡颂", "花砖物语", "展翅翱翔", "石器时代"),
        ),
        "锻炼": (
            "下班想锻炼一小时，练点啥？",
            ("八段锦", "动感单车", "普拉提", "抱石", "尊巴"),
        ),
        "工作": (
            "帮我写个邮件签名，我上班的公司该填哪家？",
            ("海康威视", "泡泡玛特", "石头科技", "汇川技术", "安克创新"),
        ),
        "住处": (
            "想找个离家近的公园散步，有推荐吗？",
            ("潍坊", "衢州", "宜宾", "绵阳", "景德镇"),
        ),
        "外语": (
            "用我正在学的外语考我五个单词吧？",
            ("芬兰语", "泰语", "葡萄牙语", "捷克语", "希伯来语"),
        ),
        "饮食": (
            "按我的饮食方式排一份下周的菜单？",
            ("生酮饮食", "地中海饮食", "轻断食", "无麸质饮食", "得舒饮食"),
        ),
    },
    states={
        "工作": (
            (
                "我在{x}上班，做测试的。",
                "目前在{x}打工",
                "毕业就进了{x}，一待就是五年",
                "我是{x}的员工，工位靠窗。",
            ),
            (
                "从{old}离职啦，上周刚入职{x}",
                "我跳槽了，{old}已经是前东家，现在给{x}打工。",
                "{old}裁员把我裁了，还好{x}收留了我，已经干了一个月",
                "以前在{old}天天加班，受不了就走了，这会儿在{x}做产品",
                "终于不用去{old}打卡了！{x}的工牌今天到手",
                "先是给{x}兼职，后来干脆辞了{old}，转成那边的正式员工了。",
            ),
        ),
        "住处": (
            (
                "我定居{x}好几年了",
                "家安在{x}，房子不大挺舒服",
                "我人在{x}，老家也是这儿的",
                "租的房子在{x}，离菜市场很近。",
            ),
            (
                "搬家啦 告别{old} 以后就是{x}人了",
                "{old}的房子退租了，我在{x}重新租了一套。",
                "在{old}待了好多年，房租太贵，干脆落户{x}了",
                "因为孩子上学，我们全家都迁到{x}，{old}那边已经没人住了。",
                "之前住{old}，早就不是了，我在{x}安了家。",
                "起初只是周末来{x}，后来越待越久，{old}的房子索性卖掉，人就留在这儿了。",
            ),
        ),
        "外语": (
            (
                "我在自学{x}，刚背完字母表。",
                "每天睡前学半小时{x}",
                "报了个{x}班，周三晚上上课",
                "正在啃{x}，语法好难啊。",
            ),
            (
                "{old}学不下去放弃了 改学{x}",
                "我把{old}课退了，换成{x}课，感觉轻松多了。",
                "以前每天打卡{old}，如今打卡的是{x}啦",
                "说实话{old}已经搁下很久了，眼下在学的是{x}。",
                "{x}太好听了！学了两周就上瘾，{old}的课本都送人了",
                "出国计划变了，{old}用不上就没再学，这阵子在啃{x}。",
            ),
        ),
        "饮食": (
            (
                "我在坚持{x}，快三个月了。",
                "医生建议我{x}，我照着做呢",
                "我平常都是{x}，外卖基本不点",
                "开始{x}以后精神好多了，会一直这么吃。",
            ),
            (
                "{old}实在撑不住 现在改成{x}了",
                "体检完医生不让我再搞{old}，于是换成了{x}。",
                "之前搞{old}老是头晕，停了，这个月起按{x}来吃",
                "跟{old}说拜拜！{x}舒服太多了，我已经这样吃了一阵子",
                "{old}坚持到年底就没再继续，如今走的是{x}路线。",
                "一天天地松下来，{old}早就名存实亡，不知不觉变成{x}了",
            ),
        ),
    },
    tastes=(
        (
            "最近迷上{x}了",
            "我是{x}的忠实粉丝",
            "说起来我对{x}一点抵抗力都没有哈哈",
            "我平时就好{x}这一口。",
            "要问最爱啥，那肯定是{x}呀",
            "朋友安利了{x}，结果我一下子就入坑了。",
            "能让我开心的东西不多，{x}算一个",
            "这么多年了，我一直对{x}情有独钟。",
        ),
        (
            "以前天天离不开{old} 如今全换成{x}了 真香",
            "{old}早就没感觉了，如今让我上头的是{x}。",
            "对{old}彻底下头了，转投{x}的怀抱",
            "一开始只是偶尔试试{x}，慢慢地就把{old}丢到一边了。",
            "{old}太让我失望了，再也不碰，还是{x}靠谱。",
            "天哪{x}也太棒了吧！自从遇到它，{old}我都没再想起来过",
            "之前跟你说我爱{old}，那是老黄历了，现在我只认{x}。",
            "可能是以前太沉迷了，现在一提{old}就烦，反而对{x}越来越上瘾",
            "年纪大了喜好也跟着变，{old}提不起兴趣，{x}才是我的心头好。",
            "被室友带着入了{x}的坑，{old}嘛就这么退坑了",
        ),
    ),
    asides=(
        "帮我把这段翻译成英文",
        "一斤等于多少克来着",
        "哈哈哈好的",
        "踌躇这个词怎么读？",
        "写一首关于猫头鹰的打油诗",
        "再短一点",
        "谢啦，这样就行",
        "珠穆朗玛峰有多高",
        "这两个句子哪个更通顺？",
        "表格里怎么去掉重复的行？",
    ),
)

"""Words of animals, people, places, noise and beliefs."""

from __future__ import annotations

LIVING: dict[str, tuple[str, str]] = {
    "animal.general": (
        "pet dog cat puppy kitten rabbit hamster horse breed adopt shelter fur veterinarian vet"
        " leash reptile snake lizard wildlife zoo insect spider aquarium parrot guinea_pig turtle"
        " exotic groom shed companion cage litter cruelty =animal =animals",
        "动物 宠物 狗 猫 鸟 鱼 兔子 仓鼠 马 品种 领养 掉毛 兽医 爬行 蛇 蜥蜴 虫 蜘蛛 动物园 养",
    ),
    "people.general": (
        "friend family parent mother father mom dad wife husband partner kid kids child children"
        " son daughter brother sister baby grandmother grandfather relationship date dating"
        " marriage wedding party social gathering neighbor guest host crowd birthday anniversary",
        "朋友 家人 父母 妈妈 爸爸 老婆 老公 妻子 丈夫 孩子 儿子 女儿 兄弟 姐妹 宝宝 奶奶 爷爷 恋爱 约会 结婚"
        " 婚礼 聚会 社交 生日",
    ),
    "place.nature": (
        "climate weather hot warm cold rain sun sunny sunlight forest desert eco sustainability"
        " humid humidity temperature snow =nature =environmental =natural_light outdoors",
        "自然 环境 气候 天气 热 冷 雨 太阳 森林 山 湖 海 沙漠 环保 温度 潮湿",
    ),
    "noise.general": (
        "noise noisy loud quiet silence silent crowd crowded peaceful calm bustling lively",
        "吵 噪音 安静 热闹 拥挤 人多 清静",
    ),
    "belief.general": (
        "ethical ethic moral belief sustainable cruelty_free fair_trade exploitation"
        " =environmental environmentally eco",
        "道德 原则 环保 公平 动物实验",
    ),
}

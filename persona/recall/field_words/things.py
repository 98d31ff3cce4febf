"""Words of clothes, shopping, money and the home."""

from __future__ import annotations

THINGS: dict[str, tuple[str, str]] = {
    "fashion.general": (
        "fashion clothes clothing wear outfit dress shirt shoe shoes jacket jeans pants skirt"
        " suit coat sneaker heel boot boots bag handbag jewelry jewellery accessory wardrobe"
        " stylish trendy fabric leather fur wool cotton silk vintage second_hand thrift hat tie"
        " sweater formal casual attire garment synthetic polyester wristwatch",
        "时尚 衣服 穿 穿搭 裙子 衬衫 鞋 外套 牛仔裤 裤子 西装 大衣 运动鞋 高跟鞋 靴子 包 首饰 配饰 手表 风格"
        " 品牌 面料 皮 棉 颜色 二手",
    ),
    "home.general": (
        "home house apartment flat bedroom living_room kitchen bathroom furniture sofa couch"
        " chair decor decorate decorating decoration interior renovate carpet curtain lamp"
        " lighting rent move landlord neighbor neighbourhood neighborhood suburb minimalist"
        " clutter storage appliance vacuum clean cleaning rug wood wallpaper living_space",
        "家 房子 公寓 房间 卧室 客厅 厨房 卫生间 家具 沙发 椅子 桌子 床 装修 装饰 墙 地板 窗帘 灯 租房 搬家"
        " 房东 邻居 收纳 家电 打扫",
    ),
    "home.garden": (
        "garden gardening plant flower tree lawn yard backyard grow seed soil vegetable"
        " houseplant herb balcony succulent compost bloom",
        "花园 园艺 植物 花 树 草坪 院子 种 阳台 多肉 盆栽 绿植",
    ),
    "shopping.general": (
        "shop shopping buy purchase store price cheap expensive budget deal discount gift present"
        " second_hand amazon mall luxury sale afford sustainable eco_friendly recycle warranty"
        " subscription",
        "买 购物 商店 网购 价格 便宜 贵 预算 打折 折扣 品牌 礼物 二手 淘宝 商场 奢侈品 环保 性价比",
    ),
    "money.general": (
        "money finance financial invest investment stock bank saving savings budget loan mortgage"
        " debt tax insurance retirement credit crypto bitcoin bond income spend",
        "钱 理财 投资 股票 银行 存款 预算 贷款 房贷 债 税 保险 退休 信用卡 基金 收入 加密货币",
    ),
}

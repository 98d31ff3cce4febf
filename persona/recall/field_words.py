"""The words of each field: a table to be read and extended, with no logic in it.

Written ``wide.narrow: (English words, Chinese words)``; an underscore joins the words of a phrase,
and a word with ``=`` before it is compared as it is written, where its stem is that of another.
The narrow field ``general`` holds the words that name the wide field as a whole.
"""

from __future__ import annotations

FIELDS: dict[str, tuple[str, str]] = {
    # --- eating and drinking
    "food.general": (
        "food eat meal dish cuisine breakfast lunch dinner supper brunch snack appetite taste"
        " tasty delicious flavor flavour culinary foodie menu feast buffet picnic potluck"
        " appetizer starter bite edible nutrition nutrient nutritious ingredient portion serving"
        " leftover palate gourmet",
        "吃 食物 食品 美食 菜 饭 早餐 午餐 晚餐 早饭 午饭 晚饭 夜宵 零食 小吃 口味 味道 好吃 料理 菜系 食材"
        " 营养 野餐 胃口 点心",
    ),
    "food.cooking": (
        "cook cooking recipe bake baking kitchen chef grill roast fry boil steam stew stir_fry"
        " oven homemade ingredient saute simmer barbecue bbq marinate",
        "做饭 烹饪 食谱 烘焙 厨房 下厨 烤 炒 炖 煮 蒸 烧烤 菜谱 做菜",
    ),
    "food.out": (
        "restaurant cafe bistro diner eatery takeout takeaway dine dining street_food food_truck"
        " reservation waiter chain fast_food pub canteen michelin foodie tavern wine_bar",
        "餐厅 饭店 餐馆 馆子 外卖 小店 食堂 大排档 咖啡馆 酒吧 快餐 聚餐 饭馆",
    ),
    "food.meat": (
        "meat beef pork chicken lamb steak bacon ham sausage turkey poultry burger duck mutton"
        " veal barbecue bbq carnivore brisket rib",
        "肉 牛肉 猪肉 鸡肉 羊肉 牛排 培根 火腿 香肠 鸭 烤肉 排骨 汉堡",
    ),
    "food.seafood": (
        "seafood fish shellfish shrimp prawn crab lobster oyster salmon tuna sushi sashimi clam"
        " squid omega",
        "海鲜 鱼 虾 蟹 龙虾 生蚝 三文鱼 寿司 刺身 贝类 鱿鱼",
    ),
    "food.dairy": (
        "dairy milk cheese butter cream yogurt yoghurt lactose custard egg latte",
        "奶 牛奶 奶酪 芝士 黄油 奶油 酸奶 乳糖 鸡蛋 乳制品",
    ),
    "food.diet": (
        "diet dietary vegan vegetarian plant_based keto ketogenic paleo gluten celiac halal"
        " kosher calorie carb carbohydrate low_carb protein sugar sodium fasting organic allergy"
        " allergic intolerant intolerance pescatarian flexitarian whole_food raw wholesome"
        " unprocessed processed fiber fibre wheat soy",
        "饮食 素食 吃素 纯素 生酮 无麸质 清真 热量 碳水 低碳 蛋白质 糖分 断食 有机 过敏 忌口 减脂餐 无糖 低脂",
    ),
    "food.produce": (
        "vegetable fruit salad bean lentil tofu mushroom avocado potato tomato onion garlic apple"
        " banana berry citrus spinach greens legume soy nut peanut almond seed smoothie herb",
        "蔬菜 水果 沙拉 豆腐 豆 蘑菇 牛油果 土豆 番茄 西红柿 洋葱 大蒜 苹果 香蕉 坚果 花生 青菜 香菜 葱",
    ),
    "food.grain": (
        "bread rice pasta noodle pizza grain wheat oat cereal flour tortilla dumpling ramen"
        " sandwich toast taco wrap",
        "面包 米饭 面条 面 披萨 燕麦 饺子 拉面 三明治 馒头 粉 粥 包子",
    ),
    "food.sweets": (
        "dessert sweet chocolate candy cake cookie pastry ice_cream pie sugar bakery donut honey"
        " treat brownie pudding",
        "甜点 甜品 甜食 巧克力 糖 蛋糕 饼干 冰淇淋 蛋挞 蜂蜜 布丁 糕点",
    ),
    "food.spice": (
        "spice spicy hot chili chilli pepper curry sauce seasoning wasabi garlic cilantro"
        " coriander ginger mild bland salty",
        "辣 麻辣 辣椒 胡椒 咖喱 酱 调料 香料 火锅 川菜 孜然 重口味 清淡",
    ),
    "food.drink": (
        "drink beverage coffee tea juice soda cocktail wine beer alcohol alcoholic caffeine"
        " espresso smoothie whisky whiskey vodka liquor mocktail water bartender brew brewery"
        " bubble_tea decaf",
        "喝 饮料 咖啡 茶 果汁 汽水 鸡尾酒 红酒 啤酒 酒 酒精 咖啡因 奶茶 可乐 威士忌 白酒",
    ),
    # --- body
    "exercise.general": (
        "exercise workout fitness fit gym training train trainer regimen sweat athletic warm_up"
        " muscle endurance stamina weight =active physical_activity",
        "锻炼 运动 健身 训练 健身房 体能 减肥 塑形 出汗 私教 体育",
    ),
    "exercise.strength": (
        "strength weight weights lifting dumbbell barbell squat deadlift bodybuilding muscle"
        " push_up pull_up crossfit resistance plank core machine equipment bench",
        "力量 举重 哑铃 杠铃 深蹲 硬拉 肌肉 增肌 俯卧撑 引体向上 卷腹 器械",
    ),
    "exercise.cardio": (
        "cardio run running jog jogging treadmill cycling bike spinning hiit interval aerobic"
        " swim swimming marathon rowing walk walking jump jumping sprint elliptical rope dance"
        " zumba burn",
        "有氧 跑步 慢跑 跑步机 骑车 单车 骑行 游泳 马拉松 跳绳 散步 走路 快走 跳操 舞蹈",
    ),
    "exercise.gentle": (
        "yoga pilates stretch stretching tai_chi flexibility mindfulness meditation meditate"
        " breathing balance mobility barre relaxation",
        "瑜伽 普拉提 拉伸 太极 冥想 正念 呼吸 柔韧",
    ),
    "exercise.group": (
        "instructor coach partner bootcamp studio",
        "团课 教练 小组 搭子 一个人 结伴",
    ),
    "sport.general": (
        "sport sports sporting athlete tournament league championship competition competitive"
        " stadium olympic olympics sporting_event athletic recreational",
        "运动 体育 比赛 球赛 联赛 冠军 球迷 球队 奥运 赛事 竞技 选手",
    ),
    "sport.team": (
        "football soccer basketball baseball volleyball hockey rugby cricket softball lacrosse"
        " quarterback nba nfl team_sport",
        "足球 篮球 棒球 排球 冰球 橄榄球 球队 踢球 打球",
    ),
    "sport.single": (
        "tennis golf badminton table_tennis squash boxing wrestling martial_arts karate judo mma"
        " fencing gymnastics archery bowling racket combat fight",
        "网球 高尔夫 羽毛球 乒乓球 拳击 武术 跆拳道 柔道 击剑 体操 保龄球 格斗",
    ),
    "sport.outdoor": (
        "hike hiking camp camping climb climbing bouldering trail mountain outdoor outdoors"
        " adventure extreme adrenaline thrill thrilling skydiving bungee parachute paragliding"
        " cave trek backpack backpacking fishing hunting wilderness height canyon zip_line risky",
        "徒步 露营 爬山 登山 攀岩 户外 探险 极限 跳伞 蹦极 滑翔伞 钓鱼 野外 越野 高空",
    ),
    "sport.water": (
        "swim swimming surf surfing dive diving snorkel scuba kayak kayaking raft rafting sail"
        " sailing boat canoe paddle water ocean sea beach pool lake river jet_ski",
        "游泳 冲浪 潜水 浮潜 皮划艇 漂流 帆船 划船 海 海边 水上 泳池 湖",
    ),
    "sport.winter": (
        "ski skiing snowboard snowboarding skate skating ice snow winter cold sled",
        "滑雪 单板 滑冰 溜冰 雪 冬天 冰",
    ),
    "health.general": (
        "health healthy wellness well_being wellbeing symptom immune energy energize remedy"
        " supplement vitamin checkup",
        "健康 养生 症状 疼 免疫 精力 保健 维生素 体检 身体",
    ),
    "health.care": (
        "doctor medicine medication drug prescription hospital clinic treatment therapy therapist"
        " pill vaccine surgery dentist injury injured headache cold flu fever cough knee joint"
        " chronic holistic herbal homeopathy acupuncture painkiller alleviate relieve cure"
        " antibiotic allergy migraine back_pain medical",
        "医生 药 吃药 处方 医院 诊所 治疗 打针 手术 牙医 受伤 头痛 感冒 发烧 膝盖 腰 关节 中药 中医 西药 针灸"
        " 止痛",
    ),
    "health.mind": (
        "stress anxiety anxious mental relax relaxing mood depression burnout calm panic"
        " overwhelm counseling counselling unwind emotional mindfulness meditation cope peace",
        "压力 焦虑 心理 放松 情绪 抑郁 倦怠 平静 咨询 崩溃 解压",
    ),
    "health.sleep": (
        "sleep insomnia nap bed bedtime rest tired fatigue night wake awake pillow mattress",
        "睡 睡觉 睡眠 失眠 午睡 熬夜 早起 休息 疲劳 起床",
    ),
    "health.weight": (
        "weight lose fat slim obese bmi calorie diet lean metabolism",
        "减肥 体重 减脂 瘦 胖 瘦身 代谢",
    ),
    "beauty.general": (
        "beauty cosmetic cosmetics makeup salon spa glow groom grooming personal_care"
        " cruelty_free toxin",
        "美容 化妆 化妆品 美妆 护理 颜值 沙龙 成分",
    ),
    "beauty.skin": (
        "skin skincare moisturizer moisturiser sunscreen cleanser serum lotion acne wrinkle"
        " facial exfoliate spf anti_aging complexion tan balm retinol aging hydrate hydrating",
        "皮肤 护肤 保湿 防晒 洁面 精华 乳液 痘 面膜 敏感肌 干皮 油皮 面霜 抗老",
    ),
    "beauty.hair": (
        "hair shampoo conditioner haircut hairstyle dye curl curly bald beard shave shaving"
        " styling scalp frizz blonde",
        "头发 洗发水 护发 发型 染发 烫发 胡子 剃须 理发",
    ),
    "beauty.makeup": (
        "makeup lipstick lip foundation mascara eyeliner eyeshadow blush concealer nail polish"
        " eyebrow lash eye palette shade primer contour",
        "口红 粉底 睫毛膏 眼影 腮红 指甲 美甲 眉 底妆 眼妆",
    ),
    "beauty.scent": (
        "scent fragrance perfume cologne smell deodorant scented aroma essential_oil candle"
        " unscented soap bath shower",
        "香味 香水 气味 味道 香薰 精油 香皂 沐浴",
    ),
    # --- entertainment
    "screen.general": (
        "movie film tv television watching cinema theater stream streaming netflix episode binge"
        " director actor actress hollywood screen blockbuster trailer must_watch watchlist viewing"
        " franchise sitcom movies films tv_series tv_show tv_shows watch",
        "电影 电视剧 剧 看剧 追剧 综艺 影院 导演 演员 剧集 片 影片 大片 视频 纪录片 奈飞 影视",
    ),
    "screen.genre": (
        "comedy drama horror thriller romance romantic romcom documentary =anime cartoon sci_fi"
        " science_fiction fantasy superhero western musical crime mystery historical biopic"
        " dystopian zombie suspense gore violence violent indie noir scary subtitle subtitled"
        " dubbed remake sequel =animation =animated reality_tv reality_show action_movie",
        "喜剧 恐怖片 惊悚 爱情片 动作片 纪录片 动画 动漫 科幻 奇幻 悬疑 战争片 历史剧 真人秀 暴力 血腥 字幕 配音"
        " 古装",
    ),
    "music.general": (
        "music song listen listening album artist band singer concert playlist lyric lyrics tune"
        " spotify vinyl gig radio festival musical soundtrack vocal musician live_music",
        "音乐 歌 听歌 专辑 歌手 乐队 演唱会 歌单 歌词 音乐节 唱 唱片",
    ),
    "music.genre": (
        "rock pop jazz hip_hop rap classical metal country electronic edm techno punk folk blues"
        " reggae opera indie kpop k_pop acoustic instrumental dance mainstream orchestra soul rnb",
        "摇滚 流行 爵士 说唱 古典 金属 民谣 电子 嘻哈 蓝调 歌剧 国风",
    ),
    "music.playing": (
        "guitar piano violin drum instrument keyboard bass flute ukulele cello choir sing compose"
        " chord",
        "吉他 钢琴 小提琴 鼓 乐器 贝斯 笛子 合唱 作曲 弹琴",
    ),
    "reading.general": (
        "book read reading novel author writer literature story library bookstore bestseller"
        " fiction nonfiction non_fiction memoir biography ebook audiobook kindle chapter comic"
        " comics manga magazine poetry poem publish self_help book_series page_turner bookworm",
        "书 看书 读书 阅读 小说 作者 作家 文学 故事 图书馆 书店 畅销书 传记 电子书 有声书 漫画 杂志 诗",
    ),
    "reading.genre": (
        "fantasy mystery thriller romance sci_fi science_fiction classic historical horror crime"
        " dystopian young_adult self_help poetry graphic_novel superhero memoir",
        "奇幻 悬疑 推理 言情 科幻 经典 历史 武侠 玄幻 散文",
    ),
    "games.general": (
        "game gaming gamer video_game console playstation xbox nintendo switch pc_game steam"
        " multiplayer single_player co_op quest esport mmo arcade mobile_game gameplay indie"
        " controller vr virtual_reality online_game",
        "游戏 打游戏 玩 主机 手游 网游 玩家 单机 联机 电竞 关卡 副本 端游",
    ),
    "games.genre": (
        "rpg shooter fps strategy puzzle simulation platformer open_world racing survival horror"
        " fighting roguelike sandbox turn_based real_time loot grind grinding microtransaction"
        " story_driven stealth pixel rpgs",
        "射击 策略 解谜 模拟 开放世界 角色扮演 生存 格斗 卡牌 氪金 肝",
    ),
    "games.table": (
        "board_game card_game chess poker tabletop dice puzzle jigsaw trivia crossword gamble"
        " gambling casino bet betting dungeon party_game escape_room",
        "桌游 棋 象棋 围棋 扑克 麻将 拼图 剧本杀 狼人杀 密室 赌",
    ),
    "art.general": (
        "art paint painting draw drawing sketch museum gallery craft sculpture pottery photograph"
        " photography photo camera knit knitting sew sewing design exhibition hobby diy artist"
        " canvas calligraphy theater theatre ballet dance performance creativity",
        "艺术 画 画画 素描 博物馆 美术馆 手工 雕塑 陶艺 摄影 拍照 相机 编织 设计 展览 书法 话剧 芭蕾 舞蹈",
    ),
    # --- mind and work
    "learning.general": (
        "learn learning study education educational school student teacher course class lesson"
        " skill knowledge teach tutor concept beginner academic college degree resource material"
        " platform subject training practice explain grasp curriculum certification scratch"
        " educate =understand =university",
        "学 学习 教育 学校 学生 老师 课程 上课 课 技能 知识 教 家教 大学 学位 资料 平台 科目 培训 证书 入门",
    ),
    "learning.method": (
        "lecture textbook flashcard note notes memorize memorization memory rote quiz exercise"
        " hands_on interactive visual auditory diagram video podcast discussion peer self_paced"
        " gamified mnemonic storytelling simulation demonstration mind_map worksheet workshop"
        " seminar step_by_step repetition theoretical practical in_person collaborative structured"
        " =experiment one_on_one",
        "讲座 教材 课本 卡片 笔记 背 记忆 测验 练习 实操 互动 图表 视频 播客 讨论 小组 项目 自学 刷题 写作"
        " 方法 例子",
    ),
    "learning.exam": (
        "exam test grade gre gmat sat toefl ielts certification quiz prepare preparation revise"
        " homework assignment essay thesis research paper study deadline score",
        "考试 测试 成绩 考研 高考 雅思 托福 四六级 备考 复习 作业 论文 研究",
    ),
    "learning.source": (
        "online platform website youtube mooc coursera video tutorial article forum subscription"
        " open_source open_access documentation book textbook encyclopedia wikipedia journal"
        " newsletter podcast advertising trial interactive",
        "网课 平台 网站 视频 教程 文章 博客 论坛 付费 免费 订阅 开源 文档 指南 广告",
    ),
    "learning.subject": (
        "math mathematics calculus algebra chemistry biology science history geography economics"
        " statistics philosophy psychology astronomy anatomy literature engineering finance"
        " machine_learning artificial_intelligence programming coding law quantum =physics",
        "数学 微积分 代数 物理 化学 生物 科学 历史 地理 经济 统计 哲学 心理学 天文 工程 金融 编程",
    ),
    "language.general": (
        "language english spanish french german japanese chinese korean mandarin grammar"
        " vocabulary speak speaking fluent fluency translate translation pronunciation bilingual"
        " accent dialect",
        "语言 英语 日语 法语 德语 韩语 西班牙语 中文 普通话 粤语 语法 单词 词汇 口语 流利 翻译 发音 方言",
    ),
    "tech.general": (
        "technology tech computer laptop phone smartphone device gadget app software hardware"
        " tablet android iphone mac operating_system battery headphone headphones earbuds speaker"
        " smart_home wearable smartwatch wireless electronics desktop monitor keyboard cloud"
        " bluetooth",
        "科技 电脑 笔记本 手机 设备 软件 硬件 屏幕 平板 安卓 苹果 系统 电池 充电 耳机 音箱 智能 手表 数码 电子"
        " 显示器 键盘",
    ),
    "tech.coding": (
        "code coding program programming developer software engineer python java javascript"
        " typescript rust database sql api framework bug debug git deploy backend frontend ide"
        " algorithm linux docker kubernetes stack terminal compiler postgres postgresql mysql",
        "代码 编程 程序 开发 程序员 数据库 接口 框架 调试 部署 服务器 后端 前端 编辑器 算法 测试 架构",
    ),
    "tech.privacy": (
        "privacy private tracking security secure password encryption surveillance cookie ad ads"
        " social_media",
        "隐私 数据 账号 安全 密码 加密 广告 社交媒体",
    ),
    "work.general": (
        "work job career office company boss colleague coworker employer employee business"
        " professional industry salary interview resume startup corporate role position freelance"
        " promotion hire workplace profession occupation =manager =team",
        "工作 职业 公司 上班 老板 同事 经理 行业 工资 薪水 面试 简历 创业 升职 客户 自由职业 岗位 加班 跳槽"
        " 职场",
    ),
    "work.style": (
        "remote hybrid office commute home flexible overtime meeting deadline collaborate"
        " collaboration cubicle open_plan shift nine_to_five relocate coworking email communicate"
        " communication =productivity",
        "远程 居家 办公室 通勤 弹性 会议 开会 截止 团队 独立 合作 项目 出差 轮班 效率 邮件 汇报 沟通",
    ),
    # --- going places
    "travel.general": (
        "travel trip vacation holiday tour tourist tourism destination visit visiting journey"
        " abroad itinerary getaway country island europe asia backpack sightseeing landmark"
        " passport luggage crowd crowded attraction cruise honeymoon backpacking overseas foreign",
        "旅行 旅游 出行 度假 假期 景点 目的地 出国 行程 攻略 城市 国家 岛 欧洲 观光 导游 护照 行李 自由行 跟团"
        " 玩",
    ),
    "travel.stay": (
        "hotel hostel resort airbnb accommodation lodging inn motel guesthouse suite check_in"
        " amenity luxury boutique homestay cabin villa lobby accommodations hotel_room",
        "酒店 民宿 旅馆 住宿 青旅 房间 度假村 宾馆 客栈 套房 入住 房",
    ),
    "travel.transport": (
        "flight fly flying plane airplane airline airport train bus car drive driving taxi uber"
        " ferry boat ship cruise subway metro transit transport transportation public_transport"
        " bike bicycle rental ride layover road_trip motorcycle scooter commute rail ticket",
        "飞机 航班 机场 火车 高铁 公交 开车 自驾 打车 出租车 地铁 轮渡 船 交通 骑车 座位 转机 车票 站",
    ),
    "travel.sights": (
        "museum beach mountain temple church castle park monument nightlife nightclub club"
        " festival theme_park zoo aquarium hike gallery ruin authentic landmark island attraction"
        " sunset landscape waterfall local_culture cultural historic",
        "博物馆 海滩 海边 山 寺 教堂 城堡 公园 古迹 历史 文化 夜生活 夜店 购物 集市 主题公园 动物园 自然 当地",
    ),
    "vehicle.general": (
        "car vehicle drive suv sedan truck electric hybrid motorcycle engine fuel gas diesel"
        " mileage tesla toyota automatic transmission tire garage park parking dealership lease"
        " bike scooter convertible van pickup sporty horsepower autopilot self_driving minivan"
        " =manual_transmission",
        "车 汽车 开车 电动车 混动 摩托车 发动机 油耗 汽油 自动挡 手动挡 轮胎 停车 驾驶 新能源",
    ),
    # --- things and home
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
    # --- living beings
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

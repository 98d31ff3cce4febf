"""Words of the body: exercise, sport, health and beauty."""

from __future__ import annotations

BODY: dict[str, tuple[str, str]] = {
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
}

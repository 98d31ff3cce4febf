"""Words of learning, language, technology and work."""

from __future__ import annotations

WORK: dict[str, tuple[str, str]] = {
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
}

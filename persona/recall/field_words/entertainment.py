"""Words of screens, music, reading, games and art."""

from __future__ import annotations

ENTERTAINMENT: dict[str, tuple[str, str]] = {
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
}

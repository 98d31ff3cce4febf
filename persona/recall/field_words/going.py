"""Words of travel and vehicles."""

from __future__ import annotations

GOING: dict[str, tuple[str, str]] = {
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
}

"""Names that everybody uses for one thing, in English and Chinese: a small, closed table.

Only names that mean the same wherever they stand are here ("k8s" is always Kubernetes); a short
form that may mean two things ("AI", "苹果") is left to what an answer declares.
"""

from __future__ import annotations

from functools import cache

from persona.text import name_key

_GROUPS = """
JavaScript | JS | ECMAScript
TypeScript | TS
Python | Python 3 | Python3
Golang | Go 语言 | Go语言 | Go language
C++ | cpp | C plus plus
C# | C sharp | csharp
F# | F sharp | fsharp
Kubernetes | k8s
PostgreSQL | Postgres | pg | Postgre SQL
MongoDB | Mongo
Elasticsearch | Elastic Search
Node.js | NodeJS | Node JS
Vue | Vue.js | VueJS
React | React.js | ReactJS
Next.js | NextJS
scikit-learn | sklearn
Visual Studio Code | VS Code | VSCode
GitHub | git hub
Microsoft Excel | Excel
macOS | Mac OS | OS X
WeChat | 微信
Weibo | 微博
Alipay | 支付宝
Taobao | 淘宝
Zhihu | 知乎
Bilibili | 哔哩哔哩 | B站
Xiaohongshu | 小红书
TikTok | Tik Tok
YouTube | You Tube | 油管
Beijing | 北京 | 北京市
Shanghai | 上海 | 上海市
Guangzhou | 广州 | 广州市
Shenzhen | 深圳 | 深圳市
Hangzhou | 杭州 | 杭州市
Chengdu | 成都 | 成都市
Chongqing | 重庆 | 重庆市
Nanjing | 南京 | 南京市
Wuhan | 武汉 | 武汉市
Xi'an | 西安 | 西安市
Suzhou | 苏州 | 苏州市
Tianjin | 天津 | 天津市
Hong Kong | 香港 | HK
Taipei | 台北 | 台北市
New York | New York City | NYC | 纽约
San Francisco | 旧金山 | 三藩市
London | 伦敦
Paris | 巴黎
Berlin | 柏林
Tokyo | 东京
Singapore | 新加坡
United States | USA | 美国
United Kingdom | UK | 英国
China | 中国
Japan | 日本
Germany | 德国
France | 法国
English | 英语 | 英文
Mandarin | 普通话
coffee | 咖啡
cilantro | coriander | 香菜 | 芫荽
tomato | 番茄 | 西红柿
potato | 土豆 | 马铃薯
peanut | peanuts | 花生
badminton | 羽毛球
basketball | 篮球
soccer | 足球
table tennis | ping pong | ping-pong | 乒乓球
tennis | 网球
yoga | 瑜伽
"""


@cache
def known_groups() -> dict[str, tuple[str, ...]]:
    """For each key of the table, the keys of its group (itself among them), sorted."""
    table: dict[str, tuple[str, ...]] = {}
    for line in _GROUPS.strip().splitlines():
        keys = tuple(sorted({name_key(name) for name in line.split("|")}))
        for key in keys:
            if key in table:
                raise ValueError(f"the name {key!r} stands in two groups of known aliases")
            table[key] = keys
    return table

"""Words of eating and drinking."""

from __future__ import annotations

EATING: dict[str, tuple[str, str]] = {
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
}

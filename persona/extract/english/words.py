"""Closed lists of English words that the rules read by: particles, generic nouns, roles, things.

Only function words and common nouns stand here, by what they do in a clause. Names of products are
limited to the technologies that people write without a capital; they decide between "moved to" a
town and "moved to" a tool.
"""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a string."""
    return frozenset(words.split())


ADVERBS = word_set(
    "really truly absolutely totally completely definitely seriously honestly literally simply just"
    " also always actually especially particularly super genuinely deeply still currently recently"
    " now lately mostly mainly usually often generally normally primarily personally secretly even"
    " already finally basically obviously naturally apparently frankly quite very extremely highly"
    " hugely incredibly insanely ridiculously sadly unfortunately luckily fortunately easily"
    " probably sometimes occasionally typically regularly constantly forever exclusively"
    " strictly utterly passionately wholeheartedly thoroughly slowly suddenly eventually originally"
    " predominantly largely somewhat soon anyways freaking fucking damn bloody strongly greatly vastly"
    " rly def deffo legit lowkey highkey ngl tbf fwiw idk istg prolly probs obvs"
    " firmly adamantly intensely vehemently fervently heartily severely consistently deliberately"
    " purposely"
)
"""Left out when a clause is read."""

PRONOUNS = word_set(
    "i me myself you yourself he him she her it itself they them themselves we us ourselves this"
    " that these those one ones something anything everything nothing someone somebody anyone"
    " everyone everybody nobody there what who which whatever both mine yours theirs"
)

POINTING = word_set("it that this them those these one ones")
"""Pronouns that may stand for a thing named just before."""

DETERMINERS = word_set(
    "a an the some any my our this that these those all both most more many much several various"
    " few enough such different fluent conversational 's every each another little own"
)
OTHERS_DETERMINERS = word_set("your his her their its whose")

TIME_NOUNS = word_set(
    "second seconds minute minutes hour hours day days night nights week weeks weekend weekends"
    " month months year years decade decades morning mornings afternoon evening evenings spring"
    " summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday january"
    " february march april june july august september october november december semester term"
    " quarter sprint season time times while christmas"
)
TIME_WORDS = word_set(
    "today yesterday tonight tomorrow nowadays anymore ago daily weekly monthly yearly everyday"
    " monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays"
    " fridays saturdays sundays 24/7 overnight someday twice thrice"
)

STOPS = word_set(
    "am is are was were be been being has have had do does did can could will would shall should may"
    " might must ought not never no because since so but however although though while whereas"
    " unless until till as than when whenever where wherever whether if which who whom whose that"
    " what how why after before at in on for with without to from about over under by into onto"
    " through during between around against near across within along behind off up down out back"
    " like except besides despite versus vs via per too either again instead together lol haha tbh"
    " imo btw please thanks thank ok okay yes yeah no nope then else yet ever well right first"
    " especially including whilst lest once keeps keep makes make made gets get got goes went seems"
    " became become feels felt gives takes took tastes works helps means anyway away apart together"
    " alone almost regardless hence therefore i you he she we they it me him us them your his their named called"
    " its named called rather rn atm irl ngl fr af tho isn wasn aren weren don doesn gonna also and or nor plus but due"
)
TAIL_WORDS = word_set(
    "lot lots much more most best better less least bit too either also only again well all far ever"
    " hard alot instead though first last sometimes quickly together right now then here there such"
    " very really a an the my our your its some any of to in on with for at by from up out regularly"
    " professionally full-time part-time daily forever today already myself personally whatsoever"
    " entirely altogether completely nonstop non-stop"
)

GENERIC = word_set(
    "thing things stuff something anything everything nothing lot lots bit way ways time times idea"
    " ideas question questions help advice people person someone somebody anyone everyone point"
    " sense chance feeling feelings moment moments day days week weeks month months year years fact"
    " part parts kind kinds sort sorts type types look case cases problem problems issue issues"
    " sound word words story stories conversation chat message messages answer answers reason"
    " reasons example examples suggestion suggestions recommendation recommendations info information"
    " detail details side end rest same other others one ones place places option options choice"
    " choices plan plans thought thoughts opinion view mood hurry trouble difference opportunity"
    " possibility mind heart life world self number amount level result results matter mistake"
    " mistakes wait sure thanks thank sorry hello hi hey okay ok yes no kidding job work team support"
    " attention care fun luck top bottom first second third future past present while couple few"
    " little much more less most least enough good bad better best worse worst great nice new old"
    " big small right wrong different important happy sad tired busy ready available able fine"
    " lately recently now today tomorrow yesterday tonight always never maybe again too either"
    " everywhere everywhere back there here up down out away home anymore myself yourself company friends friend"
    " experience experiences change changes step steps break news effort progress goal goals dream"
    " dreams topic topics situation circumstances truth memories memory feedback tips tip list"
    " going seeing getting having being doing making taking trying coming looking using"
    " it this that them these those what who which both any some all none ton tons bunch deep deeper fast chance push step"
)
"""Heads that name nothing by themselves."""
SOFT = word_set(
    "talk chat story stories job work team news care fun heart life world home friends friend memories"
    " list company message messages view mood plan plans conversation experience experiences place"
    " places goal goals dream dreams word words number company support change changes topic sound"
    " memory option options top week weekend sunday saturday night day days stuff"
)
"""Of these, heads that do name something with a word before them ("small talk")."""
PARTS = word_set(
    "flavor flavour theme themes song band music effects gore suspense plot characters character"
    " atmosphere ending acting graphics sound smell taste idea look thrill variety sense fact"
    " challenge freedom concept vibe energy colors colours lyrics melody scene scenes view views"
    " design style movie film show book article photo photos picture pictures game album episode"
    " place dish recipe food service weather feel process fit texture result way part parts story"
    " message humor humour storyline soundtrack writing author director excitement adrenaline rush"
    " beauty detail details"
)
"""What is spoken of as part of one thing or as the one thing at hand, after "the"."""
NUMBERS = word_set("two three four five six seven eight nine ten twelve dozen")

NO_VERBS = word_set(
    "be find give put think say know hear believe ask point add mention note tell thank let feel hope guess"
    " suppose understand remember forget imagine assume consider admit help apologize apologise keep"
    " seem look sound stay get-together discuss talk share hang chat wonder clarify confirm check"
    " have-to need want like would could will can been being try wish happen hate die"
)
"""Verbs after "to" that make no preference: "I'd like to ask", "I like to think"."""

LIGHT_VERBS = word_set(
    "play watch eat drink read listen use have go visit learn buy get try see make build write"
    " run start take own join attend move travel study order cook bake speak adopt do wear practise"
    " practice explore master open switch migrate return stick opt settle book rent hike climb collect grow draw paint"
)
LIGHT_GERUNDS = word_set(
    "playing watching eating drinking reading listening using having going visiting doing wearing"
    " owning trying attending learning buying moving travelling traveling flying consuming"
    " participating engaging"
)

AFTER_AND_VERBS = STOPS | word_set(
    "everything i we you he she it they there this that these those deploy use uses used hate hates love loves"
    " loved hated like liked dislike enjoy enjoyed prefer preferred want wanted need needed think"
    " thought know knew go went came come do did try tried start started stop stopped live lived"
    " work worked moved move switched bought buy sold feel felt find found see saw got get take took"
    " make made let say said tell told would could will can cannot can't should have had has just"
    " now then so usually often sometimes never always also maybe probably hope plan run write play"
    " played watch watched eat ate drink drank read listen speak study studied grew born allergic"
    " obsessed into recently currently mostly please its it's i'm i've i'd i'll am is are was were"
    " finished ended decided spent gave quit ditched dropped recommend suggest help give show only nothing wow oh hey haha lol"
    " must rarely"
    " explain write my_ his her their your if when because while don dont don't thinking looking"
)
"""Words that begin a new clause after "and", not the next thing of a list."""

CONTRACTIONS: dict[str, tuple[str, ...]] = {}
for _subject in (
    "i",
    "we",
    "you",
    "they",
    "he",
    "she",
    "it",
    "that",
    "there",
    "who",
    "what",
    "how",
):
    CONTRACTIONS |= {
        f"{_subject}'ve": (_subject, "have"),
        f"{_subject}'d": (_subject, "would"),
        f"{_subject}'ll": (_subject, "will"),
        f"{_subject}'re": (_subject, "are"),
        f"{_subject}'s": (_subject, "is"),
    }
for _verb in ("do", "does", "did", "is", "are", "was", "were", "have", "has", "had", "would", "could",
              "should", "must", "need"):  # fmt: skip
    CONTRACTIONS |= {f"{_verb}n't": (_verb, "not"), f"{_verb}nt": (_verb, "not")}
CONTRACTIONS |= {
    "i'm": ("i", "am"), "im": ("i", "am"), "ive": ("i", "have"), "i'mma": ("i", "will"),
    "can't": ("can", "not"), "cant": ("can", "not"), "cannot": ("can", "not"),
    "won't": ("will", "not"), "wont": ("will", "not"), "ain't": ("am", "not"),
    "gonna": ("going", "to"), "wanna": ("want", "to"), "gotta": ("got", "to"),
    "let's": ("let", "us"), "lets": ("let", "us"), "where's": ("where", "is"),
    "here's": ("here", "is"), "fav": ("favourite",), "fave": ("favourite",),
    "favorite": ("favourite",), "faves": ("favourites",), "favorites": ("favourites",),
    "enamored": ("enamoured",), "favs": ("favourites",), "u": ("you",), "luv": ("love",), "tho": ("though",), "esp": ("especially",), "e.g": ("especially",), "eg": ("especially",), "ppl": ("people",), "coz": ("because",), "cuz": ("because",), "bc": ("because",),
    "cos": ("because",), "thx": ("thanks",), "tnx": ("thanks",), "ur": ("your",), "smth": ("something",),
    "sth": ("something",), "w": ("with",), "gf": ("girlfriend",), "bf": ("boyfriend",), "hubby": ("husband",),
    "w/": ("with",), "w/o": ("without",), "bday": ("birthday",), "cha": ("you",), "ya": ("you",),
}  # fmt: skip
for _wrong in ("werent", "wasnt"):
    CONTRACTIONS.setdefault(_wrong, (_wrong[:-2], "not"))
CONTRACTIONS.pop("neednt", None)

PEOPLE = word_set(
    "wife husband spouse partner girlfriend boyfriend fiancé fiancée fiance fiancee mother mom mum"
    " father dad parents brother brothers sister sisters sibling siblings son sons daughter daughters"
    " kid kids child children baby toddler twins twin grandma grandpa grandmother grandfather"
    " grandson granddaughter grandparents aunt uncle cousin cousins nephew niece roommate roommates"
    " flatmate housemate boss manager colleague colleagues coworker coworkers co-worker neighbour"
    " neighbor neighbours neighbors friend mentor landlord teammate therapist supervisor advisor ex"
    " mother-in-law father-in-law brother-in-law sister-in-law in-laws stepson stepdaughter"
)
PETS = word_set(
    "dog dogs cat cats puppy puppies kitten kittens parrot hamster hamsters rabbit rabbits fish horse"
    " horses snake turtle tortoise budgie cockatiel ferret gecko lizard chicken chickens goat goats"
    " pig pigs hens ducks budgies canary canaries guinea-pig guinea-pigs corgi labrador poodle beagle husky retriever terrier dachshund greyhound bulldog"
    " shepherd aquarium bees"
)
THINGS = PETS | word_set(
    "car cars bike bikes bicycle motorcycle motorbike truck van boat scooter laptop macbook iphone"
    " phone smartphone tablet ipad pc desktop console ps5 playstation xbox kindle camera printer drone"
    " telescope keyboard guitar guitars piano violin cello drum drums ukulele saxophone flute bass"
    " synth house apartment flat condo cottage cabin garden greenhouse farm ranch oven grill smoker"
    " tent kayak canoe caravan campervan rv tesla skateboard surfboard snowboard thermomix blender"
    " cactus cacti succulents orchids bonsai houseplants beehives hives vinyls"
    " espresso-machine nas raspberry-pi server turntable treadmill mixer watch smartwatch headphones"
)
TRANSPORT = word_set(
    "bus train metro subway tram ferry bike bicycle car scooter motorcycle truck van motorbike moped"
    " tube buses trains taxi taxis"
)
HABITS = word_set(
    "yoga pilates crossfit karate judo meditation photography gardening pottery calligraphy ballet"
    " weights cardio taekwondo jiu-jitsu aikido boxing parkour gymnastics freelancing theatre theater"
    " improv origami woodworking triathlons marathons sudoku crosswords puzzles archery"
)
LANGUAGES = word_set(
    "english spanish french german italian portuguese dutch russian polish czech swedish norwegian"
    " danish finnish greek turkish arabic hebrew hindi urdu bengali punjabi tamil telugu marathi"
    " gujarati malay indonesian tagalog cebuano vietnamese thai korean japanese mandarin cantonese"
    " chinese swahili yoruba zulu amharic persian farsi ukrainian romanian hungarian bulgarian serbian"
    " croatian slovak slovenian georgian armenian catalan basque irish welsh gaelic icelandic latin"
    " esperanto hokkien hakka teochew shanghainese sinhala nepali burmese khmer lao mongolian kazakh"
    " uzbek latvian lithuanian estonian albanian macedonian maltese afrikaans igbo hausa somali"
    " 中文 英语 法语 德语 日语 粤语 普通话 韩语"
)
"""Languages, as in "I speak X"; capitals or "fluent in" allow others."""

ROLES = word_set(
    "nurse chef cook doctor physician surgeon dentist vet veterinarian teacher professor lecturer"
    " tutor student undergrad postdoc researcher scientist engineer developer programmer coder"
    " designer architect manager director ceo cto founder consultant analyst accountant auditor"
    " lawyer attorney paralegal judge pharmacist therapist psychologist counselor counsellor pilot"
    " driver mechanic electrician plumber carpenter welder farmer baker barista bartender waiter"
    " waitress cashier salesperson retailer realtor writer author editor journalist reporter"
    " translator interpreter librarian photographer filmmaker musician singer dancer actor actress"
    " artist illustrator painter sculptor animator hairdresser stylist tailor florist gardener"
    " firefighter paramedic policeman soldier officer sailor fisherman economist statistician"
    " mathematician physicist chemist biologist geologist astronomer historian archaeologist"
    " linguist philosopher entrepreneur freelancer intern trainee apprentice technician admin"
    " administrator sysadmin devops sre pm recruiter secretary receptionist assistant clerk coach"
    " trainer instructor nanny babysitter housekeeper caretaker janitor courier guide banker trader"
    " broker marketer copywriter blogger streamer youtuber podcaster producer composer conductor"
    " curator midwife optometrist radiologist cardiologist pediatrician psychiatrist anesthetist"
    " surveyor planner machinist operator foreman contractor builder roofer butcher brewer"
    " winemaker sommelier beekeeper shepherd ranger biochemist barber beautician dietitian"
    " nutritionist physiotherapist chiropractor paediatrician freshman sophomore senior-engineer"
    " dev devs tester dba barrister solicitor candidate_ sde swe retiree homemaker housewife stay-at-home-dad stay-at-home-mom"
)
FIRST_NAMED_TRAITS = word_set(
    "introvert extrovert ambivert perfectionist workaholic homebody minimalist optimist pessimist"
    " realist procrastinator bookworm foodie nerd geek romantic night-owl insomniac overthinker"
    " daydreamer multitasker"
)
TRAIT_ADJECTIVES = word_set(
    "introverted extroverted outgoing shy impatient patient stubborn lazy ambitious competitive"
    " optimistic pessimistic perfectionistic organised organized disorganised disorganized messy"
    " forgetful clumsy adventurous curious creative sensitive left-handed right-handed ambidextrous"
    " frugal colourblind colorblind colour-blind color-blind nearsighted short-sighted talkative"
    " punctual detail-oriented easygoing easy-going laid-back superstitious sarcastic"
)
DIETS = word_set(
    "vegetarian vegan pescatarian pescetarian flexitarian keto paleo kosher halal gluten-free"
    " dairy-free lactose-free carnivore plant-based low-carb teetotal fruitarian"
)
TECH_NOUNS = word_set(
    "backend back-end frontend front-end stack setup app apps site website server servers database"
    " databases db editor ide laptop phone desktop os driver job project projects codebase code"
    " pipeline pipelines ci workflow machine terminal shell keyboard camera browser api apis service"
    " services blog infra infrastructure cloud framework monitoring hosting queue cache search"
    " orm frontends backends storage deployment deployments monorepo store warehouse dashboard"
    " dashboards toolchain distro tooling microservices platform homelab system cluster ui"
    " notes-app bike car commute product prototype mvp game engine scripts tests"
)
GROUPS = word_set(
    "team company office shop startup lab department employer org firm group squad agency"
)
TECH = word_set(
    "python javascript typescript java kotlin swift rust golang go ruby php perl scala haskell elixir"
    " erlang clojure lua julia r c c++ c# f# dart zig ocaml fortran cobol matlab sql bash powershell"
    " react vue angular svelte solidjs nextjs next.js nuxt remix astro jquery tailwind bootstrap"
    " django flask fastapi starlette rails laravel spring express nestjs node node.js nodejs deno bun"
    " .net asp.net blazor postgres postgresql mysql mariadb sqlite mongodb mongo redis cassandra"
    " elasticsearch kafka rabbitmq celery nginx apache docker kubernetes k8s podman helm terraform"
    " ansible jenkins aws azure gcp heroku vercel netlify cloudflare linux ubuntu debian fedora arch"
    " nixos macos windows android ios vim neovim emacs vscode pycharm intellij xcode sublime git"
    " github gitlab bitbucket jira notion obsidian evernote slack figma excel pandas numpy pytorch"
    " tensorflow keras spark airflow dbt snowflake bigquery graphql grpc rest webpack vite eslint"
    " pytest jest cypress selenium unity unreal godot blender photoshop flutter electron tauri qt"
    " chrome firefox safari brave chatgpt claude copilot latex zsh fish tmux wsl poetry uv npm yarn"
    " pnpm maven gradle prometheus grafana datadog sentry supabase firebase dynamodb clickhouse duckdb"
    " trello asana linear anki zotero spotify netflix instagram facebook twitter tiktok reddit discord"
    " whatsapp telegram signal gmail outlook"
)
"""Technologies and services that are written without capitals as well."""
OPINION_GOOD = word_set(
    "amazing awesome fantastic brilliant wonderful delicious incredible excellent superb great lovely"
    " perfect fabulous terrific addictive underrated yummy tasty life-changing unbeatable delightful"
    " heavenly divine glorious addicting gorgeous magical fire relaxing soothing therapeutic enjoyable"
    " fun fascinating comforting"
)
OPINION_BAD = word_set(
    "disgusting gross awful terrible horrible boring annoying nasty overrated dreadful atrocious vile"
    " revolting repulsive hideous unbearable insufferable yucky horrid pointless tedious garbage trash"
    " rubbish icky overhyped obnoxious painful intolerable appalling inedible dull lame bland cringe"
    " cringey meh"
)

"""Patterns that tell against a sentence, grouped by what they give away."""

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    """One case-insensitive pattern for any of several."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


UNINTELLIGIBLE = any_of(r"unintelligible", r"inaudible", r"crosstalk", r"\?\?\?")

# The show about itself, courtesies, advertising, and links: nothing a reader would cite.
HOUSEKEEPING = any_of(
    r"\b(?:discord|slack) (?:server|channel|community)\b|\bconnect with us\b",
    r"\$\d+(?:\.\d+)? ?(?:/|per |a )(?:month|mo|year)\b|\bplans start|\bhead to\b",
    (
        r"\b[\w-]+\.[a-z]{2,4}/\w|\bwebsite is\b|\bhere (?:is|are) (?:the|a|my|our|some|"
        r"\w+ (?:things|principles))\b"
    ),
    r"\bour (?:monthly|weekly|next|last|first) \w+|\bYouTube video\b|\bfree trial\b|\breaders?\b",
    r"\bthank(?:s| you)\b",
    r"\bwelcome\b(?! (?:addition|change|improvement))",
    r"\bglad (?:to|you)\b",
    (
        r"\b(?:nice|great|good|happy|pleasure|honou?r|excited|thrilled) to (?:be (?:here|back|"
        r"on)|have you|meet you|see you)\b"
    ),
    r"\bpleasure\b",
    r"\b(?:hello|hi|hey|goodbye|bye|cheers|congrat\w*|good (?:morning|afternoon|evening))\b",
    r"\bhow are you\b|\bhow's it going\b|\bhow you doing\b",
    r"\bmy name is\b|\bmy name's\b",
    (
        r"\b(?:this|today's|last|next|previous|that|our|the|another|each|every) (?:show|"
        r"episode|podcast|interview|segment|conversation)\b"
    ),
    r"\b(?:on|in) (?:this|the|our|today's|your|that|an?) (?:show|episode|podcast|newsletter|pod)\b",
    (
        r"\bepisodes?\b|\b(?:do|doing|did) (?:a|the|this|another) (?:show|talk|interview)\b|"
        r"\b(?:my|your) (?:talk|keynote|session|slot)\b"
    ),
    r"\bpodcasts?\b",
    r"\bshow ?notes?\b",
    r"\b(?:listeners?|viewers|audience|tuning in|tune in|chat room|live stream)\b",
    (
        r"\b(?:subscribe|sign up|follow me|follow us|check (?:it|them|us|that|this|out)\b|"
        r"check out|patreon|sponsor\w*|promo|discount|coupon)"
    ),
    r"\bbrought to you by\b|\bin the (?:comments|description|show notes|links?)\b",
    (
        r"\b(?:good|right|great) time to\b|\b(?:be|been|are|were|'re) (?:talking|chatting|"
        r"discussing|speaking)\b"
    ),
    (
        r"\b(?:short|quick) break\b|\b(?:right|be) back\b|\bcoming up\b|\bstay tuned\b|"
        r"\bwhen we come back\b"
    ),
    (
        r"\b(?:link|links)\b.{0,30}\b(?:below|notes|in the|up)\b|\b(?:put|drop|throw|"
        r"add) (?:a|the|that|those|it) (?:link|in the)\b"
    ),
    (
        r"https?:|www\.|\b[\w-]+\.(?:com|org|net|io|dev|fm|ai|co|me|app)\b(?:/|\s*(?:slash|"
        r"if you|and check))"
    ),
    (
        r"\b(?:twitter|email|dm|ping|reach|contact|find|follow) (?:me|us)\b|\bon (?:twitter|"
        r"mastodon|linkedin)\b"
    ),
    (
        r"\bjoin(?:ed|ing)? (?:us|me|by)\b|\bhave you (?:on|back)\b|\bhaving (?:me|you|us)\b|"
        r"\bcome (?:on|back on)\b"
    ),
    r"\blet['’]?s\b|\bwe(?:'re| are) here\b|\blist of links\b",
    (
        r"\bwe(?:'re| are| will|'ll)? (?:going to|gonna|will|'ll)? ?(?:talk|get into|get to|"
        r"dive|dig|discuss|cover|chat|hear|touch|move on)\w*\b"
    ),
    (
        r"\b(?:talk(?:ed|ing)?|spoke|chat(?:ted|ting)?) (?:to|with) you\b|\btell (?:us|me|our|"
        r"the listeners)\b"
    ),
    r"\b(?:shout ?out|stickers?|t-shirts?|merch|giveaway|raffle|newsletter)\b",
    r"\b(?:segue|tangent|sidebar|side note|rabbit hole|digress)\b",
    (
        r"\b(?:wrap(?:ping)? (?:up|this)|closing (?:thoughts|words)|before we (?:go|let|close|"
        r"end)|last question|final question|next question)\b"
    ),
    r"\b(?:fun|funny|quick|great|long) story\b",
    (
        r"\b(?:i'?ll|i will|i'm going to|i'm gonna|let me|i want to|i wanna|i'd like to|"
        r"i would like to|i'd love to) (?:just )?(?:say|ask|answer|tell|talk|read|quote|"
        r"give you|share|mention|go back|come back|add|start|throw|pull|jump|touch|hear|get|"
        r"see|take|dig|step|point|try|back|clarify|repeat|summarize|paraphrase|explain|"
        r"describe|show|bring|put|make sure|play)\b"
    ),
)
# Talk to the other person in the room.
ADDRESSED = any_of(
    (
        r"\byou (?:actually|really|just|recently|both|two|have to remember|gotta remember|"
        r"know,)(?= |$)|\brecently gave\b"
    ),
    (
        r"\b(?:what|as|like) you (?:just |were |have )?(?:shared|said|called|brought|wrote|"
        r"did|do|hear)\b"
    ),
    (
        r"\b(?:just|earlier|already) (?:brought up|mentioned|said|talked about|described|"
        r"shared)\b|\bi mentioned\b|\bwe(?:'ve)? (?:talked|discussed|mentioned|said)\b"
    ),
    (
        r"\byou (?:just )?(?:said|mentioned|say|were saying|talked|told|asked|described|wrote|"
        r"explained|pointed|brought)\b"
    ),
    (
        r"\byou'?(?:ve| have) (?:been|done|got|written|said|had|built|made|worked|just|"
        r"already|mentioned|talked|recently)\b"
    ),
    (
        r"\byou(?:'re| are) (?:saying|talking|describing|asking|right\b|absolutely|familiar|"
        r"one of|the)\b"
    ),
    r"\b(?:you guys|you all|y'all|yourself|yours)\b",
    (
        r"\b(?:your|you) (?:point|question|show|podcast|talk|book|blog|post|company|"
        r"background|bio|answer|thoughts?|take|opinion|perspective|team there)\b"
    ),
    (
        r"\b(?:do|did|are|were|have|would|could|can|what|how|why|when) you (?:think|feel|see|"
        r"have|know|want|guys|mean|say|like|get|believe|do|agree)\b.{0,80}$"
    ),
    (
        r"\b(?:i agree with you|i'm with you|i hear you|i love (?:that|it|how)|i like (?:that|"
        r"how|it)|i disagree with you)\b"
    ),
    r"\b(?:curious|wondering)\b",
    (
        r"\bi(?:'d| would)? (?:wonder|ask)\b|^what you(?:'re| are|'ve)\b|\byou (?:won't|will|"
        r"might|may|probably) (?:remember|recall|know)\b"
    ),
    r"\bwe(?:'d| would) (?:love|like)\b|\bwe'll see\b|\bby the way\b|\bif people aren't familiar\b",
    r"\b(?:correct me|stop me|excuse me|pardon|forgive me|sorry|apolog\w+|my bad)\b",
    r"\bas (?:you|i) (?:know|said|mentioned|say|can imagine|see)\b|\blike (?:you|i) said\b",
    (
        r"\b(?:in )?your (?:scenario|example|startup|company|team|product|project|case|mind|"
        r"article|paper|proposal|essay|experience|journey|world|head|switch|tweets?)\b"
    ),
    (
        r"\byou(?:'re| are|’re) (?:working on|building|making|doing) (?:a|the|this|that|it|"
        r"with|there|here|at)\b"
    ),
    r"\byou know what i mean\b|\bif that makes sense\b|\bdoes that make sense\b|\bdo you know\b",
)
# Anecdote, logistics and play: the speaker's doings rather than a statement on a subject.
ANECDOTE = any_of(
    (
        r"\bwe(?:'re| are| were|'ve been) (?:at|excited|happy|thrilled|here|hiring|in|on|"
        r"going|back|also|still|actually|really|just)\b"
    ),
    r"\b(?:last|the other) (?:week|night|day)\b|\b(?:weeks?|days?|months?) ago\b|\bhelped us\b",
    (
        r"\b(?:of|to|have|has|with|from|for|at|in|and|or|there's|got|do|be|not|just|maybe|"
        r"some|could|can|would|about) like\b(?! to\b)|\blike (?:\d|maybe|some|really|just|"
        r"super|pretty|one|two|three|five|ten)\b"
    ),
    (
        r"\b(?:i|we|he|she|they|he's|she's|i'm|it|you|people)(?:'s|'re|'m| was| were| am| is|"
        r" are)? (?:was|were|am|is|are|just|be|been|all)? ?like,"
    ),
    r"\b(?:i|he|she|they|we|people|you)(?:'m| was| were|'re|'s| am| are| is) like\b",
    (
        r"\b(?:i|we|he|she) (?:went|remember|was (?:at|in|on|sitting|walking|driving|watching|"
        r"reading|listening|talking|looking|thinking)|drove|flew|sat|met|grew up|woke|"
        r"stumbled|forgot|recall|called|texted|emailed|tweeted|bumped|ran into|got (?:a|an|"
        r"into|to|on|married|hired|home)|joined|moved|started (?:at|my)|landed|ended up|"
        r"graduated|quit|said|told|asked|was born|bought|ate|drank)\b"
    ),
    (
        r"\b(?:my|your|his|her) (?:wife|husband|kids?|son|daughter|mom|mother|dad|father|"
        r"parents|brother|sister|grand\w+|girlfriend|boyfriend|family|dog|cat|car|house|room|"
        r"desk|office|birthday|friends?|buddy|hair|shirt|favorite|first|own|old|background|"
        r"career|job|boss|twitter|phone)\b"
    ),
    r"\b(?:haha|ha ha|lol|lmao|joke|joking|kidding|hilarious|laugh\w*)\b",
    r"\bto (?:be clear|answer your)\b",
    (
        r"\bi (?:don't|do not|didn't|can't|couldn't) (?:know|remember|recall|have|think i|"
        r"even|really know)\b"
    ),
    (
        r"\bi(?:'m| am) (?:not sure|sure|gonna|going to|just|trying|thinking|looking|sitting|"
        r"pretty|so|super|excited|happy|glad|interested|really|still|also|kind of|sort of|"
        r"a big|a huge|guessing|assuming|hoping)\b"
    ),
    r"\b(?:what|how|where|who) was (?:the|his|her|that|it)\b",
    r"\bi (?:had|have) (?:a|an|to|my|been|no|this|never|some|the|got)\b",
    (
        r"\bi (?:love|like|enjoy|hate|wish|hope|want|wanted|need|needed|tried|try|used to|use|"
        r"saw|see|read|heard|found|find|noticed|watch|watched|bet|wonder|did|do|didn't|got|"
        r"get|took|wrote|came|gave|spent|decided|learned|felt|work|worked|thought|could|"
        r"couldn't|would|wouldn't|can|might|may|won't|will|put|made|knew|know|kept|keep|look|"
        r"looked)\b"
    ),
)
# A mouth the speaker lends to others, so the words are not his own claim.
REPORTED_SPEECH = any_of(
    (
        r"(?-i:[a-z],? (?:You|We|They|It|It's|He|She|This|That|There|If|What|Why|How|When|"
        r"Well|Oh|And|But|So|Let|Don't|No|Yes|Is|Are|Do|Can|My|Your|Hey)\b)"
    ),
    r"[,:]\s*[\"“']",
    r"\b(?:say|says|said|saying|tell|told|ask|asked|asking|like|thinking|the|was|is)\s+[\"“]",
    (
        r"\b(?:say|says|said|saying|tell|told|asked|ask|asking|goes|thinking|like|think|"
        r"thought)(?: to (?:me|us|him|her|them|you|yourself|myself))?\s*[,:]\s*(?:[\"“'‘]|"
        r"(?:hey|well|oh|yeah|no|okay|look|you know|why|what|how|i|we|you|this|that|it|let's|"
        r"don't|do)\b)"
    ),
)
# Statements that need the sentence before: comparisons without the other side, leftovers of lists.
DANGLING = any_of(
    r"\bthe same (?:(?:kind|sort|type) of )?(?:thing|way|problem|issue|idea)\b(?! (?:as|that))",
    (
        r"^(?:what|who|where|how|which) (?:do|does|did|is|are|would|could|should|can) (?:you|"
        r"we|they|i|the|a)\b"
    ),
    r"\b(?:right|around|over) here\b|^maybe\b|^(?:you're|you are|you’re) \w+ing\b",
    (
        r"^(?:remember|show that|number (?:one|two|three)|or|nor|with that|far|especially|"
        r"particularly|except|including|how|why)\b"
    ),
    r"\b(?:in terms of|basically|kind of|sort of)\W*$",
    (
        r"^(?:imagine|suppose|picture|say|one (?:is|was)|an example|the example|"
        r"the end result|the result)\b(?! of)"
    ),
    r"\b(?:in|on|over|up|down|from|out) (?:there|here)\b|\b(?:up|down) (?:there|here)\b",
    (
        r"^(?:and |but |so |or )?(?:then|also|another|the other|other|the others?|the same|"
        r"same|the (?:first|second|third|fourth|last|next|latter|former|rest|whole|"
        r"only)(?: one| thing| part| point| reason| question)?|one of (?:them|those|these|"
        r"which)|some of (?:them|those|these|that|it)|all of (?:them|those|these|that|it|"
        r"this)|none of (?:them|those|these|that|this)|most of (?:them|those|these|that|it)|"
        r"both|neither|either|each|such|here|not|which|where|who|whose|whom|that's|this's|"
        r"like|too|instead|otherwise|meanwhile|likewise|conversely|hence|nevertheless|"
        r"nonetheless|even (?:so|then)|at (?:that|this|the) (?:point|time|moment)|in (?:that|"
        r"this|which|these|those) (?:case|sense|way|situation|scenario|world|context|regard|"
        r"cases)|for (?:that|this)|from (?:that|this|there)|because of (?:that|this)|"
        r"after (?:that|this)|before (?:that|this)|with (?:that|this)|besides (?:that|this)|"
        r"as (?:such|opposed|well|a result|long|soon|far)|to (?:that|this)|"
        r"on (?:the other hand|that|this)|by (?:that|this|then)|than|just (?:that|like|"
        r"because)|only|ditto|yet|still|rather|exactly|correct|true|absolutely|right)\b"
    ),
    r"\b(?:aforementioned|as above|see below|the above|the following)\b",
    r"\b(?:so on|etcetera)[.…]*$",
    r"(?:\.\.\.|…|[,;:]|[-–—])\W*$",
)

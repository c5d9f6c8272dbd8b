"""What speech puts around a statement: openings, fillers, tags, stage marks."""

import re

# Said to open a sentence, not part of what it states, where a comma or a pause follows.
LEADING_MARKERS = re.compile(
    r"(?:and|so|but|well|now|yeah|yes|yep|yup|no|nope|right|okay|ok|alright|oh|um|uh|ah|hmm|"
    r"like|look|see"
    r"|listen|actually|basically|honestly|frankly|obviously|clearly|again|anyway|anyways|also|"
    r"essentially"
    r"|literally|i mean|i think|i guess|i would say|i'd say|i would argue|i'd argue|"
    r"i feel like|i believe"
    r"|you know|you see|i suppose|i do think|i really think|i just think|i also think|"
    r"i personally think"
    r"|i still think|of course|to be honest|to be fair|the fact is|in fact|sure|totally|exactly|say"
    r"|absolutely|definitely|plus|though|however|therefore|thus|similarly|for me|to me|"
    r"in my opinion"
    r"|for example|for instance|interestingly|at the end of the day|in other words|by the way|"
    r"that said"
    r"|having said that|with that said|on top of that|beyond that|as well|in general|certainly"
    r"|unfortunately|fortunately|luckily|sadly|surely|indeed|moreover|furthermore|because|"
    r"'cause|then"
    r"|let's say|mind you|just|really|hopefully|for that reason|as a result|because of that|"
    r"nevertheless|nonetheless|on the other hand|on the one hand|conversely|likewise|"
    r"in addition|on top of this|you know what|i would say that|ultimately|importantly|"
    r"critically|crucially|in a sense|in some sense|in a way|first of all|suddenly|"
    r"specifically|great|good|correct|true)"
    r"(?:\s*(?:,|\.\.\.|…|--|[-–—](?=\s)))+\s*",
    re.IGNORECASE,
)
# Those of them that are only an opening even where nothing separates them.
BARE_MARKERS = re.compile(
    r"(?:and|so(?! (?:far|much|many|long|called|that)\b)|but|well|yeah|yes|i mean|i think|"
    r"i guess|i would say|i'd say|i would argue"
    r"|i'd argue|i feel like|i believe|i suppose|i do think|i really think|i just think|"
    r"i also think"
    r"|i personally think|i still think|you know|i would also say|now|um|uh|the thing is|"
    r"the point is|my point is|the truth is"
    r"|the reality is|what i mean is|it turns out|the fact is|the other thing is|one thing is|"
    r"the reason is"
    r"|that said|i also believe|i strongly believe|i firmly believe|we think|we believe|"
    r"i'm saying|i find)"
    r"\s+(?:that\s+(?=(?:the|a|an|we|you|people|if|when|there)\b))?",
    re.IGNORECASE,
)
TRAILING_MARKERS = re.compile(
    r"(?:,\s*(?:right|you know|okay|ok|correct|isn't it|yeah|i think|i guess|i would say|i'd say"
    r"|so to speak|if you will|as well|and so on|and so forth|and stuff like that|"
    r"and things like that"
    r"|or something like that|or whatever|or anything like that|honestly|obviously|of course))+"
    r"\s*[.?!…]*$",
    re.IGNORECASE,
)
FILLERS_WITHIN = re.compile(
    r",?\s+(?:um+|uh+|er+|you know|i mean|like|sort of|kind of|i guess|i think|i would say|i'd say"
    r"|i believe|i suppose|let's say|say|again|right|well),(?=\s)",
    re.IGNORECASE,
)
STAGE_MARKS = re.compile(
    r"\\?\[(?:[^\[\]]{0,60}?)\\?\]|\((?:laugh\w*|chuckl\w*|applause|music)\)", re.IGNORECASE
)

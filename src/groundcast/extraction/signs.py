"""Patterns that tell what a statement does: how definite it is, and in which mood."""

from groundcast.extraction.cues import any_of

CONTRAST = any_of(
    r"\brather than\b",
    r"\binstead of\b",
    r"\bas opposed to\b",
    r"\bunlike\b",
    r"\bwhereas\b",
    r"\bnot (?:only|just)\b",
    r"\b(?:isn't|aren't|not) .{3,40}, (?:it's|but|they're)\b",
    r"\bbut\b",
    r"\balthough\b",
    r"\beven though\b",
    r"\bwhile\b",
    r"\bdespite\b",
    r"\bcompared (?:to|with)\b",
    r"\bversus\b",
    r"\bthe more\b.*\bthe (?:more|less|easier|harder|better)\b",
)
COMPARATIVE = any_of(
    (
        r"\b(?:more|less|fewer|better|worse|faster|slower|cheaper|easier|harder|bigger|"
        r"smaller|safer|larger|stronger|simpler|higher|lower|greater) (?:\w+ ){0,3}than\b"
    ),
    (
        r"\bthe (?:most|least|best|worst|biggest|largest|hardest|easiest|fastest|cheapest|"
        r"only|main|key|primary)\b"
    ),
    r"\bas (?:\w+) as\b",
    r"\b(?:ten|two|three|five|\d+)(?:x| times| percent|%)",
)
EVALUATIVE = any_of(
    (
        r"\b(?:important|critical|crucial|essential|necessary|valuable|powerful|dangerous|"
        r"risky|harmful|useful|expensive|cheap|hard|difficult|easy|impossible|possible|"
        r"unlikely|likely|wrong|better|worse|worth|secure|insecure|efficient|inefficient|"
        r"reliable|sustainable|broken|mistake|problem|challenge|risk|benefit|advantage|"
        r"disadvantage|drawback|downside|upside|trade-?offs?|opportunity|misconception|myth|"
        r"myths|bottleneck|limitation|successful|failure)\b"
    ),
)
# Mood, for the type of an insight.
RECOMMENDATION = any_of(
    r"\b(?:should(?:n't)?|ought to|had better|must(?:n't)?)\b(?! have (?:been|gone|had))",
    (
        r"\b(?:you|we|they|people|developers?|companies|everyone|users?|teams?|maintainers|"
        r"organizations) (?:really |just |all |definitely |do |also )?(?:need|needs|have|has|"
        r"gotta|got) to\b"
    ),
    (
        r"\b(?:i|we|i'd|we'd) (?:would |really |highly |strongly |always )?(?:recommend|"
        r"suggest|advise|encourage|urge)\b"
    ),
    r"\b(?:my|the best) (?:advice|recommendation|suggestion)\b",
    r"\b(?:the best way|the right way|the way to) (?:to )?",
    (
        r"\b(?:it's|is) (?:better|best|important|worth|essential|crucial|critical|wise|"
        r"a good idea|a bad idea) (?:to|that|for|if|not)\b"
    ),
)
PREDICTION = any_of(
    r"\b(?:will|won't)\b (?!be able to\b)",
    (
        r"\b(?:is|are|'s|'re|am) (?:probably |likely |just |never |always |not |also |still |"
        r"really )*(?:going to|gonna)\b"
    ),
    r"\b(?:by|in) (?:20[2-9]\d|the next|ten years|five years|a few years|the future)\b",
    r"\bin the (?:next|coming|near|long)\b",
    r"\b(?:i|we) (?:expect|predict|suspect|foresee|anticipate)\b",
    r"\b(?:someday|eventually|one day|down the road|sooner or later|inevitably)\b",
    r"\bthe (?:next step|future of)\b",
)
FUTURE_ANCHOR = any_of(
    r"\b20[2-9]\d\b",
    (
        r"\b(?:next|coming) (?:few |couple of |five |ten |\d+ )?(?:year|month|decade|week|"
        r"generation|wave|step)s?\b"
    ),
    (
        r"\b(?:future|eventually|someday|soon|sooner or later|down the road|one day|over time|"
        r"inevitabl[ye]|years? from now|years? away|in \w+ years)\b"
    ),
    r"\b(?:i|we) (?:really |do |would |fully )?(?:expect|predict|suspect|foresee|anticipate|bet)\b",
    (
        r"\b(?:probably|likely|i think|i believe|i'm sure|never)\b.{0,60}\b(?:will|won't|"
        r"going to|gonna)\b"
    ),
    (
        r"\b(?:will|going to|gonna) (?:probably |likely |eventually |never |always |"
        r"just )?(?:become|replace|disappear|change|happen|grow|die|emerge|take over|win|lose|"
        r"fail|succeed|continue|end up|remain|stay|need|see|activate|move|keep|come|get|go)\b"
    ),
    r"\b(?:more and more|fewer and fewer|less and less)\b.{0,80}\b(?:will|going to|gonna)\b",
)
CONDITIONAL_FUTURE = any_of(
    r"\bif\b",
    r"\bwhen(?:ever)?\b",
    r"\bunless\b",
    r"\bonce\b",
    r"\bas soon as\b",
)
OBSERVATION = any_of(
    (
        r"\b(?:we|i|they|people|companies|users|developers) (?:saw|found|noticed|observed|"
        r"discovered|learned|realized|measured|tried|switched|spent|built|launched|released|"
        r"shipped|stopped|started|decided)\b"
    ),
    (
        r"\b(?:i've|we've|i have|we have) (?:seen|found|noticed|observed|learned|heard|"
        r"experienced|had)\b"
    ),
    (
        r"\b(?:according to|reported|announced|published|released|the data shows?|studies|"
        r"a study|survey|research)\b"
    ),
    (
        r"\b(?:last (?:year|month|week)|in (?:19|20[01])\d\d|years? ago|back (?:in|then|when)|"
        r"at the time|these days|nowadays|today)\b"
    ),
    r"\bin my experience\b",
)

"""Word lists of the extraction rules, grouped by what the words give away."""


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


# The commonest English function words: what they are not is content, and a text that lacks them is
# not English.
FUNCTION_WORDS = word_set("""
    a about above across after again against all almost along already also although always am
    among an and another any anybody anyone anything are aren't around as at away back be
    because been before behind being below between both but by came can can't cannot could
    couldn't did didn't do does doesn't doing don't done down during each either else enough
    even ever every everybody everyone everything few for from further get gets getting go goes
    going gonna gone got gotta had hadn't has hasn't have haven't having he he's her here here's
    hers herself him himself his how however i i'd i'll i'm i've if in inside instead into is
    isn't it it'd it'll it's its itself just kind least less let let's like made make makes
    making many may maybe me might mine more most much must my myself near need neither never
    next no nobody none nor not nothing now of off often oh ok okay on once one ones only onto
    or other others our ours ourselves out over own per perhaps quite rather really right said
    same say says see seem seems seen she she's should shouldn't since so some somebody someone
    something sometimes somewhere sort still such than that that'd that'll that's the their
    theirs them themselves then there there's these they they'd they'll they're they've thing
    things this those though three through to together too took toward towards two under until
    up upon us use used using very wanna want was wasn't way we we'd we'll we're we've well went
    were weren't what what's when where where's whether which while who who's whole whom whose
    why will with within without won't would wouldn't yeah yep yes yet you you'd you'll you're
    you've your yours yourself yourselves
""")
# Words so common in talk of any subject that a phrase of nothing else has no subject.
GENERIC_WORDS = word_set("""
    able actual actually amount answer anymore anyway area ask aspect awesome bad basically
    beginning believe best better big bigger biggest bit bottom bunch call called care case
    cases certain certainly chance change clear close come comes common complete completely
    concept conversation cool couple course crazy current day days deal decade decades
    definitely detail details different difference direction discussion easy effort end entire
    episode episodes example examples exact exactly fact fair far favorite feel feeling fellow
    fine first folk folks form forward frankly front full fun funny future general give given
    good great group guess guest guests guy guys half happen happened happening happy hard hear
    heard help high honest honestly hope host hour hours huge hundred idea ideas important
    individual instance interest interested interesting issue issues job keep kid kids kinda
    kinds know known large last late later leave left let level life line list listen listener
    listeners little long longer look looking lot lots love low main major man matter mean means
    mention mentioned middle million minute minutes moment month months morning move multiple
    name names nature necessarily new nice night notion number numbers obvious obviously old
    open opinion opportunity option options order original part particular particularly parts
    past people person perspective phrase piece pieces place places plenty podcast point points
    position possible potential potentially pretty previous probably problem problems process
    proper purpose put question questions quick quickly quote real reality reason reasons recent
    recently regard regular respect response rest result results right room run saying scale
    scenario second seconds segment sense sentence series serious set several shape short show
    shows side sides similar simple simply single situation small somehow special specific
    specifically stage standpoint start started state step steps stories story strange stuff
    style subject super sure take taken talk talked talking team tell term terms thank thanks
    theory think thinking third thought thoughts thousand time times tiny today tomorrow tonight
    top topic topics total tough tradition true truly try trying turn type types typical
    understand understanding unique usual usually variety various version view wait ways week
    weeks weird welcome wonder wonderful word words work worked working works world worry worth
    write wrong year years yesterday
""")
# Heads that name nothing by themselves: "the same thing", "a lot of ways", "the first one".
EMPTY_HEADS = word_set("""
    amount area aspect bit bunch case chance couple day deal degree detail dozen effort end
    example extent fact favor feeling fun guy half hand hour idea instance job kind kinda lack
    level lot luck majority manner matter meantime minute moment month morning name nature night
    notion number one opinion opportunity option other pair part people percent person
    perspective piece place plenty point position possibility problem purpose question range
    rate reason regard respect rest result room scenario second sense series set side situation
    sort spot stage standpoint start state step story stuff style subject term thing thought
    time today tomorrow ton tonight top total trouble type variety version view way week while
    word work world year yesterday somebody someone something anything everything nothing
    everyone anyone everybody nobody man woman kid dude folk gentleman lady fellow friend buddy
    dollar buck cent conversation discussion topic episode podcast show listener audience
    interview guest host segment link question answer comment chat joke laugh love hat shout
    thanks welcome difference amount basis benefit change choice concern concept context
    direction experience focus future goal group issue item line list look mind need past phase
    pile plan process reality response right role rule section share size space speed stake
    stretch success task team test title track trend try turn use value
""")
TIME_WORDS = word_set("""
    january february march april may june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight morning
    afternoon evening night day week month quarter year decade century hour minute second
    weekend summer winter spring autumn christmas
""")
NUMBER_WORDS = word_set("""
    zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty
    fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen half third
    first second double triple
""")

# Subjects too broad to tell one episode of a field from another when they stand alone.
BROAD_SUBJECTS = word_set("""
    access action address advice age agency app application approach argument art article artist
    author bank blog board body book box brain brand browser bug building business button buyer
    campaign car career category ceo change channel choice city class client code college
    command community company competition component computer conference content contract copy
    cost country court cto culture customer cycle data database date decision default demo
    design designer desktop developer development device direction document documentation door
    download drive drug economy editor education effort email employee engine engineer
    engineering enterprise environment event execution expert fan feature feedback field file
    fire folder food form format founder foundation framework function fund game god government
    group growth hand hardware health history holder home house human image impact incentive
    industry information infrastructure input instance instruction integration intelligence
    interaction interface internet investor iteration keyboard kitchen knowledge lab land
    language law lawyer layer leader learning library life lifecycle load location log loop
    machine maintainer maintenance management manager marketing market meeting member memory
    message method metric mission mode model module money movie music network node note object
    office operation operator organization output owner owner package page paper party password
    path pattern payment performance phone picture pipeline plan platform player policy power
    practice presentation price principle print privacy product production professor program
    programmer programming project property proposal protocol provider purpose quality queue
    release repo repository request requirement research resource review risk river rock role
    rule safety sale sales school science script search sector security seller server service
    session setup shop signal site skill society soul source speaker speed spend stack staff
    standard startup storage store strategy stream structure student studio success suite supply
    support surface survey system task teacher technology template term test testing text thread
    ticket token tool tooling toy traffic transaction translation tree trial trust tweet ui
    update upgrade user vendor video vision voice volume vote walk wall watch water web website
    wheel window wire worker workflow writer writing hype drama vp rel dr ability ad backup
    behavior benefit breakthrough career chat coding complexity dependency detail distribution
    effect exchange expectation explanation fix functionality implementation improvement lock
    mechanism metaphor migration mistake neighbor objection offer operation optimization opinion
    parameter period piece plugin possibility priority regulation relationship resolution
    restriction secret solution stakeholder struggle success template timeline timeout trade
    transition usage variable vision window software load check output input head bar gap fault
    accident assumption blame exception outcome generation magnitude constraint innovation
    dollar remote public training gigabyte flow ship hosting
""")

extension WordFiles {
  static let englishWriting = #"""
    # Articles, polls, and people's biographies.

    [words topicA]
    sourdough baking, bird watching, bicycle repair, bookbinding, slow travel, indoor gardening, tree planting
    beekeeping, film photography, night train travel, storytelling, mountain hiking, pottery, map reading
    radio repair, type design, small talk, coffee roasting, code review, remote work, cheese making
    tide pooling, chess, home canning, boat building, urban sketching, star gazing, fermentation, knitting
    weather watching

    [words audience]
    beginners, busy people, small teams, families, the impatient, people who hate it, night owls
    people with little space, skeptics, teachers, newcomers, the curious

    [words lessons]
    Three, Five, Seven, Nine, Ten, Twelve

    [words span]
    a year, a month, ten years, a long winter, one weekend, a hundred days

    [words topics]
    accessibility, caching, concurrency, data, databases, design systems, documentation, functional programming
    good names, GraphQL, maps, mobile apps, offline first, open source, performance, privacy, releases, search
    security, small teams, sorting, state machines, Swift, testing, time zones, type systems, typography

    [words hobby]
    plays the cello, runs a small bakery blog, restores old bicycles, collects paper maps, sings in a choir
    keeps bees, climbs on weekends, grows tomatoes on the balcony, teaches chess to children, sails in summer
    draws comics, swims in cold lakes, repairs radios, bakes bread, hikes with two dogs, builds model trains

    [words field]
    design, teaching, software, nursing, architecture, journalism, biology, logistics, photography, law, music
    carpentry, translation, research, accounting, film

    [words origin]
    a village by the sea, a large family, the mountains, a small town, the city, an island, the north, a farm

    [names article]
    A beginner's guide to {topicA}
    {Lessons} lessons from {span} of {topicA}
    What no one tells you about {topicA}
    {TopicA} for {audience}
    How {topicA} changed our neighborhood
    Why I gave up {topicA}, and came back
    The quiet return of {topicA}
    {Lessons} mistakes in {topicA}
    A short history of {topicA}
    {TopicA}: what works after {span}
    In praise of {topicA}
    Notes on {topicA} for {audience}
    How to start with {topicA} this weekend
    {TopicA} without expensive gear

    [names poll]
    How did you get into {topicA}?
    Which book on {topicA} should we read next?
    How many hours a week do you spend on {topicA}?
    Do you teach {topicA} to {audience}?
    What is the hardest part of {topicA}?
    Should we start a group for {topicA}?
    When should the meeting on {topicA} be?
    Is {topicA} something for {audience}?

    [prose article]
    When I started with {topicA}, I made every mistake there is.
    Few subjects divide opinions like {topicA}.
    {TopicA} looks harder than it is.
    Ask ten people about {topicA} and you get eleven answers.
    This article is about {topicA} for {audience}.
    After {span} of {topicA}, I see a few things differently.
    There are many books on {topicA}, and most of them skip the beginning.
    It began with a question from a reader about {topicA}.
    You can learn the basics of {topicA} in an afternoon.
    Last year I decided to take {topicA} seriously.
    What makes {topicA} interesting is how little you need for it.
    We visited three people whose life is {topicA}.
    Good advice on {topicA} is hard to find.
    My grandmother knew everything about {topicA} without ever reading about it.
    {TopicA} is back, and not only among {audience}.
    If you only remember one thing about {topicA}, let it be this: start small.
    + The first step is the most important one.
    + You do not need special equipment.
    + It helps to write down what you did.
    + The rest is practice and patience.
    + Most problems come from doing too much at once.
    + A notebook is worth more than an app.
    + Mistakes are part of it, and they are good teachers.
    + In the second part we look at the details.
    + Experts disagree on this point.
    + After {span}, it becomes a habit.
    + The costs are lower than you might think.
    + I have listed my sources at the end.
    + This works especially well for {audience}.
    + Some say that the old way was better.
    + Try it twice before you decide.
    + A local club is the best place to ask.
    + The numbers confirm this.
    + There is one exception, and it matters.
    + Photos of every step are below.
    + What surprised me most was how quiet it is.
    + Set yourself a limit, or you will never stop.
    + For {audience}, I would begin differently.
    + In the end it comes down to attention.
    + The second attempt was far better than the first.

    [prose bio]
    Works in {field} and {hobby}.
    Came to {field} by accident and stayed.
    Grew up in {origin}, now at home in the city.
    Ten years in {field}, and still curious.
    Writes about {field} and everyday life.
    {Hobby}, preferably before breakfast.
    Interested in {field}, good questions, and strong coffee.
    Studied {field}, then did something else entirely.
    Believes in small steps and early trains.
    Spent three years abroad and brought back a love of {field}.
    Part-time in {field}, full-time parent.
    Teaches {field} at an evening school.
    Answers every letter.
    Never far from a notebook.
    Likes long walks, short meetings, and {field}.
    Moved from {origin} for work and stayed for the people.
    Started out in {field} and now leads a small team.
    Currently learning a fourth language.
    Volunteer, neighbor, and friend of {field}.
    On a break from {field} until autumn.
    + In the evening, {hobby} or reads.
    + {Hobby} whenever there is time.
    + Lives with a partner, two children, and a cat.
    + Has lived in four countries.
    + Always looking for good book recommendations.
    + Collects postcards from {origin}.
    + Happy to answer questions about {field}.
    + Prefers letters to calls.
    + Once wrote a guide to {field} for beginners.
    + Plans to walk across the Alps one day.
    + Can be found in the library on Saturdays.
    + Speaks three languages, two of them well.
    + Grew up in {origin}.
    + Opinions are personal.
    + Still looking for the perfect chair.
    + Before that, worked in {field} for a decade.
    + Knows every bakery within five miles.
    + Drinks tea, not coffee.
    + Gave the first talk at 17 and was terrified.
    + Takes the stairs.
    """#
}

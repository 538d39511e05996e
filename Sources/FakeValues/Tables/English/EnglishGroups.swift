extension WordFiles {
  static let englishGroups = #"""
    # Groups of people and of things.

    [words teamName]
    Platform, Payments, Growth, Mobile, Design Systems, Search, Data, Checkout, Identity, Infrastructure
    Content, Support, Accounts, Security, Developer Experience, Analytics, Onboarding, Messaging, Catalog
    Reliability, Localization, Field Service, Release, Education

    [words channelName]
    general, random, announcements, book club, gardening, lunch, music, running, photography, help
    introductions, parents, travel tips, questions, jobs, board games, cooking, remote work, pets, cycling
    design feedback, release notes, languages, weekend plans

    [names team]
    {teamName}
    Team {teamName}
    {teamName} Crew

    [names department]
    {departments}

    [names category]
    {categories}

    [names topic]
    {topics}

    [names channel]
    {channelName}

    [names animal]
    {animals}

    [names colour]
    {colours}

    [names company]
    {companies} {companyKinds}

    [names thing]
    {adjectives} {nouns}

    [prose about]
    Everything about {name}, in one place.
    For all that belongs to {name}.
    A short introduction to {name}.
    What is new in {name}.
    {Name}: a selection by people who know the subject.
    Entries about {name}, the newest ones first.
    The most important facts about {name}.
    A good start for everyone who is new to {name}.
    {Name} from A to Z.
    Our notes on {name}.
    An overview of {name}, updated every month.
    Here you find what others ask about {name}.
    {Name}, explained in a few words.
    The basics of {name}, with examples.
    Collected over many years: {name}.
    All questions about {name} are answered here.
    + It is updated every week.
    + The rules are short and friendly.
    + Older entries are kept for reference.
    + Suggestions are always welcome.
    + It was reorganized last spring.
    + You can follow it to receive news.
    + Everyone may contribute.
    + The most popular entries come first.
    + A longer description will follow.
    + See the guide for details.
    + It is linked to three others.
    + Some parts are only visible to members.
    + The responsible person changes every year.
    + Duplicates are merged once a month.
    + New entries are checked before they appear.
    + It started with only five entries.
    + The name has a long story.
    + We keep it simple on purpose.
    + You can search all of it.
    + It contains no advertising.
    + Feedback is read by a small team.
    + Beginners are welcome.
    + It will be extended this year.
    + The archive goes back ten years.

    [prose group]
    {Name} looks after everything from the first call to the last invoice.
    The people of {name} work in three cities and share one list.
    {Name} started with two desks and a kettle.
    Small, quick, and easy to reach: that is {name}.
    {Name} brings together people who would otherwise never meet.
    When something has to be done well, people ask {name}.
    {Name} is known for short meetings and clear answers.
    Today {name} has nineteen members.
    {Name} makes complicated things simple.
    Since last year, {name} has had an office by the river.
    Half of {name} works remotely.
    {Name} answers every request within a day.
    In {name}, everybody takes a turn on the phone.
    {Name} was founded by three friends.
    The motto of {name}: do less, but do it well.
    {Name} grows slowly, on purpose.
    + The door is always open.
    + New members get a mentor for the first month.
    + Every Friday there is soup.
    + The weekly notes are public.
    + Two interns join every summer.
    + Decisions are recorded in one place.
    + No one works on weekends.
    + The phone number has been the same for twenty years.
    + Guests are welcome at the Tuesday meeting.
    + It publishes its numbers once a year.
    + All profits go into training.
    + The next open day is in autumn.
    + Most questions are answered in the handbook.
    + There is a waiting list, but it is short.
    + It works closely with its neighbors.
    + The coffee is better than its reputation.
    + Anyone can propose a change.
    + Its archive fills two rooms.
    + People stay for eight years on average.
    + It has never missed a deadline, except once.
    + There are always open positions.
    + The office dog comes on Wednesdays.
    + Everything is planned in quarters.
    + It moved to a larger floor last spring.
    """#
}

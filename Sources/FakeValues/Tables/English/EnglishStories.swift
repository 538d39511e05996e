extension WordFiles {
  static let englishStories = #"""
    # Things to watch, read, hear and play.

    [words adj]
    Last, Silent, Hidden, Second, Golden, Broken, Northern, Distant, Lost, Paper, Glass, Midnight, Winter
    Borrowed, Crooked, Quiet, Burning, Forgotten, Wild, Endless

    [words noun]
    Lighthouse, Orchard, Letter, River, Clockmaker, Garden, Bridge, Cartographer, Harbor, Violin, Train, Island
    Mirror, Storm, Kitchen, Forest, Summer, Witness, Library, Lantern, Beekeeper, Tide, Staircase, Neighbor

    [words place]
    Lisbon, the North, Harbor Street, the Valley, the Moon, Room Nine, the Border, Winter, Bay Road
    the Third Floor

    [words act]
    Waiting for, Dancing with, Leaving, Dreaming of, Driving to, Singing for, Goodbye to, Back to, Letters to
    Running from

    [words hero]
    a retired captain, a young cartographer, a nurse on night duty, a piano tuner, an unlucky detective
    a girl from the mountains, a substitute teacher, a train conductor, a clockmaker, the last lighthouse keeper

    [words quest]
    the truth about a missing letter, a way home, a stolen violin, a lost brother, the end of the map
    a second chance, a quiet place to live, the owner of a strange key, the recipe of a forgotten dish
    a witness who never existed

    [words storyThings]
    the ending, the first chapter, the music, the dialogue, the pictures, the pace, the second half
    the main character, the opening scene, the humor

    [names movie]
    The {adj} {noun}
    A {noun} in {place}
    {Adj} {noun}
    The {noun} of {place}
    The {noun}'s Secret
    No {noun} Tonight

    [names book]
    The {adj} {noun}
    The {noun} and the River
    A Year without a {noun}
    The {noun}'s Daughter
    {Adj} Letters
    My {adj} {noun}
    Under the {adj} {noun}

    [names song]
    {Act} {place}
    {Adj} {noun}
    {Act} the {noun}
    Oh, {noun}
    My {adj} {noun}
    {Noun} Blues
    {Place} at Dawn

    [names album]
    {Adj} {noun}
    Live from {place}
    {Noun} Sessions
    {Adj} Songs
    {Noun} & Dust
    Songs for a {adj} {noun}

    [names game]
    {Adj} {noun}
    {Noun} Quest {digits}
    Tales of the {adj} {noun}
    {Noun} Builder
    Escape from {place}
    {Noun} Tactics

    [names genre]
    {genres}

    [prose story]
    In {name}, {hero} searches for {quest}.
    {Hero} finds {quest}, and loses everything else.
    One winter, {hero} returns to the place where it all began.
    For {hero}, it starts like any other day.
    A story about {quest}, told from the end to the beginning.
    When the power fails, {hero} must find {quest}.
    {Name} is about courage, patience, and {quest}.
    No one believes {hero}, until the first snow falls.
    It takes {hero} twenty years to find {quest}.
    A small town, a long summer, and {hero}.
    Everything could be fine, if {hero} had not opened the door.
    {Hero} has one night to find {quest}.
    {Name} follows {hero} through four seasons.
    Between two trains, {hero} hears of {quest}.
    A quiet work about {quest}.
    What would you give for {quest}?
    + Nothing is as it seems.
    + The only clue is a photograph.
    + Along the road there are storms, debts, and a dog.
    + It has five parts.
    + The end surprised even the critics.
    + Based on letters from the author's attic.
    + Recorded in a single night.
    + The music stays with you for days.
    + A stranger offers help, at a price.
    + Slow at first, then impossible to stop.
    + It won two prizes and many friends.
    + Time is running out.
    + Old friends become rivals.
    + It was made in only eleven weeks.
    + The humor is dry, the love is real.
    + Every character has a secret.
    + The past does not rest.
    + It can be understood without the first part.
    + There is no easy answer.
    + The sea is always near.
    + Suitable for adults and older children.
    + A map is included.
    + The sequel is in preparation.
    + In the end, one question remains.

    [prose music]
    {Name} was recorded in two nights and one morning.
    A quiet piece for late hours.
    {Name} begins with a single piano.
    Three chords, one voice, and a lot of rain.
    Written on a train, finished in a kitchen.
    {Name} is slow, warm, and a little crooked.
    It sounds older than it is.
    The drums come late, but they stay.
    {Name} was a surprise for everyone, including the band.
    A song about leaving and staying.
    You hear the room, the chairs, and the street outside.
    {Name} grows with every listen.
    Half of it is improvised.
    An homage to small radio stations.
    The choir was recorded in a stairwell.
    {Name} is made for long drives.
    + The guitar was borrowed.
    + Best played loud.
    + The lyrics fit on a postcard.
    + The last minute is silence.
    + Mixed in an old cinema.
    + The cover shows the harbor at night.
    + It was played live for a year before.
    + A string quartet appears in the middle.
    + The melody is from a lullaby.
    + Remastered from the original tapes.
    + The second voice is a neighbor.
    + It reached number nine, briefly.
    + No computer was used.
    + The bass carries everything.
    + There is also a version without vocals.
    + Critics liked it, listeners loved it.
    + The tempo never changes.
    + Everybody sings the refrain.
    + It ends where it began.
    + The liner notes tell the rest.
    + Some hear sadness in it, others hope.
    + The clarinet was an accident.
    + It is the shortest of all.
    + Available on vinyl, too.
    """#
}

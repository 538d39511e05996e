extension Lexicon {
  static let english = Lexicon(
    givenNames:
      """
      Ada, Aisha, Alejandro, Amara, Anders, Anaïs, Beatriz, Björn, Carmen, Chidi, Chloé, Daniel, Dmitri, Elena, Emma,
      Ewa, Fatima, Felix, Freya, Grace, Hana, Hugo, Ines, Ingrid, Isaac, Jamal, João, Julia, Kamal, Kenji, Lars, Leila,
      Liam, Lucía, Maja, Marcus, Mei, Miguel, Mina, Nadia, Naomi, Noah, Olga, Oscar, Priya, Rafael, Renée, Rosa, Samir,
      Sara, Sofia, Søren, Tariq, Thandiwe, Tomás, Uma, Victor, Wanda, Yara, Zoë
      """,
    familyNames:
      """
      Abebe, Adeyemi, Andersson, Bauer, Becker, Bergström, Brown, Carvalho, Chen, Clarke, Costa, Díaz, Dubois, Eriksen,
      Fernández, Fischer, García, Gupta, Haddad, Hansen, Hughes, Ibrahim, Ivanova, Janssen, Jensen, Johnson, Kaya, Kim,
      Kowalska, Kumar, Larsen, Lefèvre, Li, Lindqvist, López, Marino, Mbeki, Meyer, Moreau, Müller, Nakamura, Nguyen,
      Novák, Nowak, O'Brien, Okafor, Papadopoulos, Park, Patel, Rossi, Santos, Sato, Schmidt, Silva, Singh, Smith,
      Tanaka, Van Dijk, Virtanen, Walker, Wang, Weber, Yılmaz, Zieliński
      """,
    companies:
      """
      Alder, Amber, Apex, Aurora, Beacon, Birch, Blue Harbor, Bright, Cedar, Cobalt, Copper, Crescent, Delta, Ember,
      Evergreen, Fjord, Granite, Hazel, Horizon, Indigo, Juniper, Keystone, Lantern, Larkspur, Lumen, Maple, Meridian,
      Nimbus, North Star, Oak, Onyx, Orchard, Pioneer, Polar, Quartz, Redwood, Ridge, River, Saffron, Sierra, Silver,
      Summit, Tidal, Umbra, Vertex, Willow, Zephyr
      """,
    companyKinds: "Labs, Systems, Works, Group, Studio, Partners, Foods, Logistics, Energy, Media, Robotics",
    adjectives:
      """
      Amber, Ancient, Bold, Brave, Bright, Calm, Classic, Clever, Crimson, Curious, Deep, Early, Eager, Fair, Fresh,
      Gentle, Golden, Grand, Hidden, Honest, Ivory, Keen, Late, Light, Little, Lively, Lucky, Modern, Noble, Open,
      Plain, Polished, Quick, Quiet, Rapid, Rustic, Silent, Simple, Smart, Solid, Steady, Swift, Tidy, True, Urban,
      Vivid, Warm, Wild, Wise
      """,
    nouns:
      """
      Anchor, Arrow, Atlas, Basket, Bridge, Canvas, Castle, Cloud, Comet, Compass, Coral, Dune, Falcon, Feather, Field,
      Forest, Garden, Glacier, Harbor, Heron, Island, Journey, Lagoon, Lantern, Meadow, Mirror, Mountain, Ocean, Orbit,
      Otter, Pebble, Pine, Prairie, Raven, Reef, River, Sail, Shore, Signal, Sparrow, Spring, Stone, Summit, Thread,
      Tide, Trail, Valley, Voyage, Willow, Window
      """,
    products:
      """
      Backpack, Bench, Blanket, Bottle, Bowl, Camera, Candle, Chair, Clock, Desk, Headphones, Jacket, Kettle, Keyboard,
      Lamp, Mug, Notebook, Pan, Pen, Pillow, Planter, Poster, Rug, Scarf, Shelf, Shirt, Sneakers, Speaker, Stool,
      Sunglasses, Table, Tent, Toaster, Towel, Umbrella, Vase, Wallet, Watch
      """,
    materials: "Bamboo, Canvas, Ceramic, Copper, Cotton, Glass, Leather, Linen, Oak, Steel, Walnut, Wool",
    categories:
      """
      Architecture, Art, Books, Business, Cooking, Culture, Design, Education, Engineering, Fashion, Film, Finance,
      Fitness, Gardening, Health, History, Home, Music, Nature, News, Outdoors, Photography, Politics, Science,
      Software, Sports, Technology, Theatre, Toys, Travel
      """,
    topics:
      """
      accessibility, caching, concurrency, data, databases, design systems, documentation, functional programming,
      good names, GraphQL, maps, mobile apps, offline first, open source, performance, privacy, releases, search,
      security, small teams, sorting, state machines, Swift, testing, time zones, type systems, typography
      """,
    events: "Conf, Summit, Days, Meetup, Forum, Camp, Fest, Week",
    jobs:
      """
      Account Manager, Architect, Art Director, Biologist, Chef, Civil Engineer, Copywriter, Data Analyst, Designer,
      Developer Advocate, Economist, Editor, Electrician, Engineering Manager, Geologist, Journalist, Librarian, Nurse,
      Pharmacist, Photographer, Product Manager, Project Lead, Researcher, Sales Manager, Software Engineer,
      Support Specialist, Teacher, Translator
      """,
    departments: "Design, Engineering, Finance, Legal, Marketing, Operations, People, Research, Sales, Support",
    colours:
      """
      amber ffbf00, black 111111, blue 1f6feb, brown 8b5e3c, coral ff7f50, crimson dc143c, cyan 00b8d9, gold e3b341,
      green 2da44e, grey 6e7781, indigo 4b0082, ivory fffff0, lavender b57edc, lime a4c639, magenta d4449c,
      maroon 800000, navy 001f54, olive 808000, orange fb8500, pink ff8fab, purple 8250df, red cf222e, silver c0c0c0,
      teal 0f766e, turquoise 40e0d0, violet 7f00ff, white ffffff, yellow ffd60a
      """,
    streets:
      """
      Almond, Bridge, Canal, Castle, Cherry, Church, Elm, Garden, Harbour, High, Hill, King, Lake, Lime, Maple, Market,
      Meadow, Mill, Oak, Orchard, Park, Queen, River, Rose, Spring, Station, Summer, Union, Valley, Vine
      """,
    streetKinds: "Avenue, Lane, Road, Street, Square, Way",
    genres:
      """
      Adventure, Comedy, Crime, Documentary, Drama, Fantasy, Horror, Jazz, Mystery, Pop, Romance, Thriller
      """,
    animals: "badger, bear, crane, fox, hare, heron, lynx, otter, owl, seal, stork, swift, whale, wolf, wren",
    openings: "We, Nearly all teams, Most readers, Many people, The authors, Our neighbours, A few experts",
    verbs: "compared, described, explored, measured, planned, rebuilt, studied, tested, visited",
    objects:
      """
      a small harbour town, an old idea, every corner of the city, long winter walks, new ways to learn,
      the history of maps, the quiet parts of the work, three simple tools, tools that last, two rival plans
      """,
    endings:
      """
      and wrote down what they saw, and came back with questions, before the first snow, in a single week,
      with surprising results, without much noise, for the third time, and kept the best of it
      """,
    weekdays: "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday",
    months: "January, February, March, April, May, June, July, August, September, October, November, December",
    prefixes: "Dr., Mr., Mrs., Ms., Prof.",
    titles: "The")
}

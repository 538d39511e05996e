extension WordFiles {
  static let englishWords = #"""
    # Names, places, and words of daily life.

    [words givenNames]
    Ada, Aisha, Alejandro, Amara, Anders, Anaïs, Beatriz, Björn, Carmen, Chidi, Chloé, Daniel, Dmitri, Elena
    Emma, Ewa, Fatima, Felix, Freya, Grace, Hana, Hugo, Ines, Ingrid, Isaac, Jamal, João, Julia, Kamal, Kenji
    Lars, Leila, Liam, Lucía, Maja, Marcus, Mei, Miguel, Mina, Nadia, Naomi, Noah, Olga, Oscar, Priya, Rafael
    Renée, Rosa, Samir, Sara, Sofia, Søren, Tariq, Thandiwe, Tomás, Uma, Victor, Wanda, Yara, Zoë

    [words familyNames]
    Abebe, Adeyemi, Andersson, Bauer, Becker, Bergström, Brown, Carvalho, Chen, Clarke, Costa, Díaz, Dubois
    Eriksen, Fernández, Fischer, García, Gupta, Haddad, Hansen, Hughes, Ibrahim, Ivanova, Janssen, Jensen
    Johnson, Kaya, Kim, Kowalska, Kumar, Larsen, Lefèvre, Li, Lindqvist, López, Marino, Mbeki, Meyer, Moreau
    Müller, Nakamura, Nguyen, Novák, Nowak, O'Brien, Okafor, Papadopoulos, Park, Patel, Rossi, Santos, Sato
    Schmidt, Silva, Singh, Smith, Tanaka, Van Dijk, Virtanen, Walker, Wang, Weber, Yılmaz, Zieliński

    [words companies]
    Alder, Amber, Apex, Aurora, Beacon, Birch, Blue Harbor, Bright, Cedar, Cobalt, Copper, Crescent, Delta
    Ember, Evergreen, Fjord, Granite, Hazel, Horizon, Indigo, Juniper, Keystone, Lantern, Larkspur, Lumen, Maple
    Meridian, Nimbus, North Star, Oak, Onyx, Orchard, Pioneer, Polar, Quartz, Redwood, Ridge, River, Saffron
    Sierra, Silver, Summit, Tidal, Umbra, Vertex, Willow, Zephyr

    [words companyKinds]
    Labs, Systems, Works, Group, Studio, Partners, Foods, Logistics, Energy, Media, Robotics

    [words adjectives]
    Amber, Ancient, Bold, Brave, Bright, Calm, Classic, Clever, Crimson, Curious, Deep, Early, Eager, Fair
    Fresh, Gentle, Golden, Grand, Hidden, Honest, Ivory, Keen, Late, Light, Little, Lively, Lucky, Modern, Noble
    Open, Plain, Polished, Quick, Quiet, Rapid, Rustic, Silent, Simple, Smart, Solid, Steady, Swift, Tidy, True
    Urban, Vivid, Warm, Wild, Wise

    [words nouns]
    Anchor, Arrow, Atlas, Basket, Bridge, Canvas, Castle, Cloud, Comet, Compass, Coral, Dune, Falcon, Feather
    Field, Forest, Garden, Glacier, Harbor, Heron, Island, Journey, Lagoon, Lantern, Meadow, Mirror, Mountain
    Ocean, Orbit, Otter, Pebble, Pine, Prairie, Raven, Reef, River, Sail, Shore, Signal, Sparrow, Spring, Stone
    Summit, Thread, Tide, Trail, Valley, Voyage, Willow, Window

    [words categories]
    Architecture, Art, Books, Business, Cooking, Culture, Design, Education, Engineering, Fashion, Film, Finance
    Fitness, Gardening, Health, History, Home, Music, Nature, News, Outdoors, Photography, Politics, Science
    Software, Sports, Technology, Theatre, Toys, Travel, Furniture, Lighting, Kitchen, Garden, Stationery, Bags
    Shoes, Games, Pets, Groceries

    [words jobs]
    Account Manager, Architect, Art Director, Biologist, Chef, Civil Engineer, Copywriter, Data Analyst
    Designer, Developer Advocate, Economist, Editor, Electrician, Engineering Manager, Geologist, Journalist
    Librarian, Nurse, Pharmacist, Photographer, Product Manager, Project Lead, Researcher, Sales Manager
    Software Engineer, Support Specialist, Teacher, Translator

    [words departments]
    Design, Engineering, Finance, Legal, Marketing, Operations, People, Research, Sales, Support, Procurement
    Logistics, Quality, Security, Communications, Facilities, Training, Customer Success, Data, Product
    Internal Audit, Compliance, Business Development, Planning

    [words colours]
    amber/ffbf00, black/111111, blue/1f6feb, brown/8b5e3c, coral/ff7f50, crimson/dc143c, cyan/00b8d9
    gold/e3b341, green/2da44e, grey/6e7781, indigo/4b0082, ivory/fffff0, lavender/b57edc, lime/a4c639
    magenta/d4449c, maroon/800000, navy/001f54, olive/808000, orange/fb8500, pink/ff8fab, purple/8250df
    red/cf222e, silver/c0c0c0, teal/0f766e, turquoise/40e0d0, violet/7f00ff, white/ffffff, yellow/ffd60a

    [words streets]
    Almond, Bridge, Canal, Castle, Cherry, Church, Elm, Garden, Harbour, High, Hill, King, Lake, Lime, Maple
    Market, Meadow, Mill, Oak, Orchard, Park, Queen, River, Rose, Spring, Station, Summer, Union, Valley, Vine

    [words streetKinds]
    Avenue, Lane, Road, Street, Square, Way

    [words genres]
    Adventure, Animation, Biography, Blues, Classical, Comedy, Crime, Documentary, Drama, Fantasy, Folk
    Historical, Horror, Jazz, Musical, Mystery, Pop, Romance, Satire, Soul, Thriller, War, Western, Electronic

    [words animals]
    badger, bear, beaver, crane, deer, falcon, fox, frog, hare, hedgehog, heron, lynx, mole, otter, owl, raven
    seal, squirrel, stork, swift, toad, whale, wolf, wren

    [words weekdays]
    Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday

    [words months]
    January, February, March, April, May, June, July, August, September, October, November, December

    [words prefixes]
    Dr., Mr., Mrs., Ms., Prof.

    [words navigation]
    Home, About, Blog, Careers, Contact, Docs, Help, News, Pricing, Products, Team

    [words callsToAction]
    Buy now, Contact us, Get started, Join now, Learn more, Sign up, Try it
    """#
}

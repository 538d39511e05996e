/// Documents that hold every construct of the language at least once.
enum KitchenSink {
  static let query = #"""
    # A request for a concert hall's programme.
    "Everything that a screen shows"
    query Programme(
      "Which hall" $hall: HallID! = "main" @checked(level: 2)
      $range: [Range!]! = [{from: 1, to: -20}, {from: 0.5e-3 to: null}],
      $filter: Filter = {kind: OPERA, tags: [], nested: {deep: [[1 2] [3]]}}
      $loud: Boolean = true
    ) @cached(seconds: 60) @traced {
      nearby: hall(id: $hall, at: {lat: 52.5, lon: 13.4}) {
        ...HallFacts @include(if: $loud)
        ... on Theatre @skip(if: false) { rows, seats(from: 1, to: 9) { number } }
        ... @include(if: $loud) { organ }
        ... { piano }
        on
        type: kind
        fragment
        concerts(range: $range, filter: $filter, text: """
            Two lines,
              the second "indented" \""" here
          """, quote: "a \"b\" \\ \/ \n \u00e9 \u{1F3BB} \uD83C\uDFBB") { id }
      }
    }

    mutation Book { book(seat: 12, paid: true, note: null) @live { ok } }

    subscription OnChange($hall: HallID) { changed(hall: $hall) { ...HallFacts } }

    """
    What every list shows
    """
    fragment HallFacts on Hall @once(label: "facts") { id, name title: name(lang: EN) }

    { unnamed }
    query { named }
    """#

  static let schema = #"""
    """
    The schema
    of a concert hall
    """
    schema @link(url: "https://example.org/spec") { query: Query mutation: Mutation, subscription: Subscription }

    "An identifier"
    scalar HallID @specifiedBy(url: "https://example.org/id")
    scalar Plain

    interface Node { id: HallID! }
    interface Place implements Node @key(fields: "id") {
      id: HallID!
      "The name" name(lang: Language = EN): String
    }
    interface Building implements & Node & Place { id: HallID! name(lang: Language = EN): String }

    """Where music is"""
    type Hall implements Place & Node @key(fields: "id") {
      id: HallID!
      name(
        "In which language"
        lang: Language = EN @deprecated
      ): String
      seats(from: Int! = 1, to: Int, filter: SeatFilter = {kind: [STALLS, BOX], free: true}): [[Seat!]!]! @cost(of: 3)
      old: String @deprecated(reason: "Ask for `name`")
    }
    type Empty
    type Marker @tagged

    union Found @tagged = | Hall | Seat
    union Nothing

    enum Language {
      EN
      "German"
      DE @beta
      ELVISH @deprecated(reason: """Nobody sings it""")
    }
    enum None

    input SeatFilter @oneOf {
      kind: [SeatKind!] = [STALLS]
      "Only those that are free"
      free: Boolean = false @beta
    }
    input Anything

    directive @cost(of: Int! = 1, "Why" because: String) repeatable on FIELD_DEFINITION | OBJECT
    directive @beta on
      | ENUM_VALUE
      | INPUT_FIELD_DEFINITION

    extend schema @link(url: "https://example.org/more")
    extend schema { subscription: Subscription }
    extend scalar Plain @tagged
    extend type Hall implements Building
    extend type Hall { organ: Boolean }
    extend type Empty @tagged
    extend interface Node @tagged
    extend interface Place implements Building { city: String }
    extend union Found = Organ
    extend union Nothing @tagged
    extend enum Language { FR }
    extend enum None @tagged
    extend input SeatFilter { row: Int }
    extend input Anything @tagged
    """#
}

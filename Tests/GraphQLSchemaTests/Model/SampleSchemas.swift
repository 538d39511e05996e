import GraphQLLanguage
import GraphQLSchema
import Testing

/// Schemas of the kinds that people serve, small enough to read.
enum SampleSchemas {
  static let all = [
    Sample(name: "kitchen sink", sdl: kitchenSink), Sample(name: "countries", sdl: countries),
    Sample(name: "conferences", sdl: conferences), Sample(name: "rockets", sdl: rockets),
    Sample(name: "posts", sdl: posts),
  ]

  /// A schema with the name that test reports show.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var sdl: String
    var testDescription: String { name }
  }

  /// Everything that SDL can say.
  static let kitchenSink = #"""
    """
    The whole of it.

      Indented, with "quotes" and \"""three\""" of them.
    """
    schema @since(version: 1) {
      query: TheQuery
      mutation: TheMutation
      subscription: TheSubscription
    }

    extend schema @since(version: 2)

    """Says since when."""
    directive @since(
      """Counted from 1."""
      version: Int! = 1
      note: String = "a \"note\""
    ) repeatable on SCHEMA | SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION

    directive @client on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | QUERY | MUTATION | SUBSCRIPTION | VARIABLE_DEFINITION | FRAGMENT_DEFINITION

    "A moment."
    scalar Moment @specifiedBy(url: "https://example.com/moment") @since(version: 3)

    scalar Anything

    interface Node { id: ID! }

    interface Named implements Node @since(version: 1) {
      id: ID!
      "What it is called."
      name(long: Boolean = false @since(version: 2), style: Style! = PLAIN): String
    }

    type Person implements Named & Node @since(version: 1) @since(version: 2) {
      id: ID!
      name(long: Boolean = false, style: Style! = PLAIN, extra: [Int!] = [1, 2]): String!
      friends(
        "How many."
        first: Int = 10
        "In which order."
        order: Order = {by: "name", down: false}
      ): [[Person!]]! @deprecated(reason: "Use \"people\".")
      old(flag: Boolean @deprecated): Moment @deprecated
    }

    type Robot implements Node { id: ID! model: String @since(version: 4, note: null) }

    union Being @since(version: 1) = Person | Robot

    enum Style { PLAIN "In letters." FANCY @since(version: 2) GONE @deprecated(reason: "Gone.") }

    input Order @since(version: 1) { by: String! = "id" down: Boolean = true @since(version: 2) was: Int @deprecated }

    input Pick @oneOf { id: ID name: String }

    type TheQuery {
      being(pick: Pick): Being
      node(id: ID!): Node
      anything(json: Anything = {a: [1, 2.50, "x", true, null, WORD], b: {c: {}}}): Anything
    }

    type TheMutation { rename(id: ID!, name: String!): Person }

    type TheSubscription { renamed: Person! }

    extend type Robot @since(version: 5) { serial: String }
    extend interface Node { created: Moment }
    extend type Robot implements Named { name(long: Boolean = false, style: Style! = PLAIN): String created: Moment }
    extend interface Named { created: Moment }
    extend type Person { created: Moment }
    extend union Being = Ghost
    type Ghost { boo: Int }
    extend enum Style { LATE }
    extend input Pick { model: String }
    extend scalar Anything @since(version: 6)
    """#

  static let countries = """
    type Continent { code: ID! name: String! countries: [Country!]! }
    type Country {
      code: ID!
      name(lang: String): String!
      continent: Continent!
      capital: String
      currencies: [String!]!
      emoji: String!
      languages: [Language!]!
    }
    type Language { code: ID! name: String! rtl: Boolean! }
    input StringFilter { eq: String in: [String!] ne: String nin: [String!] regex: String }
    input CountryFilter { code: StringFilter continent: StringFilter }
    type Query {
      continents: [Continent!]!
      countries(filter: CountryFilter = {}): [Country!]!
      country(code: ID!): Country
    }
    """

  static let conferences = #"""
    """An object with an ID"""
    interface Node {
      """The id of the object."""
      id: ID!
    }

    scalar DateTime

    type Conference implements Node {
      id: ID!
      createdAt: DateTime!
      name: String!
      city: String
      attendees(filter: AttendeeFilter, orderBy: AttendeeOrderBy, skip: Int, first: Int): [Attendee!]
      _attendeesMeta: _QueryMeta!
    }

    type Attendee implements Node { id: ID! name: String! conferences: [Conference!] }
    type _QueryMeta { count: Int! }
    input AttendeeFilter { AND: [AttendeeFilter!] OR: [AttendeeFilter!] id_in: [ID!] name: String }
    enum AttendeeOrderBy { id_ASC id_DESC name_ASC name_DESC }
    input CreateAttendee { name: String! conferenceIds: [ID!] }
    type Query { allConferences(first: Int): [Conference!]! Conference(id: ID, name: String): Conference node(id: ID!): Node }
    type Mutation { createAttendee(name: String!, conferenceIds: [ID!]): Attendee deleteAttendee(id: ID!): Attendee }
    """#

  static let rockets = #"""
    type Query { launches(pageSize: Int = 20, after: String): LaunchConnection! launch(id: ID!): Launch me: User }
    type Mutation { bookTrips(launchIds: [ID]!): TripUpdateResponse! cancelTrip(launchId: ID!): TripUpdateResponse! }
    type Subscription { tripsBooked: Int }
    """
    A page of launches.
    Ask for the next one with its cursor.
    """
    type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
    type Launch { id: ID! site: String mission: Mission isBooked: Boolean! }
    type Mission { name: String missionPatch(size: PatchSize): String }
    enum PatchSize { SMALL LARGE }
    type User { id: ID! email: String! trips: [Launch]! token: String }
    type TripUpdateResponse { success: Boolean! message: String launches: [Launch] }
    """#

  static let posts = """
    scalar CustomUUID
    scalar Date
    enum Tag { GraphQL Swift Vapor }
    type Author { id: CustomUUID! name: String! twitter: String! }
    type Post { author: Author! id: CustomUUID! publishedAt: Date! tags: [Tag!]! title: String! }
    input PostInput { authorId: CustomUUID! tags: [Tag!]! title: String! }
    type Query { posts: [Post!]! }
    type Mutation { createPost(input: PostInput!): Post deletePost(id: CustomUUID!): Boolean! }
    """
}

/// A schema of a text, built by the code under test.
func schema(_ sdl: String, name: String = "test.graphqls") throws -> Schema {
  try Schema(sdl: SourceText(sdl, name: name))
}

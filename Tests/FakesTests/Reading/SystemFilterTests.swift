import OrderedJSON
import Testing

@testable import Fakes

/// The filters and orderings of the systems that this project serves, in the words of their schemas.
@Suite("Reading lists: the four systems")
struct SystemFilterTests {
  static let planner = """
    interface Node { id: ID! }
    scalar DateTime
    type Conference implements Node {
      id: ID! createdAt: DateTime! updatedAt: DateTime! name: String! city: String! year: String!
      attendees(filter: AttendeeFilter, orderBy: AttendeeOrderBy, skip: Int, first: Int): [Attendee!]
    }
    type Attendee implements Node { id: ID! createdAt: DateTime! name: String! conferences: [Conference!] }
    input ConferenceFilter {
      AND: [ConferenceFilter!] OR: [ConferenceFilter!]
      id: ID id_not: ID id_in: [ID!] id_not_in: [ID!] id_lt: ID id_gte: ID id_contains: ID
      createdAt: DateTime createdAt_not: DateTime createdAt_in: [DateTime!] createdAt_lt: DateTime
      createdAt_lte: DateTime createdAt_gt: DateTime createdAt_gte: DateTime
      name: String name_not: String name_in: [String!] name_not_in: [String!] name_lt: String name_lte: String
      name_gt: String name_gte: String name_contains: String name_not_contains: String name_starts_with: String
      name_not_starts_with: String name_ends_with: String name_not_ends_with: String
      year: String year_gt: String city: String city_in: [String!]
      attendees_every: AttendeeFilter attendees_some: AttendeeFilter attendees_none: AttendeeFilter
    }
    input AttendeeFilter {
      AND: [AttendeeFilter!] OR: [AttendeeFilter!] name: String name_contains: String name_starts_with: String
      conferences_some: ConferenceFilter
    }
    enum ConferenceOrderBy { id_ASC id_DESC createdAt_ASC createdAt_DESC name_ASC name_DESC city_ASC city_DESC year_ASC year_DESC }
    enum AttendeeOrderBy { name_ASC name_DESC }
    type Query {
      allConferences(
        filter: ConferenceFilter, orderBy: ConferenceOrderBy, skip: Int, after: String, before: String, first: Int,
        last: Int): [Conference!]!
    }
    """

  static let conferences = """
    {
      "Conference/c1": {"id": "c1", "createdAt": "2017-01-10T00:00:00.000Z", "name": "WWDC", "city": "San Jose",
        "year": "2017", "attendees": ["Attendee/a1", "Attendee/a2"]},
      "Conference/c2": {"id": "c2", "createdAt": "2017-02-10T09:30:00.000Z", "name": "UIKonf", "city": "Berlin",
        "year": "2017", "attendees": []},
      "Conference/c3": {"id": "c3", "createdAt": "2018-02-10T00:00:00.000Z", "name": "try! Swift", "city": "東京",
        "year": "2018", "attendees": ["Attendee/a2"]},
      "Conference/c4": {"id": "c4", "createdAt": "2016-02-10T00:00:00.000Z", "name": "Swift Alps", "city": "Berlin",
        "year": "2016", "attendees": ["Attendee/a3"]},
      "Attendee/a1": {"id": "a1", "name": "Nikolas", "conferences": ["Conference/c1"]},
      "Attendee/a2": {"id": "a2", "name": "Zoë", "conferences": ["Conference/c1", "Conference/c3"]},
      "Attendee/a3": {"id": "a3", "name": "Nina", "conferences": ["Conference/c4"]}
    }
    """

  @Test(
    "Graphcool's filters, one suffix at a time",
    arguments: [
      ("{}", "c1 c2 c3 c4"),
      (#"{"filter": {}}"#, "c1 c2 c3 c4"),
      (#"{"filter": null, "orderBy": null, "first": null}"#, "c1 c2 c3 c4"),
      (#"{"filter": {"name": "UIKonf"}}"#, "c2"),
      (#"{"filter": {"name": "uikonf"}}"#, ""),
      (#"{"filter": {"name_not": "UIKonf"}}"#, "c1 c3 c4"),
      (#"{"filter": {"name_in": ["WWDC", "UIKonf", "x"]}}"#, "c1 c2"),
      (#"{"filter": {"name_in": []}}"#, ""),
      (#"{"filter": {"name_not_in": ["WWDC", "UIKonf"]}}"#, "c3 c4"),
      (#"{"filter": {"name_not_in": []}}"#, "c1 c2 c3 c4"),
      (#"{"filter": {"name_lt": "UIKonf"}}"#, "c4"),
      (#"{"filter": {"name_lte": "UIKonf"}}"#, "c2 c4"),
      (#"{"filter": {"name_gt": "UIKonf"}}"#, "c1 c3"),
      (#"{"filter": {"name_gte": "UIKonf"}}"#, "c1 c2 c3"),
      (#"{"filter": {"name_contains": "Swift"}}"#, "c3 c4"),
      (#"{"filter": {"name_contains": ""}}"#, "c1 c2 c3 c4"),
      (#"{"filter": {"name_not_contains": "Swift"}}"#, "c1 c2"),
      (#"{"filter": {"name_starts_with": "Swift"}}"#, "c4"),
      (#"{"filter": {"name_not_starts_with": "Swift"}}"#, "c1 c2 c3"),
      (#"{"filter": {"name_ends_with": "Swift"}}"#, "c3"),
      (#"{"filter": {"name_not_ends_with": "Swift"}}"#, "c1 c2 c4"),
      (#"{"filter": {"name_contains": null, "city": "Berlin"}}"#, "c2 c4"),
      (#"{"filter": {"id_in": ["c3", "c1"]}}"#, "c1 c3"),
      (#"{"filter": {"createdAt_lt": "2017-01-10"}}"#, "c4"),
      (#"{"filter": {"createdAt_lte": "2017-01-10"}}"#, "c1 c4"),
      (#"{"filter": {"createdAt_gt": "2017-02-10T10:29:59+01:00"}}"#, "c2 c3"),
      (#"{"filter": {"createdAt": "2017-02-10T10:30:00+01:00"}}"#, "c2"),
      (#"{"filter": {"year_gt": "2016", "city_in": ["Berlin"]}}"#, "c2"),
      (#"{"filter": {"OR": [{"name": "WWDC"}, {"city": "東京"}]}}"#, "c1 c3"),
      (#"{"filter": {"OR": []}}"#, ""),
      (#"{"filter": {"AND": []}}"#, "c1 c2 c3 c4"),
      (#"{"filter": {"AND": [{"city": "Berlin"}, {"year": "2016"}]}}"#, "c4"),
      (#"{"filter": {"city": "Berlin", "OR": [{"year": "2016"}, {"year": "2018"}]}}"#, "c4"),
      (#"{"filter": {"attendees_some": {"name": "Zoë"}}}"#, "c1 c3"),
      (#"{"filter": {"attendees_some": {}}}"#, "c1 c3 c4"),
      (#"{"filter": {"attendees_none": {}}}"#, "c2"),
      (#"{"filter": {"attendees_every": {"name_starts_with": "N"}}}"#, "c2 c4"),
      (#"{"filter": {"attendees_none": {"name_starts_with": "N"}}}"#, "c2 c3"),
      (#"{"filter": {"attendees_some": {"conferences_some": {"year": "2018"}}}}"#, "c1 c3"),
      (#"{"orderBy": "name_ASC"}"#, "c4 c2 c1 c3"),
      (#"{"orderBy": "name_DESC"}"#, "c3 c1 c2 c4"),
      (#"{"orderBy": "year_ASC"}"#, "c4 c1 c2 c3"),
      (#"{"orderBy": "year_DESC"}"#, "c3 c1 c2 c4"),
      (#"{"orderBy": "createdAt_DESC", "first": 2}"#, "c3 c2"),
      (#"{"orderBy": "city_ASC"}"#, "c2 c4 c1 c3"),
      (#"{"first": 2}"#, "c1 c2"), (#"{"last": 3}"#, "c2 c3 c4"), (#"{"skip": 1, "first": 2}"#, "c2 c3"),
      (#"{"skip": 1, "last": 2}"#, "c2 c3"), (#"{"skip": 9}"#, ""), (#"{"after": "c2"}"#, "c3 c4"),
      (#"{"after": "c2", "first": 1}"#, "c3"), (#"{"after": "c1", "skip": 1, "first": 1}"#, "c3"),
      (#"{"before": "c3"}"#, "c1 c2"), (#"{"before": "c4", "last": 1}"#, "c3"), (#"{"after": "nobody"}"#, ""),
      (#"{"before": "nobody"}"#, ""), (#"{"after": ""}"#, "c1 c2 c3 c4"),
      (#"{"filter": {"city": "Berlin"}, "orderBy": "name_ASC", "first": 1}"#, "c4"),
    ])
  func graphcool(arguments: String, expected: String) throws {
    let list = try ListCase(sdl: Self.planner, field: "allConferences", of: "Conference", world: Self.conferences)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  static let countries = """
    type Continent { code: ID! name: String! countries: [Country!]! }
    type Country {
      code: ID! name(lang: String): String! capital: String currency: String currencies: [String!]!
      continent: Continent!
    }
    input StringQueryOperatorInput { eq: String in: [String!] ne: String nin: [String!] regex: String glob: String }
    input CountryFilterInput {
      code: StringQueryOperatorInput continent: StringQueryOperatorInput currency: StringQueryOperatorInput
      name: StringQueryOperatorInput
    }
    type Query { countries(filter: CountryFilterInput = {}): [Country!]! }
    """

  static let atlas = """
    {
      "Continent/EU": {"code": "EU", "name": "Europe"}, "Continent/NA": {"code": "NA", "name": "North America"},
      "Continent/AN": {"code": "AN", "name": "Antarctica"},
      "Country/AL": {"code": "AL", "name": "Albania", "capital": "Tirana", "currency": "ALL", "continent": "Continent/EU"},
      "Country/AQ": {"code": "AQ", "name": "Antarctica", "capital": null, "currency": null,
        "continent": "Continent/AN"},
      "Country/CA": {"code": "CA", "name": "Canada", "capital": "Ottawa", "currency": "CAD",
        "continent": "Continent/NA"},
      "Country/US": {"code": "US", "name": "United States", "capital": "Washington D.C.", "currency": "USD,USN,USS",
        "continent": "Continent/NA"}
    }
    """

  @Test(
    "the Countries API's operators",
    arguments: [
      (#"{"filter": {"continent": {"eq": "EU"}}}"#, "AL"),
      (#"{"filter": {"continent": {"ne": "EU"}}}"#, "AQ CA US"),
      (#"{"filter": {"continent": {"in": ["EU", "AN"]}}}"#, "AL AQ"),
      (#"{"filter": {"continent": {"nin": ["EU", "AN"]}}}"#, "CA US"),
      (#"{"filter": {"continent": {"regex": "^N"}}}"#, "CA US"),
      (#"{"filter": {"continent": null}}"#, "AL AQ CA US"),
      (#"{"filter": {"continent": {}}}"#, "AL AQ CA US"),
      (#"{"filter": {"currency": {"eq": "USD"}}}"#, ""),
      (#"{"filter": {"currency": {"regex": "USD"}}}"#, "US"),
      (#"{"filter": {"currency": {"ne": "CAD"}}}"#, "AL AQ US"),
      (#"{"filter": {"currency": {"eq": null}}}"#, "AQ"),
      (#"{"filter": {"currency": {"in": null}}}"#, "AL AQ CA US"),
      (#"{"filter": {"name": {"regex": "^A"}}}"#, "AL AQ"),
      (#"{"filter": {"name": {"regex": "(?i)^a"}}}"#, "AL AQ"),
      (#"{"filter": {"name": {"regex": ""}}}"#, "AL AQ CA US"),
      (#"{"filter": {"name": {"glob": "*a"}}}"#, "AL AQ CA"),
      (#"{"filter": {"code": {"in": ["US", "CA", "MX"]}}}"#, "CA US"),
      (#"{"filter": {"code": {"glob": "[AC]?"}}}"#, "AL AQ CA"),
      (#"{"filter": {"code": {"glob": "[!A]*"}}}"#, "CA US"),
      (#"{"filter": {"code": {"in": ["US", "CA"]}, "name": {"regex": "^C"}}}"#, "CA"),
    ])
  func countries(arguments: String, expected: String) throws {
    let list = try ListCase(sdl: Self.countries, field: "countries", of: "Country", key: "code", world: Self.atlas)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  @Test("Rocket Reserver's pages: a size and the cursor of the last item")
  func rockets() throws {
    let sdl = """
      type Launch { id: ID! site: String }
      type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
      type Query { launches(pageSize: Int, after: String): LaunchConnection! }
      """
    let world = """
      {"Launch/109": {"site": "a"}, "Launch/108": {"site": "b"}, "Launch/107": {"site": "c"}}
      """
    let list = try ListCase(sdl: sdl, field: "launches", of: "Launch", world: world)
    let first = try list.page(#"{"pageSize": 2}"#)
    #expect(first.items == ["Launch/109", "Launch/108"])
    #expect(first.hasNext)
    let second = try list.page(#"{"pageSize": 2, "after": "\#(Cursor.text(forKey: "108"))"}"#)
    #expect(second.items == ["Launch/107"])
    #expect(!second.hasNext)
    #expect(try list.keys(#"{"after": "108"}"#) == "107", "an id is a cursor too")
    #expect(try list.keys(#"{"pageSize": 1, "after": "nobody"}"#) == "109", "as its server answers")
  }
}

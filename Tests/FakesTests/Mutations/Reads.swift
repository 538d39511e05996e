import FakeClauses
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

/// A session of a schema to which operations are put one after the other.
struct Client {
  var session: FakeSession

  init(_ test: TestSchema, seed: UInt64 = 1) throws {
    session = FakeWorld(schema: try test.schema(), seed: seed, endpoint: test.name).session()
  }

  init(sdl: String, seed: UInt64 = 1) throws {
    session = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: seed, endpoint: "e").session()
  }

  /// A client of a world that follows the rules that `--explain` suggests.
  init(following test: TestSchema) throws {
    let schema = try test.schema()
    let world = FakeWorld(schema: schema, seed: 1, endpoint: test.name)
    let plan = world.plan
    let root = try #require(schema.mutationTypeName.flatMap { plan.plan($0) })
    var settings = FakeSettings()
    for field in plan.fields(of: root) {
      guard let suggestion = world.mutations.plan(of: field).suggestion else { continue }
      settings.statements.append(
        FakeStatement(type: "Mutation", field: field.name, .does(suggestion.does), called: "does", at: nil))
      guard !suggestion.sets.isEmpty else { continue }
      settings.statements.append(
        FakeStatement(type: "Mutation", field: field.name, .sets(suggestion.sets), called: "sets", at: nil))
    }
    let read = FakeRules.read(schema: schema, settings: settings)
    #expect(read.errors == [])
    session = FakeWorld(schema: schema, seed: 1, endpoint: test.name, rules: read.rules).session()
    #expect(session.world.warnings == [])
  }

  /// The response, as compact text.
  mutating func ask(_ operation: String) -> String { session.respond(to: SourceText(operation)).compactText }

  /// What stands at a path in the data of the response; items of lists by their number.
  mutating func value(_ operation: String, _ path: String...) -> JSON {
    var found = session.respond(to: SourceText(operation))["data"] ?? .null
    for key in path { found = (Int(key).map { found[$0] } ?? found[key]) ?? .null }
    return found
  }

  /// The texts of one field of a list's objects.
  mutating func texts(_ operation: String, _ path: [String], _ field: String) -> [String] {
    var found = session.respond(to: SourceText(operation))["data"] ?? .null
    for key in path { found = (Int(key).map { found[$0] } ?? found[key]) ?? .null }
    return (found.arrayValue ?? []).map { $0[field].map(Self.text) ?? "-" }
  }

  static func text(_ json: JSON) -> String { json.stringValue ?? json["value"]?.stringValue ?? json.compactText }
}

extension TestSchema {
  /// Reads that show all there is of a schema's objects, down to links of links.
  var reads: [String] {
    switch name {
    case "graphcool":
      [
        """
        { allConferences { id createdAt updatedAt name city year _attendeesMeta { count } attendees { id name
          conferences { id } } } allAttendees { id createdAt updatedAt name _conferencesMeta { count }
          conferences { id name attendees { id } } } _allConferencesMeta { count } _allAttendeesMeta { count } }
        """
      ]
    case "posts": ["{ posts { id title tags publishedAt author { id name twitter } } }"]
    case "rocket":
      [
        """
        { me { id email token trips { id isBooked } } totalTripsBooked launch(id: "25") { id isBooked }
          launches { hasMore launches { id site isBooked rocket { id name } } } }
        """
      ]
    case "relay":
      [
        """
        { viewer { id login starredRepositories { nodes { id } totalCount } } repositories { totalCount nodes { id name
          stargazerCount viewerHasStarred owner { id } stargazers { nodes { id } } issues { totalCount nodes { id } } } }
          issues { totalCount nodes { id title body state closed closedAt repository { id } author { id }
          comments { totalCount nodes { id body author { id } createdAt } } } } }
        """
      ]
    case "rails":
      [
        """
        { me { id email orders { id number status lines { id quantity product { id } } } } products { id title description
          price createdAt updatedAt published address { city street zip } variants { id title sku } }
          variants { id product { id } } users { id email orders { id } } }
        """
      ]
    case "hasura":
      [
        """
        { users { id name age created_at posts { id title author_id } }
          posts { id title author_id views author { id name posts { id } } } }
        """
      ]
    case "prisma":
      [
        """
        { users { id email name count posts { id title } } posts { id title author { id } tags { id label } }
          tags { id label posts { id } } }
        """
      ]
    case "postgraphile": ["{ users { id name email articles { id title } } articles { id title slug author { id } } }"]
    default:
      [
        """
        { todos { id title done urgent } tasks { id title status completedAt assignee { id } } posts { id title likeCount
          viewerHasLiked votes archived archivedAt pinned author { id } comments { id text author { id } createdAt } }
          me { id name email groups { id } favorites { id } following { id } followers { id } } users { id
          groups { id } following { id } followers { id } favorites { id } } groups { id name members { id } }
          notifications { id text isRead } }
        """
      ]
    }
  }
}

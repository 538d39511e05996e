import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

/// A world of objects that are written down: `{"Conference/1": {"name": …, "attendees": ["Attendee/1"]}}`.
struct ArrayWorld: ReadableWorld {
  let schema: Schema
  /// In the order in which they are written.
  let objects: [(key: String, fields: JSONObject)]

  init(_ schema: Schema, _ json: JSON) {
    self.schema = schema
    objects = json.objectValue?.members.map { ($0.name, $0.value.objectValue ?? JSONObject()) } ?? []
  }

  typealias Member = String

  func leaf(_ field: SchemaField, of member: String) -> JSON { value(field, member) }

  func related(_ field: SchemaField, of member: String) -> [String] {
    switch value(field, member) {
    case .string(let name): [name]
    case .array(let names): names.compactMap(\.stringValue)
    default: []
    }
  }

  func type(of member: String) -> SchemaType {
    let name = String(member.prefix { $0 != "/" })
    return schema.type(named: name) ?? SchemaType(name: name, kind: .object)
  }

  func key(of member: String) -> String { String(member.drop { $0 != "/" }.dropFirst()) }

  private func value(_ field: SchemaField, _ member: String) -> JSON {
    objects.first { $0.key == member }?.fields[field.name] ?? .null
  }

  func members(_ type: String) -> [String] { objects.map(\.key).filter { $0.hasPrefix("\(type)/") } }
}

/// A schema with a list field `things` and its world, for one table of requests.
struct ListCase {
  let schema: Schema
  let world: ArrayWorld
  let plan: ListPlan
  let type: String

  /// The list that a root field is, or that the connection is of; `type` may be abstract.
  init(sdl: String, field: String, of type: String, key: String? = nil, world: String) throws {
    schema = try Schema(sdl: SourceText(sdl, name: "test"))
    self.world = ArrayWorld(schema, try JSON.parse(text: world))
    self.type = type
    let list = try #require(schema.rootType(of: .query)?.field(named: field))
    let items = try #require(schema.type(named: type))
    plan = ListPlan(
      arguments: list.arguments, items: schema.possibleTypes(of: items), keyField: key,
      catalog: FieldCatalog(schema: schema))
  }

  var members: [String] {
    let types = schema.type(named: type).map(schema.possibleTypes) ?? []
    return world.objects.map(\.key).filter { name in types.contains { name.hasPrefix("\($0.name)/") } }
  }

  func page(_ arguments: String) throws -> ListPage<String> {
    let json = try JSON.parse(text: arguments)
    return try plan.request(json.objectValue ?? JSONObject()).read(members, in: world)
  }

  /// The keys of what a request gets, separated by blanks.
  func keys(_ arguments: String) throws -> String {
    try page(arguments).items.map(world.key).joined(separator: " ")
  }
}

import GraphQLExecution
import GraphQLSchema
import OrderedJSON

enum FakeLocale: String, CaseIterable, Sendable { case en, de, ja }

struct LeafPlan: Sendable {
  let field: String
  let parent: String
  let type: SchemaType
  let form: ScalarForm
  let explanation = ""

  init(field: SchemaField, parent: SchemaType, type: SchemaType, locale: FakeLocale) {
    self.field = field.name
    self.parent = parent.name
    self.type = type
    form = ScalarForm(scalar: type.name)
  }
  init(kind: ValueKind, field: SchemaField, parent: SchemaType, type: SchemaType, locale: FakeLocale) {
    self.init(field: field, parent: parent, type: type, locale: locale)
  }
  func value(_ persona: Persona, _ hash: StableHash, imageOrigin: String) -> JSON {
    if type.kind == .enum {
      var draw = Draw(hash)
      return draw.pick(type.values.map { JSON.string($0.name) }) ?? .null
    }
    return leafValue(field: field, parent: parent, form: form, persona: persona, hash: hash)
  }
}
extension Persona {
  init(identity: StableHash, locale: FakeLocale) { self.init(identity: identity) }
}

protocol ReadableWorld {
  associatedtype Member
  func leaf(_ field: SchemaField, of member: Member) -> JSON
  func related(_ field: SchemaField, of member: Member) -> [Member]
  func type(of member: Member) -> SchemaType
  func key(of member: Member) -> String
}
struct ListPlan: Sendable {
  init(arguments: [SchemaInputValue], items: [SchemaType], keyField: String?, schema: Schema) {}
  var explanation: [String] { [] }
  func request(_ arguments: JSONObject) throws(FieldFailure) -> ListRequest { ListRequest() }
}
struct ListRequest: Sendable {
  func read<World: ReadableWorld>(_ members: [World.Member], in world: World) -> ListPage<World.Member> {
    ListPage(
      items: members, totalCount: members.count, offset: 0, pageSize: nil, hasNext: false, hasPrevious: false,
      currentPage: 1, lastPage: 1)
  }
}
struct ListPage<Member> {
  var items: [Member]
  var totalCount: Int
  var offset: Int
  var pageSize: Int?
  var hasNext: Bool
  var hasPrevious: Bool
  var currentPage: Int
  var lastPage: Int
}
extension ListPage: Sendable where Member: Sendable {}
enum Cursor {
  static func text(forKey key: String) -> String { key }
}

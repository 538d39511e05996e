import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// What an object type is in the world, settled before anything is asked.
final class TypePlan: Sendable {
  let type: SchemaType
  /// Its place among the plans.
  let index: Int
  let role: TypeRole
  /// The hash of the world and the type.
  let hash: StableHash
  /// The kind of real thing that the type stands for, if it does.
  let atlas: AtlasMember.Kind?
  /// Why it has this role, for `fake --explain`.
  let reason: String
  /// The fields besides the key by which a root field finds an object: no two members share their values.
  let unique: Set<String>

  init(
    type: SchemaType, index: Int, role: TypeRole, hash: StableHash, atlas: AtlasMember.Kind?, reason: String,
    unique: Set<String> = []
  ) {
    self.type = type
    self.index = index
    self.role = role
    self.hash = hash
    self.atlas = atlas
    self.reason = reason
    self.unique = unique
    describesOwner = [
      "address", "location", "contact", "geo", "coordinates", "place", "name", "point", "dates", "timestamps",
    ]
    .contains(words(of: type.name).last ?? "")
  }

  /// Whether a part of this type is where or who the whole is: an address, a location, a contact.
  let describesOwner: Bool

  var key: KeyPlan? {
    if case .entity(let key) = role { key } else { nil }
  }

  var isEntity: Bool {
    if case .entity = role { true } else { false }
  }

  var isSubscription: Bool {
    if case .root(.subscription) = role { true } else { false }
  }

  var page: PagePlan? {
    if case .page(let page) = role { page } else { nil }
  }

  func field(_ name: String) -> SchemaField? { type.field(named: name) }
}

/// What an object type is in the world.
enum TypeRole: Sendable {
  case root(OperationKind)
  /// Its objects are a population; without a key field they are told apart by their number.
  case entity(KeyPlan?)
  /// Its objects belong to the object through which they were reached.
  case part
  /// Its objects show a part of a list: Relay's connections and the like.
  case page(PagePlan)
  /// Its objects stand between a page and the objects of the list.
  case edge(node: String)
}

/// The field that identifies an object, and how its values are made.
struct KeyPlan: Hashable, Sendable {
  let field: String
  let form: ScalarForm
  let style: Style
  /// The member of the object in which the scalar's values are wrapped, as `CustomUUID {value}`; nil if they are not.
  let member: String?
  /// Whether the scalar's letters are capitals.
  let isUppercased: Bool

  /// What the keys of a population look like.
  enum Style: Hashable, Sendable {
    /// 1, 2, 3, as a small database has them.
    case counted
    /// Server-made ids that say of which type they are, where one field finds objects of many types by id.
    case global
    case uuid
    case hexadecimal
    /// Three capital letters.
    case letters
    /// The codes of the real things.
    case atlas
    /// What a field of this name holds anyway: a slug, a user name.
    case sampled
  }
}

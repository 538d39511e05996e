import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The plan of an object type, made before any request.
final class TypePlan: Sendable {
  let type: SchemaType
  let index: Int
  let role: TypeRole
  /// The hash of the world and the type.
  let hash: StableHash
  /// The kind of real thing that the type represents, if any.
  let atlas: AtlasMember.Kind?
  /// The reason for its role, for `fake --explain`.
  let reason: String
  /// The fields other than the key by which a root field finds an object: no two members share their values.
  let unique: Set<String>
  /// The remainder and the divisor of its objects' unique numbers, which they share with other types; nil if they do not.
  private let numbers: (Int, Int)?

  init(
    type: SchemaType, index: Int, role: TypeRole, hash: StableHash, atlas: AtlasMember.Kind?, reason: String,
    unique: Set<String> = [], numbers: (Int, Int)? = nil
  ) {
    self.numbers = numbers
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

  /// Returns a value that only the member with this number has.
  func numbered(_ value: JSON, _ number: Int) -> JSON {
    // A field finds objects of several types by their numbers: issues and pull requests are numbered together.
    guard let numbers, case .number = value else { return value.numbered(number + 1) }
    return value.numbered(number * numbers.1 + numbers.0 + 1)
  }

  /// Indicates whether a part of this type describes the whole: an address, a location, a contact.
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

/// The role of an object type.
enum TypeRole: Sendable {
  case root(OperationKind)
  /// Its objects are a population; without a key field, they are numbered.
  case entity(KeyPlan?)
  /// Its objects belong to the object that leads to them.
  case part
  /// Its objects are a part of a list, such as Relay's connections.
  case page(PagePlan)
  /// Its objects are between a page and the objects of the list.
  case edge(node: String)
}

extension TypeRole {
  var isQueryRoot: Bool { if case .root(.query) = self { true } else { false } }
}

/// The field that identifies an object, and the style of its values.
struct KeyPlan: Hashable, Sendable {
  let field: String
  let form: ScalarForm
  let style: Style
  /// The member of the object in which the scalar's values are wrapped, as `CustomUUID {value}`; nil if they are not.
  let member: String?
  /// Indicates whether the scalar's letters are capitals.
  let isUppercased: Bool

  /// The style of a population's keys.
  enum Style: Hashable, Sendable {
    /// 1, 2, 3, as in a small database.
    case counted
    /// Server-issued ids that contain their type, for a field that finds objects of many types by id.
    case global
    case uuid
    case hexadecimal
    /// Three capital letters.
    case letters
    /// The codes of the real things.
    case atlas
    /// The usual values of a field with this name: a slug, a user name.
    case sampled
  }
}

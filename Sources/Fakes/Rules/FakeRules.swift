import FakeClauses
import FakeValues
import GraphQLSchema
import OrderedJSON

/// What somebody said about the world, by directives in the schema or in `endpoint.yaml`: it goes before what is
/// inferred.
package struct FakeRules: Sendable {
  /// By the type's name and the field's.
  var fields: [String: [String: FieldRule]] = [:]
  /// By the type's name.
  var types: [String: TypeRule] = [:]
  /// In which language names, places and texts are.
  var locale = FakeLocale.en
  /// In how many of a hundred a nullable field is null; nil for the usual few.
  var nullPercent: Int?
  /// In how many of a hundred thousand a field that may be null fails instead.
  var errorRate = 0

  package init() {}

  func rule(_ type: SchemaType, _ field: SchemaField) -> FieldRule? { fields[type.name]?[field.name] }

  /// The largest list that a rule may ask for, in items.
  static let maximumListLength = 10_000
  /// The largest population of a type, in objects; lists of lists multiply.
  static let maximumPopulation = 100_000
}

/// What is said about one field.
struct FieldRule: Sendable {
  /// `@examples(values:)`: one of these.
  var examples: [JSON] = []
  /// `@fake(type:)`: a value of this kind.
  var kind: ValueKind?
  /// `@listLength(min:max:)`.
  var listLength: ClosedRange<Int>?
  /// `@fakeError`.
  var error: FakeError?
  /// In how many of a hundred it is null.
  var nullPercent: Int?
  /// The name of the field of the target that leads back; `""` for none.
  var inverse: String?
  /// The name of the list that it counts; `""` for none.
  var counts: String?
  /// What the fields of those are that it counts: the texts of their values.
  var countedWhere: [CountCondition] = []
  /// What its arguments are.
  var arguments = ArgumentRules()
  /// How many items it has at most where nobody says how many.
  var pageSize: Int?
  /// Whether it shows whoever asks.
  var isViewer: Bool?
  /// What a mutation does.
  var action: ActionRule?
  /// The fields that a mutation sets besides.
  var effects: [SaidEffect]?
  /// Whether it shows the object that its part belongs to.
  var isOwner: Bool?
  /// What a subscription tells of.
  var event: EventRule?
  /// What it tells of a page.
  var fact: PageFact?
  /// The name of the field that its value follows from; `""` for none.
  var follows: String?
  /// All that was said of it, with its places, for people.
  var said: [String] = []

  /// Whether it says what the values are.
  var saysValues: Bool { kind != nil || !examples.isEmpty }
}

/// What is said about one object type.
struct TypeRule: Sendable {
  /// The field that tells its objects apart; `""` for none.
  var key: String?
  /// What real thing each of them is.
  var real: RealRule?
  /// How many there are.
  var population: Int?
  /// What a page's fields are, as said; nil for what is inferred.
  var page: PageRule?
  /// The field of an edge that holds the object; `""` where the type is no edge.
  var edgeNode: String?
  /// All that was said of it, with its places, for people.
  var said: [String] = []
}

/// Whether a type is a real thing.
enum RealRule: Hashable, Sendable {
  case none
  case real(AtlasMember.Kind)
}

/// Whether a type is a page.
enum PageRule: Hashable, Sendable {
  case none
  case page(PagePlan)
}

/// An error that a field answers with.
package struct FakeError: Hashable, Sendable {
  var message: String
  /// `extensions.code`; nil for none.
  var code: String?
  /// In how many of a hundred thousand.
  var rate: Int

  package init(message: String?, code: String? = nil, rate: Int = FakeClause.always) {
    self.message = message ?? Self.usualMessage
    self.code = code
    self.rate = rate
  }

  /// What an error says where nobody said what.
  static let usualMessage = "Faked error."
  /// `extensions.code` of the errors of `--error-rate`.
  static let usualCode = "FAKED_ERROR"
}

/// A field of the members, and its values with which one is counted.
struct CountCondition: Sendable {
  let field: String
  /// As text; `null` for null where `takesNull`.
  let values: Set<String>
  let takesNull: Bool
}

extension CountCondition {
  /// What somebody said of a field: one value, or several of which it has one.
  init(_ said: JSONObject.Member) {
    let values = said.value.arrayValue ?? [said.value]
    self.init(
      field: said.name, values: Set(values.compactMap { $0 == .null ? nil : $0.keyText }),
      takesNull: values.contains(.null))
  }
}

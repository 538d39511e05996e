import FakeClauses
import FakeValues
import GraphQLSchema
import OrderedJSON

/// The rules for a world, from directives in the schema or from `endpoint.yaml`. They override inference.
package struct FakeRules: Sendable {
  /// The rules for fields, by the type's name and the field's.
  var fields: [String: [String: FieldRule]] = [:]
  var types: [String: TypeRule] = [:]
  /// The language of names, places and texts.
  var locale = FakeLocale.en
  /// The percentage of nulls in nullable fields; nil for the usual few.
  var nullPercent: Int?
  /// The rate at which a nullable field fails instead, in hundred-thousandths.
  var errorRate = 0

  /// The number of objects of types without a rule for it.
  var preset: PopulationPreset?
  /// The current user's email, name or key; nil for the usual one.
  var viewer: String?
  /// The seconds by which all dates are later than with the usual date of today.
  var shift = 0

  package init() {}

  func rule(_ type: SchemaType, _ field: SchemaField) -> FieldRule? { fields[type.name]?[field.name] }

  /// The largest list that a rule may set, in items.
  static let maximumListLength = 10_000
  /// The largest population of a type, in objects; lists of lists multiply.
  static let maximumPopulation = 100_000
}

/// The rules for one field.
struct FieldRule: Sendable {
  /// `@examples(values:)`: one of these.
  var examples: [JSON] = []
  /// `@fake(type:)`: a value of this kind.
  var kind: ValueKind?
  var listLength: ClosedRange<Int>?
  var error: FakeError?
  var nullPercent: Int?
  /// The name of the target's field that leads back; `""` for none.
  var inverse: String?
  /// The name of the list that it counts; `""` for none.
  var counts: String?
  var countedWhere: [CountCondition] = []
  var arguments = ArgumentRules()
  /// The most items without an argument for the number.
  var pageSize: Int?
  var isViewer: Bool?
  var action: ActionRule?
  var effects: [SaidEffect]?
  var isOwner: Bool?
  var event: EventRule?
  var fact: PageFact?
  /// The name of the field from which its value is derived; `""` for none.
  var follows: String?
  /// All its rules with their places, for messages.
  var said: [String] = []

  /// Indicates whether it determines the values.
  var saysValues: Bool { kind != nil || !examples.isEmpty }
}

/// The rules for one object type.
struct TypeRule: Sendable {
  /// The field that identifies its objects; `""` for none.
  var key: String?
  var real: RealRule?
  var population: Int?
  /// The fields of a page; nil to infer them.
  var page: PageRule?
  /// The field of an edge with the object; `""` if the type is not an edge.
  var edgeNode: String?
  var said: [String] = []
}

/// A rule that makes a type a real thing, or not.
enum RealRule: Hashable, Sendable {
  case none
  case real(AtlasMember.Kind)
}

/// A rule that makes a type a page, or not.
enum PageRule: Hashable, Sendable {
  case none
  case page(PagePlan)
}

/// An error of a field.
package struct FakeError: Hashable, Sendable {
  var message: String
  /// `extensions.code`; nil for none.
  var code: String?
  /// The rate in hundred-thousandths.
  var rate: Int

  package init(message: String?, code: String? = nil, rate: Int = FakeClause.always) {
    self.message = message ?? Self.usualMessage
    self.code = code
    self.rate = rate
  }

  static let usualMessage = "Generated error."
  /// `extensions.code` of the errors of `--error-rate`.
  static let usualCode = "FAKED_ERROR"
}

/// A field of the members, and its values for which a member is counted.
struct CountCondition: Sendable {
  let field: String
  let values: Set<String>
  let takesNull: Bool
}

extension CountCondition {
  /// Reads a rule for a field: one value, or several alternatives.
  init(_ said: JSONObject.Member) {
    let values = said.value.arrayValue ?? [said.value]
    self.init(
      field: said.name, values: Set(values.compactMap { $0 == .null ? nil : $0.keyText }),
      takesNull: values.contains(.null))
  }
}

import GraphQLSchema
import OrderedJSON

@testable import FakeValues

/// A leaf field of a type, for tests of its values.
struct Leaf {
  let plan: LeafPlan
  let name: String

  /// `siblings` are other fields of the parent, by name and scalar.
  init(
    _ parent: String, _ field: String, _ scalar: String = "String", description: String? = nil,
    scalarDescription: String? = nil, specifiedBy: String? = nil, isNonNull: Bool = true, values: [String] = [],
    siblings: [(String, String)] = [], locale: FakeLocale = .en, kind: ValueKind? = nil
  ) {
    let named = TypeRef.named(scalar)
    let definition = SchemaField(name: field, description: description, type: isNonNull ? .nonNull(named) : named)
    let others = siblings.map { SchemaField(name: $0.0, type: .named($0.1)) }
    let owner = SchemaType(name: parent, kind: .object, fields: [definition] + others)
    let type = SchemaType(
      name: scalar, kind: values.isEmpty ? .scalar : .enum, description: scalarDescription,
      values: values.map { SchemaEnumValue(name: $0) }, specifiedByURL: specifiedBy)
    name = field
    if let kind {
      plan = LeafPlan(kind: kind, field: definition, parent: owner, type: type, locale: locale)
    } else {
      plan = LeafPlan(field: definition, parent: owner, type: type, locale: locale)
    }
  }

  /// The value of an object.
  func value(_ persona: Persona) -> JSON {
    plan.value(persona, persona.identity.with(name), imageOrigin: "http://127.0.0.1:4000")
  }

  /// The text of a value that is one, the digits of a number; `""` for others.
  func text(_ persona: Persona) -> String {
    switch value(persona) {
    case .string(let text): text
    case .number(let number): number.text
    default: ""
    }
  }

  /// The values of some objects, one each.
  func samples(_ count: Int = 60) -> [JSON] { Persona.some(count, plan.locale).map { value($0) } }

  func texts(_ count: Int = 60) -> [String] { Persona.some(count, plan.locale).map { text($0) } }
}

extension Persona {
  /// The first of endless many.
  static func some(_ count: Int, _ locale: FakeLocale = .en, seed: UInt64 = 1) -> [Persona] {
    (0..<count).map { Persona(identity: StableHash().with("test").with(seed).with(UInt64($0)), locale: locale) }
  }
}

package import GraphQLLanguage

/// The six kinds of named type (section 3.4 "Types").
package enum TypeKind: String, Hashable, Sendable, CaseIterable {
  case scalar = "SCALAR"
  case object = "OBJECT"
  case interface = "INTERFACE"
  case union = "UNION"
  case `enum` = "ENUM"
  case inputObject = "INPUT_OBJECT"
}

/// A named type of a schema. Immutable and shared.
///
/// Properties that a kind does not have are empty: only objects and interfaces have fields and interfaces, only unions
/// have members, only enums have values, only input objects have input fields.
package final class SchemaType: Sendable {
  package let name: String
  package let kind: TypeKind
  package let description: String?
  /// The directives on the type and its extensions, without `@specifiedBy` and `@oneOf`, which have properties.
  package let appliedDirectives: [Directive]
  package let fields: [SchemaField]
  /// The names of the interfaces that an object or interface implements.
  package let interfaceNames: [String]
  package let memberNames: [String]
  package let values: [SchemaEnumValue]
  package let inputFields: [SchemaInputValue]
  /// True if an input object takes exactly one field (section 3.10.1 "OneOf Input Objects").
  package let isOneOf: Bool
  /// The URL of a custom scalar's specification (section 3.13.4 "@specifiedBy").
  package let specifiedByURL: String?

  private let fieldIndexes: [String: Int]
  private let valueIndexes: [String: Int]
  private let inputFieldIndexes: [String: Int]

  package init(
    name: String, kind: TypeKind, description: String? = nil, appliedDirectives: [Directive] = [],
    fields: [SchemaField] = [], interfaceNames: [String] = [], memberNames: [String] = [],
    values: [SchemaEnumValue] = [], inputFields: [SchemaInputValue] = [], isOneOf: Bool = false,
    specifiedByURL: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.description = description
    self.appliedDirectives = appliedDirectives
    self.fields = fields
    self.interfaceNames = interfaceNames
    self.memberNames = memberNames
    self.values = values
    self.inputFields = inputFields
    self.isOneOf = isOneOf
    self.specifiedByURL = specifiedByURL
    fieldIndexes = Self.indexes(fields.map(\.name))
    valueIndexes = Self.indexes(values.map(\.name))
    inputFieldIndexes = Self.indexes(inputFields.map(\.name))
  }

  private static func indexes(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The field of an object or interface, without `__typename`; see `Schema.field(named:of:)`.
  package func field(named name: String) -> SchemaField? { fieldIndexes[name].map { fields[$0] } }

  package func value(named name: String) -> SchemaEnumValue? { valueIndexes[name].map { values[$0] } }

  package func inputField(named name: String) -> SchemaInputValue? { inputFieldIndexes[name].map { inputFields[$0] } }
}

extension SchemaType {
  /// True for a scalar or enum, which has no selections.
  package var isLeaf: Bool { kind == .scalar || kind == .enum }
  /// True for an interface or union, whose values have a concrete type.
  package var isAbstract: Bool { kind == .interface || kind == .union }
  /// True for an object, interface or union, whose fields need selections.
  package var isComposite: Bool { kind == .object || isAbstract }
  /// True for the types of arguments and variables: scalars, enums and input objects.
  package var isInput: Bool { isLeaf || kind == .inputObject }
  /// True for the types of fields: everything except input objects.
  package var isOutput: Bool { kind != .inputObject }
  /// True for the scalars of the specification and introspection types.
  package var isBuiltIn: Bool { Self.builtInByName[name] != nil }
}

extension SchemaType: Equatable {
  package static func == (left: SchemaType, right: SchemaType) -> Bool {
    if left === right { return true }
    return left.name == right.name && left.kind == right.kind && left.description == right.description
      && left.appliedDirectives == right.appliedDirectives && left.fields == right.fields
      && left.interfaceNames == right.interfaceNames && left.memberNames == right.memberNames
      && left.values == right.values && left.inputFields == right.inputFields && left.isOneOf == right.isOneOf
      && left.specifiedByURL == right.specifiedByURL
  }
}

package import GraphQLLanguage

/// The six kinds of named type (specification section 3.4 "Types").
package enum TypeKind: String, Hashable, Sendable, CaseIterable {
  case scalar = "SCALAR"
  case object = "OBJECT"
  case interface = "INTERFACE"
  case union = "UNION"
  case `enum` = "ENUM"
  case inputObject = "INPUT_OBJECT"
}

/// A named type of a schema. Immutable; shared, not copied.
///
/// What a kind does not have is empty: only objects and interfaces have fields and interfaces, only unions have
/// members, only enums have values, only input objects have input fields.
package final class SchemaType: Sendable {
  package let name: String
  package let kind: TypeKind
  package let description: String?
  /// Directives written on the type and its extensions, in order, without `@specifiedBy` and `@oneOf`, whose
  /// meaning has a property of its own.
  package let appliedDirectives: [Directive]
  /// The fields of an object or an interface, in order.
  package let fields: [SchemaField]
  /// The names of the interfaces that an object or an interface implements, in order.
  package let interfaceNames: [String]
  /// The names of a union's members, in order.
  package let memberNames: [String]
  /// An enum's values, in order.
  package let values: [SchemaEnumValue]
  /// An input object's fields, in order.
  package let inputFields: [SchemaInputValue]
  /// Whether exactly one field of an input object must be given (section 3.10.1 "OneOf Input Objects").
  package let isOneOf: Bool
  /// Where a custom scalar is specified (section 3.13.4 "@specifiedBy").
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

  /// The object's or interface's field of this name. `__typename` is not among them; see `Schema.field(named:of:)`.
  package func field(named name: String) -> SchemaField? { fieldIndexes[name].map { fields[$0] } }

  /// The enum's value of this name.
  package func value(named name: String) -> SchemaEnumValue? { valueIndexes[name].map { values[$0] } }

  /// The input object's field of this name.
  package func inputField(named name: String) -> SchemaInputValue? { inputFieldIndexes[name].map { inputFields[$0] } }
}

extension SchemaType {
  /// Whether it has no fields to select: a scalar or an enum.
  package var isLeaf: Bool { kind == .scalar || kind == .enum }
  /// Whether an object of it has another, concrete type: an interface or a union.
  package var isAbstract: Bool { kind == .interface || kind == .union }
  /// Whether fields of it must have a selection set: an object, an interface or a union.
  package var isComposite: Bool { kind == .object || isAbstract }
  /// Whether arguments and variables may have it: a scalar, an enum or an input object.
  package var isInput: Bool { isLeaf || kind == .inputObject }
  /// Whether fields may have it: everything except an input object.
  package var isOutput: Bool { kind != .inputObject }
  /// Whether it is one of the five scalars of the specification or a type of introspection.
  package var isBuiltIn: Bool { Self.builtInByName[name] != nil }
}

extension SchemaType: Equatable {
  /// Whether two types have the same definition, in the same order.
  package static func == (left: SchemaType, right: SchemaType) -> Bool {
    if left === right { return true }
    return left.name == right.name && left.kind == right.kind && left.description == right.description
      && left.appliedDirectives == right.appliedDirectives && left.fields == right.fields
      && left.interfaceNames == right.interfaceNames && left.memberNames == right.memberNames
      && left.values == right.values && left.inputFields == right.inputFields && left.isOneOf == right.isOneOf
      && left.specifiedByURL == right.specifiedByURL
  }
}

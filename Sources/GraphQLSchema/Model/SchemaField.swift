package import GraphQLLanguage

/// A field of an object or an interface (specification section 3.6). Immutable; shared, not copied.
package final class SchemaField: Sendable {
  package let name: String
  package let description: String?
  /// The arguments, in order.
  package let arguments: [SchemaInputValue]
  package let type: TypeRef
  /// Why the field should not be used any more; nil if it may be used.
  package let deprecationReason: String?
  /// Directives written on the field, in order, without `@deprecated`.
  package let appliedDirectives: [Directive]

  package init(
    name: String, description: String? = nil, arguments: [SchemaInputValue] = [], type: TypeRef,
    deprecationReason: String? = nil, appliedDirectives: [Directive] = []
  ) {
    self.name = name
    self.description = description
    self.arguments = arguments
    self.type = type
    self.deprecationReason = deprecationReason
    self.appliedDirectives = appliedDirectives
  }

  /// The argument of this name.
  package func argument(named name: String) -> SchemaInputValue? { arguments.first { $0.name == name } }
}

extension SchemaField: Hashable {
  /// Whether both have the same definition.
  package static func == (left: SchemaField, right: SchemaField) -> Bool {
    left === right
      || left.name == right.name
        && left.description == right.description
        && left.arguments == right.arguments
        && left.type == right.type
        && left.deprecationReason == right.deprecationReason
        && left.appliedDirectives == right.appliedDirectives
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
  }
}

/// An argument of a field or a directive, or a field of an input object (specification sections 3.6.1 and 3.10).
/// Immutable; shared, not copied.
package final class SchemaInputValue: Sendable {
  package let name: String
  package let description: String?
  package let type: TypeRef
  /// The default as a literal, not coerced; nil if there is none.
  package let defaultValue: Value?
  /// Why it should not be used any more; nil if it may be used.
  package let deprecationReason: String?
  /// Directives written on it, in order, without `@deprecated`.
  package let appliedDirectives: [Directive]

  package init(
    name: String, description: String? = nil, type: TypeRef, defaultValue: Value? = nil,
    deprecationReason: String? = nil, appliedDirectives: [Directive] = []
  ) {
    self.name = name
    self.description = description
    self.type = type
    self.defaultValue = defaultValue
    self.deprecationReason = deprecationReason
    self.appliedDirectives = appliedDirectives
  }

  /// Whether a value must be given: non-null without a default.
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

extension SchemaInputValue: Hashable {
  /// Whether both have the same definition.
  package static func == (left: SchemaInputValue, right: SchemaInputValue) -> Bool {
    left === right
      || left.name == right.name
        && left.description == right.description
        && left.type == right.type
        && left.defaultValue == right.defaultValue
        && left.deprecationReason == right.deprecationReason
        && left.appliedDirectives == right.appliedDirectives
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
  }
}

/// A value of an enum (specification section 3.9).
package struct SchemaEnumValue: Hashable, Sendable {
  package var name: String
  package var description: String?
  /// Why it should not be used any more; nil if it may be used.
  package var deprecationReason: String?
  /// Directives written on it, in order, without `@deprecated`.
  package var appliedDirectives: [Directive]

  package init(
    name: String, description: String? = nil, deprecationReason: String? = nil, appliedDirectives: [Directive] = []
  ) {
    self.name = name
    self.description = description
    self.deprecationReason = deprecationReason
    self.appliedDirectives = appliedDirectives
  }
}

/// A directive's definition (specification section 3.13). The name is without the at sign.
package struct SchemaDirective: Hashable, Sendable {
  package var name: String
  package var description: String?
  /// The arguments, in order.
  package var arguments: [SchemaInputValue]
  package var isRepeatable: Bool
  /// Where it may stand, in the order of the definition.
  package var locations: [DirectiveLocation]

  package init(
    name: String, description: String? = nil, arguments: [SchemaInputValue] = [], isRepeatable: Bool = false,
    locations: [DirectiveLocation]
  ) {
    self.name = name
    self.description = description
    self.arguments = arguments
    self.isRepeatable = isRepeatable
    self.locations = locations
  }

  /// The argument of this name.
  package func argument(named name: String) -> SchemaInputValue? { arguments.first { $0.name == name } }
}

package import GraphQLLanguage

/// A field of an object or interface (section 3.6). Immutable and shared.
package final class SchemaField: Sendable {
  package let name: String
  package let description: String?
  package let arguments: [SchemaInputValue]
  package let type: TypeRef
  /// The reason that the field is deprecated; nil if it is not.
  package let deprecationReason: String?
  /// The directives on the field, without `@deprecated`.
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

  package func argument(named name: String) -> SchemaInputValue? { arguments.first { $0.name == name } }
}

extension SchemaField: Hashable {
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

/// An argument of a field or directive, or a field of an input object (sections 3.6.1 and 3.10). Immutable and shared.
package final class SchemaInputValue: Sendable {
  package let name: String
  package let description: String?
  package let type: TypeRef
  /// The default as a literal before coercion; nil if there is none.
  package let defaultValue: Value?
  package let deprecationReason: String?
  /// The directives on the definition, without `@deprecated`.
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

  /// True if a value must be given: the type is non-null without a default.
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

extension SchemaInputValue: Hashable {
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

/// A value of an enum (section 3.9).
package struct SchemaEnumValue: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var deprecationReason: String?
  /// The directives on the value, without `@deprecated`.
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

/// A directive's definition (section 3.13). The name has no at sign.
package struct SchemaDirective: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var arguments: [SchemaInputValue]
  package var isRepeatable: Bool
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

  package func argument(named name: String) -> SchemaInputValue? { arguments.first { $0.name == name } }
}

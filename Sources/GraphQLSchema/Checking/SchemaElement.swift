import GraphQLLanguage

/// The part of a schema that a problem is about; `ElementPlaces` finds it in a text.
enum SchemaElement: Hashable {
  case schema
  /// The name of a root type in `schema { }`, or else that type's definition.
  case root(OperationKind, typeName: String)
  /// A type's definition and all extensions.
  case type(String)
  /// An interface's name in the type's `implements` clauses.
  case implements(type: String, interface: String)
  /// A member's name in the union.
  case member(union: String, name: String)
  case field(FieldName, Part = .whole)
  case argument(FieldName, String, Part = .whole)
  case value(`enum`: String, name: String)
  case inputField(FieldName, Part = .whole)
  case directive(String)
  case directiveArgument(String, String, Part = .whole)

  /// A part of a definition.
  enum Part: Hashable {
    case whole
    case type
    case deprecation
  }

  /// The name of a field with its type.
  struct FieldName: Hashable, CustomStringConvertible {
    var type: String
    var field: String

    init(_ type: String, _ field: String) {
      self.type = type
      self.field = field
    }

    var description: String { "\(type).\(field)" }
  }
}

/// A parsed GraphQL document: executable definitions, type-system definitions, or both.
///
/// September 2025 specification, section 2.2 "Document".
package struct Document: Hashable, Sendable {
  package var definitions: [Definition]
  package var place: Place

  package init(definitions: [Definition], place: Place = .none) {
    self.definitions = definitions
    self.place = place
  }
}

/// One definition of a document.
package enum Definition: Hashable, Sendable {
  case operation(OperationDefinition)
  case fragment(FragmentDefinition)
  case schema(SchemaDefinition)
  case type(TypeDefinition)
  case directive(DirectiveDefinition)
}

/// A name with its place (specification section 2.1.9 "Names").
package struct Name: Hashable, Sendable {
  package var text: String
  package var place: Place

  package init(_ text: String, place: Place = .none) {
    self.text = text
    self.place = place
  }
}

import GraphQLLanguage

extension Schema {
  /// The default of an argument or input field as a text that two defaults share if they have the same effect:
  /// coerced, with the defaults of input fields filled in, their fields sorted. Nil for none, and for one that does not
  /// fit its type.
  func effectiveDefault(of input: SchemaInputValue) -> String? { defaultLiteral(of: input)?.sorted.printed() }
}

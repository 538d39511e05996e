extension Schema {
  /// Prints the schema as SDL in graphql-js's layout: directives, then types, in order of definition, without built-in
  /// ones, descriptions as block strings. Building the result gives an equal schema.
  /// - Parameter appliedDirectives: whether to print applied directives other than `@deprecated`, `@specifiedBy` and
  ///   `@oneOf`, which are always printed. graphql-js omits the others.
  /// - Returns: text without a trailing newline.
  package func printed(appliedDirectives: Bool = true) -> String {
    let printer = SchemaPrinter(showsApplied: appliedDirectives)
    var parts: [String] = []
    if let definition = printer.definition(of: self) { parts.append(definition) }
    parts += directives.filter { !$0.isBuiltIn }.map(printer.definition(of:))
    parts += types.map(printer.definition(of:))
    return parts.joined(separator: "\n\n")
  }
}

extension SchemaType {
  /// Prints the type's definition, including its extensions.
  /// - Parameter appliedDirectives: as in `Schema.printed(appliedDirectives:)`.
  /// - Returns: text without a trailing newline.
  package func printed(appliedDirectives: Bool = true) -> String {
    SchemaPrinter(showsApplied: appliedDirectives).definition(of: self)
  }
}

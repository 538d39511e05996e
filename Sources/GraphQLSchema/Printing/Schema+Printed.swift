extension Schema {
  /// The schema as SDL, laid out as the reference prints it: directives, then types, in order of definition, built-in
  /// ones left out, descriptions as block strings. Building it again gives an equal schema.
  ///
  /// - Parameter appliedDirectives: whether directives stand where they were written; those whose meaning the model
  ///   has (`@deprecated`, `@specifiedBy`, `@oneOf`) always do. The reference leaves the others out.
  /// - Returns: text without a newline at its end.
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
  /// The type's definition as SDL, whatever extensions it was written in.
  ///
  /// - Parameter appliedDirectives: as for `Schema.printed(appliedDirectives:)`.
  /// - Returns: text without a newline at its end.
  package func printed(appliedDirectives: Bool = true) -> String {
    SchemaPrinter(showsApplied: appliedDirectives).definition(of: self)
  }
}

import GraphQLLanguage

/// Prints definitions of a schema as SDL.
struct SchemaPrinter {
  /// True to print applied directives that the model does not represent.
  var showsApplied: Bool

  func definition(of schema: Schema) -> String? {
    let applied = self.applied(schema.appliedDirectives)
    let names = [schema.queryTypeName, schema.mutationTypeName, schema.subscriptionTypeName]
    let isDefault = zip(OperationKind.allCases, names).allSatisfy { kind, name in
      let implied = schema.type(named: kind.defaultTypeName).map(\.name)
      return name == implied
    }
    if isDefault, schema.description == nil, applied.isEmpty { return nil }
    let roots = zip(OperationKind.allCases, names).compactMap { kind, name in name.map { "  \(kind.rawValue): \($0)" } }
    return description(schema.description, indent: "", isFirst: true) + "schema\(applied)" + block(roots)
  }

  func definition(of directive: SchemaDirective) -> String {
    let locations = directive.locations.map(\.rawValue).joined(separator: " | ")
    return description(directive.description, indent: "", isFirst: true)
      + "directive @\(directive.name)\(arguments(directive.arguments, indent: ""))"
      + "\(directive.isRepeatable ? " repeatable" : "") on \(locations)"
  }

  func definition(of type: SchemaType) -> String {
    let head = description(type.description, indent: "", isFirst: true)
    let applied = self.applied(type.appliedDirectives)
    switch type.kind {
    case .scalar:
      let url = type.specifiedByURL.map { " @specifiedBy(url: \(literal($0)))" } ?? ""
      return "\(head)scalar \(type.name)\(url)\(applied)"
    case .object, .interface:
      let keyword = type.kind == .object ? "type" : "interface"
      let interfaces = type.interfaceNames.isEmpty ? "" : " implements " + type.interfaceNames.joined(separator: " & ")
      return "\(head)\(keyword) \(type.name)\(interfaces)\(applied)" + block(members(type.fields, field))
    case .union:
      let members = type.memberNames.isEmpty ? "" : " = " + type.memberNames.joined(separator: " | ")
      return "\(head)union \(type.name)\(applied)\(members)"
    case .enum:
      return "\(head)enum \(type.name)\(applied)" + block(members(type.values, value))
    case .inputObject:
      let oneOf = type.isOneOf ? " @oneOf" : ""
      return "\(head)input \(type.name)\(oneOf)\(applied)"
        + block(members(type.inputFields) { described($0, indent: "  ", isFirst: $1) })
    }
  }

  private func members<Member>(_ members: [Member], _ print: (Member, Bool) -> String) -> [String] {
    members.enumerated().map { print($1, $0 == 0) }
  }

  private func field(_ field: SchemaField, isFirst: Bool) -> String {
    description(field.description, indent: "  ", isFirst: isFirst) + "  \(field.name)"
      + "\(arguments(field.arguments, indent: "  ")): \(field.type)\(deprecated(field.deprecationReason))"
      + applied(field.appliedDirectives)
  }

  private func value(_ value: SchemaEnumValue, isFirst: Bool) -> String {
    description(value.description, indent: "  ", isFirst: isFirst) + "  \(value.name)"
      + deprecated(value.deprecationReason) + applied(value.appliedDirectives)
  }

  /// Prints arguments on one line, or one a line if any has a description.
  private func arguments(_ arguments: [SchemaInputValue], indent: String) -> String {
    if arguments.isEmpty { return "" }
    if arguments.allSatisfy({ $0.description == nil }) {
      return "(" + arguments.map(inputValue).joined(separator: ", ") + ")"
    }
    let lines = members(arguments) { described($0, indent: indent + "  ", isFirst: $1) }
    return "(\n" + lines.joined(separator: "\n") + "\n\(indent))"
  }

  private func described(_ value: SchemaInputValue, indent: String, isFirst: Bool) -> String {
    description(value.description, indent: indent, isFirst: isFirst) + indent + inputValue(value)
  }

  private func inputValue(_ value: SchemaInputValue) -> String {
    let defaultValue = value.defaultValue.map { " = \($0.printed())" } ?? ""
    return "\(value.name): \(value.type)\(defaultValue)\(deprecated(value.deprecationReason))"
      + applied(value.appliedDirectives)
  }

  private func deprecated(_ reason: String?) -> String {
    guard let reason else { return "" }
    return reason == SchemaDirective.defaultDeprecationReason
      ? " @deprecated" : " @deprecated(reason: \(literal(reason)))"
  }

  private func applied(_ directives: [Directive]) -> String {
    showsApplied ? directives.map { " \($0.printed())" }.joined() : ""
  }

  /// Puts an empty line before a described member, except the first.
  private func description(_ text: String?, indent: String, isFirst: Bool) -> String {
    guard let text else { return "" }
    let literal = StringValue(text, isBlock: true).printed()
    let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
    // Empty lines get no indentation, which would become part of the text.
    let indented = lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    return (isFirst || indent.isEmpty ? "" : "\n") + indented + "\n"
  }

  private func literal(_ text: String) -> String { StringValue(text).printed() }

  private func block(_ lines: [String]) -> String {
    lines.isEmpty ? "" : " {\n" + lines.joined(separator: "\n") + "\n}"
  }
}

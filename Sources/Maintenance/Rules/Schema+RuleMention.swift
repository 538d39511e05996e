import GraphQLLanguage
import GraphQLSchema
import Recordings
import Replay

extension [RuleMention] {
  /// Returns findings for names that are not in the schema, if there is one, and the mentions without problems.
  func held(against schema: Schema?) -> (unknown: [RuleFinding], others: [RuleMention]) {
    guard let schema else { return ([], self) }
    return (schema.problems(with: self), filter { schema.problems(with: [$0]).isEmpty })
  }
}

extension Schema {
  /// Returns the problems of names in rules, in order. An unknown type is not reported again for its fields.
  func problems(with mentions: [RuleMention]) -> [RuleFinding] {
    var unknown: Set<String> = []
    return mentions.compactMap { mention in
      if case .field(let type, _, _) = mention.subject, unknown.contains(type) { return nil }
      let problem = problem(with: mention)
      if case .type(let name) = mention.subject, problem != nil { unknown.insert(name) }
      return problem
    }
  }

  /// Returns the problem of a name in a rule; nil if the schema contains it or has no such kind of name.
  private func problem(with mention: RuleMention) -> RuleFinding? {
    switch mention.subject {
    case .operation, .mutation, .data, .variable: return nil
    case .type(let name):
      return ruledType(name) == nil ? .notInSchema(mention, unknown(name)) : nil
    case .field(let name, let field, let argument):
      guard let type = ruledType(name) else { return .notInSchema(mention, unknown(name)) }
      if type.inputField(named: field) != nil {
        return argument.map { _ in
          .notInSchema(mention, "\"\(name)\" is an input type, whose fields have no arguments: write \(name).\(field).")
        }
      }
      guard let found = self.field(named: field, of: type) else {
        let known = type.fields.map(\.name) + type.inputFields.map(\.name)
        return .notInSchema(
          mention,
          known.isEmpty
            ? "type \"\(name)\" has no fields."
            : "type \"\(name)\" has no field \"\(field)\".\(didYouMean(suggestionList(field, known)))")
      }
      guard let argument, found.argument(named: argument) == nil else { return nil }
      let known = found.arguments.map(\.name)
      return .notInSchema(
        mention,
        known.isEmpty
          ? "field \"\(name).\(field)\" has no arguments."
          : "field \"\(name).\(field)\" has no argument \"\(argument)\".\(didYouMean(suggestionList(argument, known)))")
    }
  }

  /// Returns the type of a name in rules. Root types also have their default names.
  private func ruledType(_ name: String) -> SchemaType? {
    switch name {
    case "Query": rootType(of: .query) ?? type(named: name)
    case "Mutation": rootType(of: .mutation) ?? type(named: name)
    case "Subscription": rootType(of: .subscription) ?? type(named: name)
    default: type(named: name)
    }
  }

  private func unknown(_ name: String) -> String {
    "unknown type \"\(name)\".\(didYouMean(suggestionList(name, types.map(\.name))))"
  }
}

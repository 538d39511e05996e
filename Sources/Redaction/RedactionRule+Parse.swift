import GraphQLLanguage
import OrderedJSON
import Recordings

extension RedactionRule.Target {
  /// The reason why a text is not a place.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that begins with the text and describes a valid place.
    package let description: String
  }

  /// Parses a place in the form of `endpoint.yaml`: `User.token`, `Mutation.login(code:)`, `data.login.token`,
  /// `variables.input.password`. `roots` are the valid starts of a path.
  package init(_ text: String, roots: [RedactionRule.Root] = RedactionRule.Root.allCases) throws(Problem) {
    let shown = RecordingError.shown(.string(text))
    func fail(_ problem: String) -> Problem { Problem(description: "\(shown) \(problem)") }
    var body = text
    var argument: String?
    if let open = text.firstIndex(of: "(") {
      guard text.hasSuffix(":)"), let name = Self.name(text[text.index(after: open)...].dropLast(2)) else {
        throw fail("is not a schema coordinate: write an argument as in Mutation.login(code:).")
      }
      argument = name
      body = String(text[..<open])
    }
    let parts = body.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let first = parts[0]
    let starts = roots.map(\.rawValue)
    if let root = RedactionRule.Root(rawValue: first) {
      guard roots.contains(root) else {
        throw fail("is not a path in an answer: expected a path that starts with \(RecordingError.list(starts, "or")).")
      }
      guard argument == nil else { throw fail("is a path, and paths have no arguments: write variables.NAME.") }
      let names = parts.dropFirst()
      guard !names.isEmpty else { throw fail("covers everything: name a part, as in \(first).login.token.") }
      for name in names {
        guard !name.contains("[") else {
          throw fail("has an index, and a rule applies to all elements of a list: remove the brackets.")
        }
        guard name == "*" || !name.isEmpty else { throw fail("has two dots in a row, or one at its end: remove one.") }
      }
      self = .path(root: root, names: Array(names))
      return
    }
    if parts.count == 2, let type = Self.name(parts[0][...]), let field = Self.name(parts[1][...]) {
      // `user.token` would be the type `user`, which nobody means.
      guard let initial = type.utf8.first, !initial.isLower else {
        throw fail(
          "starts with a lowercase letter, so it is not a type: write \(Self.capitalised(type)).\(field) for a field of a "
            + "type, or data.\(type).\(field) for a path in an answer.")
      }
      self = .coordinate(type: type, field: field, argument: argument)
      return
    }
    let suggestion = didYouMean(nil, suggestionList(first, starts))
    throw fail(
      "is not a path: expected a schema coordinate such as User.token, or a path that starts with "
        + "\(RecordingError.list(starts, "or")), such as data.login.token.\(suggestion)")
  }

  private static func name(_ text: Substring) -> String? {
    text.isGraphQLName ? String(text) : nil
  }

  private static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

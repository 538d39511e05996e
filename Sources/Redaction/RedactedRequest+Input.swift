import GraphQLLanguage
import OrderedJSON
import Recordings

extension RedactedRequest {
  /// The hash of a root field with its arguments, variables filled in. It ignores the operation's name and the selected
  /// fields. Nil if there is no such field or it has no arguments. `key` is its response key.
  func input(of key: String) -> ContentHash? {
    var text: String?
    for case .field(let field) in operation.selectionSet.selections where field.responseKey == key {
      guard !field.arguments.isEmpty else { continue }
      text = "\(field.name.text)(\(list(field.arguments.map { ($0.name.text, $0.value) })))"
    }
    return text.map { ContentHash(of: Array($0.utf8)) }
  }

  /// Indicates whether a mutation of a named session may issue the credential of a user other than its caller: it has
  /// input without issued values such as a refresh token.
  func mayLogInAnother(at key: String) -> Bool {
    guard session != nil, operation.kind == .mutation, caller != .anonymous,
      Redactor.handed(in: .object(variables)).isEmpty
    else { return false }
    for case .field(let field) in operation.selectionSet.selections where field.responseKey == key {
      for argument in field.arguments {
        guard case .string(let string) = argument.value else { continue }
        if !Redactor.handed(in: JSON(stringLiteral: string.value)).isEmpty { return false }
      }
    }
    return true
  }

  /// The arguments with a value in the text, such as `login.user:"ann"`, in the order of the operation, then of the
  /// fragments that it uses. Recurses as deep as a selection set, which the parser bounds.
  var literals: [String] {
    var found: [String] = []
    // A list of its own: a chain of fragments may be as long as the document.
    var pending: [String] = []
    let fragments = document.fragmentsByName
    func collect(_ set: SelectionSet) {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          for argument in field.arguments where Self.hasLiteral(argument.value) {
            found.append("\(field.name.text).\(argument.name.text):\(argument.value.printed())")
          }
          if let set = field.selectionSet { collect(set) }
        case .inlineFragment(let fragment): collect(fragment.selectionSet)
        case .fragmentSpread(let reference):
          if !pending.contains(reference.name.text) { pending.append(reference.name.text) }
        }
      }
    }
    collect(operation.selectionSet)
    var next = 0
    while next < pending.count {
      if let fragment = fragments[pending[next]] { collect(fragment.selectionSet) }
      next += 1
    }
    return found
  }

  private static func hasLiteral(_ value: Value) -> Bool {
    switch value {
    case .variable: false
    case .list(let elements, _): elements.contains(where: hasLiteral)
    case .object(let fields, _): fields.contains { hasLiteral($0.value) }
    default: true
    }
  }

  private func list(_ items: [(name: String, value: Value)]) -> String {
    items.sorted { $0.name < $1.name }.map { "\"\($0.name)\":\(text($0.value))" }.joined(separator: ",")
  }

  /// The text of a value, the same for a literal and for a variable with that value. Recurses as deep as the document.
  private func text(_ value: Value) -> String {
    switch value {
    case .variable(let name): (variables[name.text] ?? defaultValue(of: name.text)).sortedMembers().compactText
    case .string(let string): JSON.string(LoneSurrogates.encoded(string.value)).compactText
    case .enum(let name): JSON.string(name.text).compactText
    case .list(let elements, _): "[\(elements.map(text).joined(separator: ","))]"
    case .object(let fields, _): "{\(list(fields.map { ($0.name.text, $0.value) }))}"
    default: value.printed()
    }
  }

  private func defaultValue(of name: String) -> JSON {
    guard case .string(let string)? = operation.variables.first(where: { $0.name.text == name })?.defaultValue else {
      return .null
    }
    return .string(LoneSurrogates.encoded(string.value))
  }
}

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

  /// Indicates whether a mutation may issue the credential of a user other than its caller: it has input without issued
  /// values such as a refresh token. Outside named sessions, only if its caller may have sent nothing but an app's key,
  /// in one of several places of credentials.
  func mayLogInAnother(at key: String, sources: Int) -> Bool {
    guard session != nil || sources > 1 && mayBeApp, operation.kind == .mutation, caller != .anonymous,
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

  /// True if the caller may be an app, not a user: no answer issued its credential, which names no user.
  var mayBeApp: Bool {
    switch caller {
    case .anonymous, .known, .user: false
    case .authenticated, .numbered: true
    }
  }

  /// Returns the values in the text of the operation that the fields on a path of its answer have as arguments, such as
  /// `login.user:"ann"`, sorted. The URL of an HTTP exchange is no such text.
  func literals(on path: JSONPath) -> [String] {
    let keys = path.steps.compactMap { step in if case .name(let name) = step { name } else { nil } }
    guard keys.first == RedactionRule.Root.data.rawValue, !HTTPExchange.isOne(operation) else { return [] }
    let fragments = document.fragmentsByName
    var sets = [operation.selectionSet]
    var found: Set<String> = []
    for key in keys.dropFirst() {
      let fields = Self.fields(key, of: sets, fragments)
      for field in fields {
        for argument in field.arguments where isInText(argument.value) {
          found.insert("\(field.name.text).\(argument.name.text):\(text(argument.value))")
        }
      }
      sets = fields.compactMap(\.selectionSet)
    }
    return found.sorted()
  }

  /// Returns the fields of selection sets with a response key.
  private static func fields(
    _ key: String, of sets: [SelectionSet], _ fragments: [String: FragmentDefinition]
  ) -> [Field] {
    var found: [Field] = []
    var spread: Set<String> = []
    // A list of its own: a chain of fragments may be as long as the document.
    var pending = sets
    while let set = pending.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field): if field.responseKey == key { found.append(field) }
        case .inlineFragment(let fragment): pending.append(fragment.selectionSet)
        case .fragmentSpread(let reference):
          guard spread.insert(reference.name.text).inserted else { continue }
          if let fragment = fragments[reference.name.text] { pending.append(fragment.selectionSet) }
        }
      }
    }
    return found
  }

  /// Indicates whether a value, or a part of it, is in the text: a literal, or the default of a variable that is absent.
  private func isInText(_ value: Value) -> Bool {
    switch value {
    case .variable(let name): variables[name.text] == nil && defaultValue(of: name.text) != .null
    case .list(let elements, _): elements.contains(where: isInText)
    case .object(let fields, _): fields.contains { isInText($0.value) }
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

import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  private enum OperationKey: String, CaseIterable {
    case independentOf, headers, nullIsAbsent, idempotent, changes, derive, variables, volatile, stable
  }

  enum Changes: String, CaseIterable {
    case nothing
  }

  mutating func operations(_ node: Node) throws(RecordingError) -> [OperationRule] {
    var rules: [OperationRule] = []
    for (key, value) in try mapping(node, "\"operations\"", such: "LaunchList: { independentOf: [BookTrip] }") {
      let name = try nameOrEvery(key, "an operation's name", such: "LaunchList") { .operation($0) }
      rules.append(try operation(name, value))
    }
    return rules
  }

  /// Reads the name of an operation or a mutation, which is mentioned, or `*` for all.
  private mutating func nameOrEvery(
    _ node: Node, _ what: String, such example: String, _ subject: (String) -> RuleMention.Subject
  ) throws(RecordingError) -> String {
    if let every = node.scalar?.string, every == OperationRule.everyOperation { return every }
    let name = try name(node, what, such: "\(example), or \"*\" for all")
    mention(subject(name), at: node)
    return name
  }

  /// Reads the rules of one operation. `others` are the valid keys that the caller has read.
  mutating func operation(
    _ name: String, _ node: Node, besides others: [String] = []
  ) throws(RecordingError) -> OperationRule {
    var rule = OperationRule(name)
    operation = name == OperationRule.everyOperation ? nil : name
    defer { operation = nil }
    for (key, value) in try mapping(node, "the entry for \"\(name)\"", such: "independentOf: [BookTrip]") {
      switch try self.key(key, of: OperationKey.self, besides: others) {
      case .independentOf: rule.independentOf = try independentOf(value)
      case .headers: rule.headers = try countedHeaders(value)
      case .nullIsAbsent: rule.nullIsAbsent = try boolean(value, "\"nullIsAbsent\"")
      case .idempotent: rule.isIdempotent = try boolean(value, "\"idempotent\"")
      case .changes: rule.changesNothing = try changes(value) == .nothing
      case .derive: rule.derives = try boolean(value, "\"derive\"")
      case .variables: rule.variables = try variables(value)
      case .volatile: rule.volatile = try volatile(value)
      case .stable: rule.stable = try stable(value)
      }
    }
    return rule
  }

  private mutating func independentOf(_ node: Node) throws(RecordingError) -> [String] {
    var names: [String] = []
    let elements = try list(node, "\"independentOf\"", of: "names of mutations", such: "[BookTrip]")
    for element in elements {
      let name = try nameOrEvery(element, "a mutation's name", such: "BookTrip") { .mutation($0) }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  func changes(_ node: Node) throws(RecordingError) -> Changes {
    if let text = node.scalar?.string, let changes = Changes(rawValue: text) { return changes }
    throw error(node.mark, "\"changes\" is \(found(node)): expected the word nothing. Otherwise remove it.")
  }

  // MARK: Headers that affect matching

  private mutating func countedHeaders(_ node: Node) throws(RecordingError) -> [String] {
    var names: [String] = []
    for element in try list(node, "\"headers\"", of: "names of request headers", such: "[x-tenant]") {
      let text = try string(element, "a header's name", such: "x-tenant")
      let shown = RecordingError.shown(.string(text))
      guard HeaderName.isValid(text) else {
        throw error(element.mark, "\(shown) is not a header name: expected one such as x-tenant.")
      }
      let name = text.lowercased()
      guard !["authorization", "cookie", "proxy-authorization"].contains(name), SecretName.strength(of: name) != .sure
      else {
        throw error(
          element.mark,
          "the header \(shown) is a secret, which is never saved. To distinguish users, use \"identity\".")
      }
      guard !ResponseHeaders.never.contains(name), name != "host", !name.hasPrefix("x-understudy-") else {
        throw error(
          element.mark, "the header \(shown) belongs to the connection, and never affects matching. Remove it.")
      }
      counted.append((name, element.mark))
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Rejects the caller's credential as a header that affects matching, because it is never written.
  func checkCounted(_ identity: IdentityRule) throws(RecordingError) {
    for (name, mark) in counted where identity.sources.contains(.header(name)) {
      throw error(
        mark,
        "the header \"\(name)\" is already a credential under \"identity\". Remove it here.")
    }
  }
}

import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
import Yams

extension YAMLReader {
  private enum IdentityKey: String, CaseIterable {
    case header, cookie, names
  }

  private enum RedactionKey: String, CaseIterable {
    case redact, keep, text, cards
  }

  // MARK: Identity

  /// Reads the places of credentials.
  func identity(_ node: Node) throws(RecordingError) -> IdentityRule {
    var sources: [IdentityRule.Source] = []
    var rule = IdentityRule()
    for (key, value) in try mapping(node, "\"identity\"", such: "header: x-api-key") {
      switch try self.key(key, of: IdentityKey.self) {
      case .header: sources += try names(value, "header", such: "x-api-key").map { .header($0.lowercased()) }
      case .cookie: sources += try names(value, "cookie", such: "session").map { .cookie($0) }
      case .names: rule.names = try callers(value)
      }
    }
    if !sources.isEmpty { rule.sources = sources }
    return rule
  }

  private func names(_ node: Node, _ kind: String, such example: String) throws(RecordingError) -> [String] {
    let what = "\"\(kind)\" of \"identity\""
    var names: [String] = []
    let elements = try list(node, what, of: "names", such: example, orOne: true)
    for element in elements {
      let name = try string(element, "a \(kind)'s name", such: example)
      guard HeaderName.isValid(name) else {
        throw error(
          element.mark,
          "\(RecordingError.shown(.string(name))) is not a valid \(kind) name: expected one such as \(example).")
      }
      if kind == "header", name.utf8.first.map({ !$0.isLetterOrDigit || $0.isDigit }) ?? true {
        throw error(
          element.mark,
          "\(RecordingError.shown(.string(name))) is not a header name: expected one that starts with a letter, such "
            + "as \(example).")
      }
      if kind == "header", name.lowercased() == "cookie" {
        throw error(element.mark, "the header \"cookie\" has many values: name one, as in `cookie: session`.")
      }
      if !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { throw error(node.mark, "\(what) is an empty list: add a name, or remove the key.") }
    return names
  }

  /// Reads the names of callers, each with one byte of a hash.
  private func callers(_ node: Node) throws(RecordingError) -> [IdentityRule.Name] {
    var names: [IdentityRule.Name] = []
    for (key, value) in try mapping(node, "\"names\" of \"identity\"", such: "alice: \"7f\"") {
      let name = try string(key, "a caller's name", such: "alice")
      guard IdentityRule.isName(name) else {
        throw error(
          key.mark,
          "\(RecordingError.shown(.string(name))) is not a valid user name: expected letters, digits, dots, dashes and "
            + "underscores, starting with a letter, at most 60.")
      }
      guard let digits = value.scalar?.string, digits.utf8.count == 2, digits.utf8.allSatisfy(\.isHexDigit),
        let byte = UInt8(digits, radix: 16)
      else {
        throw error(
          value.mark,
          "the mark of \"\(name)\" is \(found(value)): expected the two hexadecimal digits that the recorder printed, such "
            + "as \"7f\".")
      }
      if let other = names.first(where: { $0.byte == byte }) {
        throw error(value.mark, "\"\(other.name)\" has the mark \"\(digits)\", too. Give each credential one name.")
      }
      names.append(.init(name, byte: byte))
    }
    return names
  }

  // MARK: Redaction

  mutating func redaction(_ node: Node) throws(RecordingError) -> RedactionRules {
    var rules = RedactionRules()
    for (key, value) in try mapping(node, "\"redaction\"", such: "redact: [User.token]") {
      switch try self.key(key, of: RedactionKey.self) {
      case .redact: rules.rules += try targets(value, "redact", such: "User.token").map { .init($0, effect: .redact) }
      case .keep:
        rules.rules += try targets(value, "keep", such: "Query.passwordPolicy").map { .init($0, effect: .keep) }
      case .text: rules.text = try text(value)
      case .cards: rules.cards = try boolean(value, "\"cards\"")
      }
    }
    return rules
  }

  private mutating func targets(
    _ node: Node, _ key: String, such example: String
  ) throws(RecordingError) -> [RedactionRule.Target] {
    var targets: [RedactionRule.Target] = []
    for element in try list(node, "\"\(key)\"", of: "places", such: "[\(example)]") {
      let text = try string(element, "a place", such: example)
      let target: RedactionRule.Target
      do throws(RedactionRule.Target.Problem) {
        target = try RedactionRule.Target(text)
      } catch {
        throw self.error(element.mark, error.description)
      }
      mention(target, at: element)
      targets.append(target)
    }
    return targets
  }

  private mutating func text(_ node: Node) throws(RecordingError) -> RedactionRules.TextAllowance {
    switch node.scalar?.string {
    case "true": return .everybody
    case "false": return .nobody
    default: break
    }
    guard case .sequence = node else {
      throw error(
        node.mark,
        "\"text\" is \(found(node)): expected true, false, or a list of names of operations such as [Export].")
    }
    var names: [String] = []
    for element in try list(node, "\"text\"", of: "names of operations", such: "[Export]") {
      let name = try self.name(element, "an operation's name", such: "Export")
      mention(.operation(name), at: element)
      names.append(name)
    }
    return .operations(names)
  }
}

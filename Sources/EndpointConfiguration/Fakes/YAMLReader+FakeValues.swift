import FakeClauses
import OrderedJSON
import Recordings
import Yams

// The values of rules for generated data.

extension YAMLReader {
  func place(_ node: Node) -> RecordingError.Place? {
    node.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
  }

  func rate(_ node: Node, _ what: String) throws(RecordingError) -> Int {
    guard let text = node.scalar?.string, let rate = FakeConfiguration.rate(text) else {
      throw error(node.mark, "\(what) is \(found(node)): expected \(FakeConfiguration.rateForm).")
    }
    return rate
  }

  func percent(_ node: Node, _ what: String) throws(RecordingError) -> Int {
    guard let text = node.scalar?.string, let percent = FakeConfiguration.percent(text) else {
      throw error(node.mark, "\(what) is \(found(node)): expected \(FakeConfiguration.percentForm).")
    }
    return percent
  }

  func whole(_ node: Node, _ what: String, such example: String) throws(RecordingError) -> Int {
    guard let text = node.scalar?.string, let number = Int(text) else {
      throw error(node.mark, "\(what) is \(found(node)): expected a whole number such as \(example).")
    }
    return number
  }

  /// Reads a length such as `20` or a range such as `20-30`.
  func length(_ node: Node, _ what: String) throws(RecordingError) -> (Int, Int) {
    let text = node.scalar?.string ?? ""
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 1, let length = parts[0] { return (length, length) }
    guard parts.count == 2, let least = parts[0], let most = parts[1] else {
      throw error(node.mark, "\(what) is \(found(node)): expected a length such as 20, or a range such as 20-30.")
    }
    return (least, most)
  }

  /// Reads the name of a field; nil for `none`.
  func nameOrNone(_ node: Node, _ what: String, such example: String) throws(RecordingError) -> String? {
    let text = try name(node, what, such: "\(example), or none")
    return text == "none" ? nil : text
  }

  func members(_ node: Node, _ what: String) throws(RecordingError) -> [JSONObject.Member] {
    try mapping(node, what, such: "minNumber: 1").map { JSONObject.Member($0.key.scalar?.string ?? "", json($0.value)) }
  }

  /// Converts a YAML value to JSON. A quoted scalar is a string; a plain one may be a number, a Boolean or null.
  func json(_ node: Node) -> JSON { FaultTerm(node).json }

  /// Reads the fields of a page; nil for `none`.
  func page(_ node: Node, _ what: String) throws(RecordingError) -> [FakeClause.PageMember]? {
    if node.scalar?.string == "none" { return nil }
    var members: [FakeClause.PageMember] = []
    for (key, value) in try mapping(node, what, such: "items: results") {
      let role = try string(key, what, such: "items")
      members.append(.init(role, try string(value, "\"\(role)\" of \(what)", such: "results")))
    }
    return members
  }

  private enum CountsKey: String, CaseIterable {
    case of, `where`
  }

  /// Reads the list to count: a name, a name with conditions for its elements, or `none`.
  func counts(_ node: Node, _ what: String) throws(RecordingError) -> FakeClause {
    guard case .mapping = node else { return .counts(try nameOrNone(node, what, such: "posts")) }
    var list: String?
    var conditions: [JSONObject.Member] = []
    for (key, value) in try mapping(node, what, such: "of: posts") {
      switch try self.key(key, of: CountsKey.self) {
      case .of: list = try name(value, "\"of\" in \(what)", such: "posts")
      case .where:
        conditions = try mapping(value, "\"where\" in \(what)", such: "state: OPEN").map {
          JSONObject.Member($0.key.scalar?.string ?? "", json($0.value))
        }
      }
    }
    guard let list else { throw error(node.mark, "\(what) names no field: add a key such as `of: posts`.") }
    return .counts(list, where: conditions)
  }

  /// Reads the fields that a mutation sets, by type.
  func effects(_ node: Node, _ what: String) throws(RecordingError) -> [SaidEffect] {
    var effects: [SaidEffect] = []
    for (key, value) in try mapping(node, what, such: "Post: { archived: true }") {
      let type = try name(key, "a type's name", such: "Post")
      for (key, value) in try mapping(value, "\"\(type)\" in \(what)", such: "archived: true") {
        effects.append(.init(type: type, field: try name(key, "a field's name", such: "archived"), value: json(value)))
      }
    }
    return effects
  }

  /// Reads the rules of arguments, including those inside input objects, with their keys.
  func arguments(
    _ node: Node, _ what: String, in path: [String] = []
  ) throws(RecordingError) -> [(path: [String], text: String, node: Node)] {
    var said: [(path: [String], text: String, node: Node)] = []
    for (key, value) in try mapping(node, what, such: "take: first") {
      let path = path + [try name(key, "the name of an argument", such: "take")]
      if case .mapping = value {
        said += try arguments(value, what, in: path)
      } else {
        let text = try string(value, "\"\(path.joined(separator: "."))\" in \(what)", such: "first, User.email or none")
        said.append((path, text, key))
      }
    }
    return said
  }
}

import GraphQLLanguage
import OrderedJSON
import Recordings
import Yams

/// Reads YAML nodes, or reports their errors with their places.
struct YAMLReader {
  let path: String
  /// The names in rules, in the order in which they are read.
  var mentions: [RuleMention] = []
  /// The operation whose rules are being read; nil for those of all operations.
  var operation: String?
  /// The request headers that affect matching.
  var counted: [(name: String, mark: Mark?)] = []

  /// The maximum number of entries in a list or mapping.
  static let entryLimit = 1_000
  /// The maximum length of a text, in bytes.
  static let textLimit = 2_000

  init(path: String) { self.path = path }

  /// Parses a text into its tree; nil if it is empty.
  func compose(_ text: String) throws(RecordingError) -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch {
      throw RecordingError.conflict(path, in: Array(text.utf8), .invalidConfiguration) ?? syntaxError(error)
    }
  }

  private func syntaxError(_ error: any Error) -> RecordingError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return self.error(mark, "not YAML: \(problem). Correct it at this place.")
    case .duplicatedKeysInMapping(let duplicates, let context):
      return self.error(context.mark, "\(RecordingError.list(duplicates.sorted())) appears twice: keep one of the two.")
    case .reader(let problem, _, _, _):
      return self.error(nil, "not YAML: \(problem). Save the file as UTF-8.")
    default:
      return self.error(nil, "not YAML. Write keys and values, such as `upstream: \(UpstreamURL.example)`.")
    }
  }

  /// Reads a key. For an unknown key, the error lists the valid ones.
  func key<Key: RawRepresentable & CaseIterable>(
    _ node: Node, of _: Key.Type, besides others: [String] = []
  ) throws(RecordingError) -> Key where Key.RawValue == String {
    let valid = Key.allCases.map(\.rawValue) + others.filter { Key(rawValue: $0) == nil }
    guard case .scalar(let scalar) = node else {
      throw error(node.mark, "a key must be a string: expected \(RecordingError.list(valid, "or")).")
    }
    if let key = Key(rawValue: scalar.string) { return key }
    let found = RecordingError.shown(.string(scalar.string))
    throw error(
      node.mark, "unknown key \(found): \(RecordingError.expected(.string(scalar.string), valid))")
  }

  func mapping(
    _ node: Node, _ what: String, such example: String
  ) throws(RecordingError) -> [(key: Node, value: Node)] {
    guard case .mapping(let mapping) = node else {
      throw error(node.mark, "\(what) is \(kindName(node)): expected keys and values such as `\(example)`.")
    }
    try checkCount(mapping.count, node, what)
    return mapping.map { ($0.key, $0.value) }
  }

  // MARK: Single values

  func string(_ node: Node, _ what: String, such example: String) throws(RecordingError) -> String {
    guard case .scalar(let scalar) = node, !node.isEmptyScalar else {
      throw error(node.mark, "\(what) is \(kindName(node)): expected a string such as \(example).")
    }
    guard scalar.string.utf8.count <= Self.textLimit else {
      throw error(node.mark, "\(what) has more than \(Self.textLimit) bytes: shorten it.")
    }
    return scalar.string
  }

  func boolean(_ node: Node, _ what: String) throws(RecordingError) -> Bool {
    switch node.scalar?.string {
    case "true": return true
    case "false": return false
    default: throw error(node.mark, "\(what) is \(found(node)): expected true or false.")
    }
  }

  func name(_ node: Node, _ what: String, such example: String) throws(RecordingError) -> String {
    let text = try string(node, what, such: example)
    guard text.isGraphQLName else {
      throw error(
        node.mark,
        "\(RecordingError.shown(.string(text))) is not a GraphQL name: expected letters, digits and underscores, as in "
          + "\(example).")
    }
    return text
  }

  // MARK: Lists

  /// Reads the elements of a list. With `orOne`, a single value counts as a list of one.
  func list(
    _ node: Node, _ what: String, of elements: String, such example: String, orOne: Bool = false
  ) throws(RecordingError) -> [Node] {
    if orOne, case .scalar = node, !node.isEmptyScalar { return [node] }
    guard case .sequence(let sequence) = node else {
      let one = orOne ? "one, or a list, of" : "a list of"
      throw error(node.mark, "\(what) is \(found(node)): expected \(one) \(elements) such as \(example).")
    }
    try checkCount(sequence.count, node, what)
    return Array(sequence)
  }

  private func checkCount(_ count: Int, _ node: Node, _ what: String) throws(RecordingError) {
    guard count <= Self.entryLimit else {
      throw error(node.mark, "\(what) has more than \(Self.entryLimit) entries: remove some.")
    }
  }

  // MARK: Errors

  /// A single value, cut if it is long; anything else by its kind.
  func found(_ node: Node) -> String {
    guard case .scalar(let scalar) = node, !node.isEmptyScalar else { return kindName(node) }
    return RecordingError.shown(.string(scalar.string))
  }

  func kindName(_ node: Node) -> String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar: node.isEmptyScalar ? "empty" : "a single value"
    case .alias: "an alias"
    }
  }

  func error(_ mark: Mark?, _ message: String) -> RecordingError {
    RecordingError(
      .invalidConfiguration, path, mark.map { RecordingError.Place(line: $0.line, column: $0.column) }, message)
  }
}

extension Node {
  /// Indicates whether this is a key without a value, or a file that contains only comments.
  var isEmptyScalar: Bool {
    if case .scalar(let scalar) = self {
      scalar.string.isEmpty && scalar.style != .doubleQuoted && scalar.style != .singleQuoted
    } else {
      false
    }
  }
}

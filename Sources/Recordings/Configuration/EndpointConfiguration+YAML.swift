import GraphQLLanguage
import OrderedJSON
import Yams

extension EndpointConfiguration {
  /// Reads the text of an `endpoint.yaml`. Only the tree of the text is looked at: no tag makes anything run.
  package init(yaml bytes: [UInt8], path: String) throws(RecordingError) {
    self.init()
    guard bytes.count <= Self.limit else {
      throw RecordingError(.invalidConfiguration, path, nil, "is larger than 1 MiB, the most that is read of it.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RecordingError(.invalidConfiguration, path, nil, "is not UTF-8.")
    }
    let reader = YAMLReader(path: path)
    guard let root = try reader.compose(text), !root.isEmptyScalar else { return }
    for (key, value) in try reader.mapping(root, "the file") {
      // One line a key: the readers below say what a value has to be.
      switch try reader.key(key, of: Key.self) {
      case .upstream: upstream = try reader.upstream(value)
      case .headers: headers = try reader.headers(value)
      }
    }
  }

  /// A longer file is no configuration.
  private static let limit = 1 << 20

  /// The keys at the top of the file.
  enum Key: String, CaseIterable {
    case upstream
    case headers
  }
}

/// Reads nodes of YAML, or says where they are wrong.
private struct YAMLReader {
  let path: String

  /// The tree of a text; nil for an empty one.
  func compose(_ text: String) throws(RecordingError) -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch {
      throw syntaxError(error)
    }
  }

  private func syntaxError(_ error: any Error) -> RecordingError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return self.error(mark, "not YAML: \(problem).")
    case .duplicatedKeysInMapping(let duplicates, let context):
      return self.error(context.mark, "\(RecordingError.list(duplicates.sorted())) stands twice: keep one of the two.")
    case .reader(let problem, _, _, _):
      return self.error(nil, "not YAML: \(problem).")
    default:
      return self.error(nil, "not YAML.")
    }
  }

  /// A misspelt key is an error that lists the valid ones.
  func key<Key: RawRepresentable & CaseIterable>(
    _ node: Node, of _: Key.Type
  ) throws(RecordingError) -> Key where Key.RawValue == String {
    let valid = Key.allCases.map(\.rawValue)
    guard case .scalar(let scalar) = node else {
      throw error(node.mark, "a key is a word: expected \(RecordingError.list(valid, "or")).")
    }
    if let key = Key(rawValue: scalar.string) { return key }
    let found = RecordingError.shown(.string(scalar.string))
    throw error(
      node.mark, "unknown key \(found): \(RecordingError.expected(.string(scalar.string), valid))")
  }

  func mapping(_ node: Node, _ what: String) throws(RecordingError) -> [(key: Node, value: Node)] {
    guard case .mapping(let mapping) = node else {
      throw error(node.mark, "\(what) is \(kindName(node)): expected keys and values such as `upstream: https://…`.")
    }
    return mapping.map { ($0.key, $0.value) }
  }

  // MARK: One reader a key

  func upstream(_ node: Node) throws(RecordingError) -> UpstreamURL {
    let text = try string(node, "\"upstream\"", such: "https://api.example.com/graphql")
    do {
      return try UpstreamURL(text)
    } catch {
      throw self.error(node.mark, "\"upstream\" \(error.problem).")
    }
  }

  func headers(_ node: Node) throws(RecordingError) -> [String] {
    guard case .sequence(let sequence) = node else {
      throw error(node.mark, "\"headers\" is \(kindName(node)): expected a list of header names such as [x-cost].")
    }
    var names: [String] = []
    for element in sequence {
      let text = try string(element, "a header's name", such: "x-cost")
      let found = RecordingError.shown(.string(text))
      guard HeaderName.isValid(text) else { throw error(element.mark, "\(found) cannot be a header's name.") }
      let name = text.lowercased()
      guard !ResponseHeaders.never.contains(name) else {
        throw error(
          element.mark,
          "the header \(found) is never recorded: it is a secret, or belongs to the connection rather than to the answer."
        )
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  // MARK: Helpers

  private func string(_ node: Node, _ what: String, such example: String) throws(RecordingError) -> String {
    guard case .scalar(let scalar) = node, !node.isEmptyScalar else {
      throw error(node.mark, "\(what) is \(kindName(node)): expected a text such as \(example).")
    }
    return scalar.string
  }

  private func kindName(_ node: Node) -> String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar: node.isEmptyScalar ? "empty" : "a single value"
    case .alias: "an alias"
    }
  }

  private func error(_ mark: Mark?, _ message: String) -> RecordingError {
    RecordingError(
      .invalidConfiguration, path, mark.map { RecordingError.Place(line: $0.line, column: $0.column) }, message)
  }
}

extension Node {
  /// Whether this is a key without a value, or a file of comments only.
  fileprivate var isEmptyScalar: Bool {
    if case .scalar(let scalar) = self {
      scalar.string.isEmpty && scalar.style != .doubleQuoted && scalar.style != .singleQuoted
    } else {
      false
    }
  }
}

import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  private enum ExchangesKey: String, CaseIterable {
    case hosts, paths
  }

  /// The keys of a path, besides those of an operation.
  private enum PathKey: String, CaseIterable {
    case store, body, changes
  }

  /// Reads `http`: the rules for requests that are not GraphQL, and their rules as operations.
  mutating func exchanges(_ node: Node) throws(RecordingError) -> (ExchangeRules, [OperationRule]) {
    var rules = ExchangeRules()
    var operations: [OperationRule] = []
    for (key, value) in try mapping(node, "\"http\"", such: "hosts: [auth.example.com]") {
      switch try self.key(key, of: ExchangesKey.self) {
      case .hosts: rules.hosts = try hosts(value, "\"hosts\"", such: "auth.example.com")
      case .paths:
        for (key, value) in try mapping(value, "\"paths\"", such: "/files/*: { store: true }") {
          let (path, rule) = try exchangePath(key, value)
          let isNew = operations.allSatisfy { !path.operations.contains($0.operation) }
          guard isNew else {
            throw error(
              key.mark,
              "\(found(key)) and an earlier path have the same letters and digits. Write one path for both.")
          }
          rules.paths.append(path)
          operations += path.operations.map { name in
            var rule = rule
            rule.operation = name
            return rule
          }
        }
      }
    }
    return (rules, operations)
  }

  private mutating func exchangePath(
    _ key: Node, _ node: Node
  ) throws(RecordingError) -> (ExchangeRules.Path, OperationRule) {
    let text = try string(key, "a path", such: "/files/*")
    guard var path = ExchangeRules.Path(text) else {
      throw error(
        key.mark,
        "\(RecordingError.shown(.string(text))) is not a path: expected one such as /files/*, or with a method: POST /search."
      )
    }
    var others: [(Node, Node)] = []
    for (key, value) in try mapping(node, "the entry for \"\(text)\"", such: "store: true") {
      switch key.scalar.flatMap({ PathKey(rawValue: $0.string) }) {
      case .store: path.storesAnswer = try boolean(value, "\"store\"")
      case .body:
        guard value.scalar?.string == "hash" else {
          throw error(value.mark, "\"body\" is \(found(value)): expected the word hash. Otherwise remove it.")
        }
        path.hashesBody = true
      case .changes: path.changesNothing = try changes(value) == .nothing
      case nil: others.append((key, value))
      }
    }
    let rest = Node.mapping(Node.Mapping(others, .implicit, .any, node.mark))
    return (path, try operation(text, rest, besides: PathKey.allCases.map(\.rawValue)))
  }
}

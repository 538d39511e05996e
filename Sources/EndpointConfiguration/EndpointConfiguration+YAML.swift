package import Recordings

extension EndpointConfiguration {
  /// Reads the text of an `endpoint.yaml`. Uses only the tree of the text, so no tag can execute anything.
  package init(yaml bytes: [UInt8], path: String) throws(RecordingError) {
    self.init()
    guard bytes.count <= Self.limit else {
      throw RecordingError(.invalidConfiguration, path, nil, "is larger than 1 MiB, which is the limit. Shorten it.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RecordingError(.invalidConfiguration, path, nil, "is not UTF-8. Save it as UTF-8.")
    }
    var reader = YAMLReader(path: path)
    guard let root = try reader.compose(text), !root.isEmptyScalar else { return }
    var nullIsAbsent = false
    var volatile = VolatileRule()
    var stable: [VolatileRule.Place] = []
    var keys: [EndpointRules.KeyFields] = []
    var lookups: [String: String] = [:]
    var (operations, ofExchanges): ([OperationRule], [OperationRule]) = ([], [])
    for (key, value) in try reader.mapping(root, "the file", such: "upstream: https://…") {
      // One line per key: the readers define the valid values.
      switch try reader.key(key, of: Key.self) {
      case .upstream: upstream = try reader.upstream(value)
      case .headers: headers = try reader.headers(value)
      case .identity: identity = try reader.identity(value)
      case .redaction: redaction = try reader.redaction(value)
      case .nullIsAbsent: nullIsAbsent = try reader.boolean(value, "\"nullIsAbsent\"")
      case .volatile: volatile = try reader.volatile(value)
      case .stable: stable = try reader.stable(value)
      case .keys: keys = try reader.keys(value)
      case .lookups: lookups = try reader.lookups(value)
      case .operations: operations = try reader.operations(value)
      case .validation: validation.level = try reader.validationLevel(value)
      case .fakes: fakes = try reader.fakes(value)
      case .faults: faults = try reader.faults(value)
      case .answers: answers = try reader.answers(value)
      case .ignoreRules: validation.ignoredRules = try reader.ignoredRules(value)
      case .persistedQueries: persistedQueries = try reader.persistedQueries(value)
      case .http: (exchanges, ofExchanges) = try reader.exchanges(value)
      case .pass: passedHosts = try reader.hosts(value, "\"pass\"", such: "telemetry.example.com")
      case .resolve: resolvedHosts = try reader.resolvedHosts(value)
      case .subscriptions: subscriptions = try reader.subscriptions(value)
      }
    }
    try reader.checkCounted(identity)
    rules = EndpointRules(
      nullIsAbsent: nullIsAbsent, volatile: volatile, stable: stable, keys: keys, lookups: lookups,
      operations: operations + ofExchanges)
    mentions = reader.mentions
  }

  /// The maximum size of the file, in bytes.
  private static let limit = 1 << 20

  /// The top-level keys of the file.
  enum Key: String, CaseIterable {
    case upstream, headers, identity, redaction, nullIsAbsent, volatile, stable, keys, lookups, operations, validation,
      ignoreRules,
      fakes, persistedQueries, subscriptions, pass, resolve, http, faults, answers
  }
}

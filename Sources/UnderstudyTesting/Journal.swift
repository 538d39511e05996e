/// The requests of a test's client, with the failures and warnings that follow.
struct Journal: Sendable {
  var requests: [Understudy.Request] = []
  /// The number of requests past the bound.
  var unkept = 0
  /// Texts that fail no test.
  var warnings: [String] = []

  /// More failures than this have one cause, not many.
  private static let limit = 10
  /// The number of requests that the program keeps.
  private static let keptLimit = 100_000

  init() {}

  /// - Parameter json: an answer of the control API with `requests`.
  init(_ json: Understudy.JSONValue) {
    requests = json["requests"]?.array.map { .init($0) } ?? []
    unkept = json["unkept"]?.int ?? 0
    warnings = json["warnings"]?.array.compactMap(\.string) ?? []
  }

  /// The recordings that answered: paths below the recordings folder.
  var usedRecordings: Set<String> { Set(requests.compactMap(\.recording)) }

  /// Each miss and each refusal once, in the order in which they came.
  var failures: [String] {
    var texts: [String] = []
    for case let text? in requests.map(\.failure) where !texts.contains(text) { texts.append(text) }
    if texts.count > Self.limit {
      texts = texts.prefix(Self.limit) + ["And \(texts.count - Self.limit) more requests missed or were refused."]
    }
    if unkept > 0 {
      texts.append(
        "\(unkept) requests came after the first \(Self.keptLimit), and their results are not known. Split the test.")
    }
    return texts
  }

  /// Judges requests that belong to no running test. Those without a session fail the test that reads them, since some
  /// test sent them. Those of a test that has ended fail none.
  ///
  /// - Returns: the texts of failures, and of warnings.
  static func strays(_ requests: [Understudy.Request]) -> (failures: [String], warnings: [String]) {
    var journal = Journal()
    let isUnnamed = { (request: Understudy.Request) in request.session == nil || request.session == "default" }
    journal.requests = requests.filter(isUnnamed)
    let failures = journal.failures.map {
      "A request without a session failed. This test sent it, or a test that ran at the same time. Use Understudy.current.url unchanged: its last part is the test's session.\n\($0)"
    }
    let others = requests.filter { !isUnnamed($0) || $0.failure == nil }
    return (
      failures,
      others.map {
        "\($0.requestLine) belongs to no running test. Use Understudy.current.url unchanged, and wait for all answers before the test ends."
      }
    )
  }
}

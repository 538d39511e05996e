import GraphQLLanguage
package import OrderedJSON

/// A recorded named session: its requests in order. Each is one file of format 2.
package struct SessionRecording: Hashable, Sendable {
  /// The session's full name, in Unicode normalization form C.
  package var name: String
  /// True for a scope: a setup that other sessions share.
  package var isScope: Bool
  /// True for a scope that a shard got from `shard init` and has not recorded itself.
  package var isCopy = false
  /// True if the recording stops before the session's end, or if its test did not pass.
  package var isIncomplete: Bool
  /// Mutations in the order of completion, with the reads between them sorted, so that recording the same session again
  /// changes no byte.
  package var steps: [Step]

  package init(name: String, isScope: Bool = false, isIncomplete: Bool = false, steps: [Step] = []) {
    self.name = name
    self.isScope = isScope
    self.isIncomplete = isIncomplete
    self.steps = steps
  }

  /// A request, or several that were in flight at the same time.
  package enum Step: Hashable, Sendable {
    case request(Request)
    /// Mutations in flight at the same time, with the reads that overlapped them. Replay accepts them in any order.
    case together([Request])

    package var requests: [Request] {
      switch self {
      case .request(let request): [request]
      case .together(let requests): requests
      }
    }
  }

  /// One request with its answers.
  package struct Request: Hashable, Sendable {
    /// The operation's folder in the endpoint's.
    package var operation: String
    package var identity: Caller
    /// The placeholder of its credential, if the answer may depend on it: the session issued several, or another one got
    /// another answer. Nil for a request that any credential of its user may send.
    package var credential: String?
    /// The request headers that rules include, sorted, with names in lowercase.
    package var headers: [RecordedResponse.Header]
    /// In canonical form as sent. Rules are applied when the file is read.
    package var variables: JSONObject
    /// True if the API refused a mutation before executing it, so that it changed nothing.
    package var isRefused: Bool
    /// The ids of its answers: several if a repeated request (polling) got different answers.
    package var answers: [String]

    /// Sorts the requests of one step, computing the sort keys once.
    static func sorted(_ requests: [Self]) -> [Self] {
      guard requests.count > 1 else { return requests }
      return requests.map { (request: $0, order: $0.order) }
        .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.request)
    }

    private var order: [String] {
      [operation, identity.description, JSON.object(variables).compactText, credential ?? ""]
        + headers.flatMap { [$0.name, $0.value] }
    }

    package init(
      operation: String, identity: Caller, credential: String? = nil, headers: [RecordedResponse.Header] = [],
      variables: JSONObject, isRefused: Bool = false, answers: [String]
    ) {
      self.operation = operation
      self.identity = identity
      self.credential = credential
      self.headers = headers
      self.variables = variables
      self.isRefused = isRefused
      self.answers = answers
    }
  }

  package var requests: [Request] { steps.flatMap(\.requests) }

  /// The same session with other folder names, and its reads between two mutations sorted again.
  package func renaming(_ name: (String) -> String) -> SessionRecording {
    func renamed(_ request: Request) -> Request {
      var request = request
      request.operation = name(request.operation)
      return request
    }
    var session = SessionRecording(name: self.name, isScope: isScope, isIncomplete: isIncomplete)
    session.isCopy = isCopy
    var reads: [Request] = []
    for step in steps {
      switch step {
      case .request(let request) where !request.isChange: reads.append(renamed(request))
      case .request(let request):
        session.steps += Request.sorted(reads).map { .request($0) } + [.request(renamed(request))]
        reads = []
      case .together(let requests):
        let all = requests.map(renamed)
        session.steps += Request.sorted(reads).map { .request($0) }
        session.steps.append(
          .together(Request.sorted(all.filter(\.isChange)) + Request.sorted(all.filter { !$0.isChange })))
        reads = []
      }
    }
    session.steps += Request.sorted(reads).map { .request($0) }
    return session
  }
}

extension SessionRecording.Request {
  /// True if it leads to another state, as far as the file shows.
  fileprivate var isChange: Bool {
    !isRefused && FolderName(operation, scheme: .standard)?.kind == .mutation
  }
}

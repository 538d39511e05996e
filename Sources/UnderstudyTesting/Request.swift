extension Understudy {
  /// A request that a client sent, and where its answer came from.
  public struct Request: Sendable, CustomStringConvertible {
    /// The kind of an operation.
    public enum Kind: String, Sendable {
      case query, mutation, subscription
    }

    /// The source of an answer.
    public enum Source: String, Sendable {
      /// A recording, after the same history.
      case exact
      /// A recording that was made after other mutations. As far as recordings show, these do not affect this request.
      case inferred
      /// Recordings of other queries, which have all its fields.
      case derived
      /// The schema, for introspection that was not recorded.
      case introspection
      /// Generated.
      case fake
      /// An override (`Understudy.answer`).
      case override
      /// The real API.
      case upstream
      /// None: the request was not recorded.
      case miss
      /// None: an injected fault replaced the answer.
      case fault
      /// None: the request was refused as invalid.
      case refused
      /// None yet: the request is in progress, or was when the test ended.
      case pending
    }

    /// The endpoint; nil if the URL names none.
    public let endpoint: String?
    /// Nil for a request that is not an operation or cannot be parsed.
    public let kind: Kind?
    /// The operation's name; nil if it has none.
    public let name: String?
    /// The variables as the client sent them, including secrets.
    public let variables: [String: JSONValue]
    /// The source of the answer.
    public let source: Source
    /// The answer's HTTP status; nil while there is no answer.
    public let status: Int?
    /// The path of the recording that answered, below the recordings folder. Nil for derived and generated answers, and
    /// for answers from other tests' recordings.
    public let recording: String?
    /// The injected fault, such as `latency=200ms`; nil if there is none.
    public let fault: String?

    /// The reason that this request fails the test; nil if it does not.
    let failure: String?
    /// For example `POST /countries`.
    let requestLine: String
    /// The session that it named; nil if it named none.
    let session: String?
    private let headers: [(name: String, value: String)]

    /// The first value of a header field that the client sent; nil if it sent none.
    public func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// `query CountryDetail, exact`: without the variables, which may hold a secret.
    public var description: String {
      let title = kind.map { "\($0.rawValue) \(name ?? "(anonymous)")" } ?? "no operation"
      return "\(title), \(fault.map { "\(source.rawValue) with \($0)" } ?? source.rawValue)"
    }

    /// - Parameter json: an item of `requests` in the control API.
    init(_ json: JSONValue) {
      endpoint = json["endpoint"]?.string
      kind = json["kind"]?.string.flatMap { Kind(rawValue: $0) }
      name = json["name"]?.string
      variables = json["variables"]?.members ?? [:]
      headers = json["headers"]?.array.map { ($0[0]?.string ?? "", $0[1]?.string ?? "") } ?? []
      source = json["source"]?.string.flatMap { Source(rawValue: $0) } ?? .pending
      status = json["status"]?.int
      recording = json["recording"]?.string
      fault = json["fault"]?.string
      failure = json["failure"]?.string
      requestLine = json["request"]?.string ?? ""
      session = json["session"]?.string
    }
  }
}

import Engine
import GraphQLLanguage
import Transports

extension Understudy {
  /// A request that a client sent, and where its answer came from.
  public struct Request: Sendable, CustomStringConvertible {
    /// The kind of an operation.
    public enum Kind: String, Sendable {
      case query, mutation, subscription
    }

    /// Where an answer came from.
    public enum Source: String, Sendable {
      /// A recording, after the same history.
      case exact
      /// A recording, after a history that agrees in what counts.
      case inferred
      /// The schema, for introspection that was not recorded.
      case introspection
      /// Made up.
      case fake
      /// The real endpoint.
      case upstream
      /// Nowhere: it was not recorded.
      case miss
      /// Nowhere: a fault came in the place of an answer.
      case fault
      /// Nowhere: it was refused, since it is no request that can be answered.
      case refused
      /// Nowhere yet: the answer is on its way, or was when the test ended.
      case pending
    }

    /// The endpoint; nil where the URL names none.
    public let endpoint: String?
    /// Nil for a request that is no operation, or is not understood.
    public let kind: Kind?
    /// The operation's name; nil for one that has none.
    public let name: String?
    /// The variables as the client sent them, with whatever is secret in them.
    public let variables: [String: JSONValue]
    /// Where the answer came from.
    public let source: Source
    /// The answer's HTTP status; nil as long as there is none.
    public let status: Int?
    /// The recording that answered, by its path below the recordings folder.
    public let recording: String?
    /// What went wrong with the answer on request, such as `latency=200ms`; nil where nothing did.
    public let fault: String?

    private let headers: HeaderList

    /// The first value of a header field that the client sent; nil where it sent none.
    public func header(_ name: String) -> String? { headers[first: name] }

    /// `query CountryDetail, exact`: without the variables, which may hold a secret.
    public var description: String {
      let title = kind.map { "\($0.rawValue) \(name ?? "(anonymous)")" } ?? "no operation"
      return "\(title), \(fault.map { "\(source.rawValue) with \($0)" } ?? source.rawValue)"
    }

    init(_ entry: JournalEntry) {
      endpoint = entry.endpoint
      kind = entry.kind.flatMap { Kind(rawValue: $0.rawValue) }
      name = entry.name
      variables = JSONValue.members(entry.variables)
      headers = entry.headers
      source = entry.outcome.map { Source($0.source) } ?? .pending
      status = entry.outcome?.status
      recording = entry.outcome?.recording
      fault = entry.outcome?.fault
    }
  }
}

extension Understudy.Request.Source {
  fileprivate init(_ source: JournalEntry.Source) {
    self =
      switch source {
      case .exact: .exact
      case .inferred: .inferred
      case .introspection: .introspection
      case .fake: .fake
      case .upstream: .upstream
      case .miss: .miss
      case .fault: .fault
      case .refused: .refused
      }
  }
}

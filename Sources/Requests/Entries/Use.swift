package import GraphQLLanguage
package import OrderedJSON
import Recordings
import Synchronization

/// An operation of a session with its variables, the source of its answer, and its count.
///
/// A server that repeats a cached answer counts it here (`Answer.use`), so that reports count all requests.
package final class Use: Sendable {
  package let endpoint: String
  package let session: String
  package let kind: OperationKind
  package let name: String?
  /// A description of an anonymous operation, such as `{ matrix counter } 20474f2b`; nil if unknown.
  package let sketch: String?
  /// In canonical form, without secrets, shortened as in reports; nil in a mode that does not read them (generate).
  package let variables: JSONObject?
  package let source: Source
  /// The recording that answered, by its path below the recordings folder.
  package let recording: String?

  private let times = Atomic<Int>(0)
  private let longest = Atomic<UInt64>(0)

  /// The source of an answer in reports.
  package enum Source: String, Sendable, CaseIterable {
    /// A recording after the same history.
    case exact
    /// A recording after a history that differs only in mutations that do not affect the request.
    case inferred
    /// Recordings of other queries, which have all its fields.
    case derived
    /// The schema, for introspection that was not recorded.
    case introspection
    /// Generated data.
    case fake
    /// An override, which the user wrote.
    case override
    case upstream
    /// None: the upstream could not be reached, or gave no answer.
    case unanswered
    /// None: the request was not recorded.
    case miss

    /// True if the client got an answer.
    package var isAnswer: Bool { self != .miss && self != .unanswered }
  }

  package init(
    endpoint: String, session: String, kind: OperationKind, name: String?, variables: JSONObject?, source: Source,
    recording: String? = nil, sketch: String? = nil
  ) {
    self.endpoint = endpoint
    self.session = session
    self.kind = kind
    self.name = name
    self.sketch = sketch
    self.variables = variables
    self.source = source
    self.recording = recording
  }

  /// An estimate of the bytes it holds.
  package var heldBytes: Int {
    300 + session.utf8.count + (name ?? "").utf8.count + (recording ?? "").utf8.count + (sketch ?? "").utf8.count
      + (variables.map { JSON.object($0).heldBytes } ?? 0)
  }

  /// The number of such answers.
  package var count: Int { times.load(ordering: .relaxed) }

  /// The longest time that the engine took, in nanoseconds; 0 if not measured.
  package var slowest: UInt64 { longest.load(ordering: .relaxed) }

  /// Counts one more answer.
  package func add() { times.add(1, ordering: .relaxed) }

  /// Notes the time that an answer took.
  package func took(_ nanoseconds: UInt64) { longest.max(nanoseconds, ordering: .relaxed) }

  /// For example `query CountryDetail`, `query { matrix counter } 20474f2b` or `query (anonymous)`.
  package var title: String { OperationTitle.text(kind, name ?? sketch, variables: variables) }

  /// The title with the beginning of the variables.
  package func title(limit: Int) -> String {
    OperationTitle.text(kind, name ?? sketch, variables: variables, limit: limit)
  }

  /// The variables that the title does not show.
  package var untitled: JSONObject { HTTPExchange.untitled(name, variables ?? JSONObject()) }
}

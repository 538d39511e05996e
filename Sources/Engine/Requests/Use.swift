package import GraphQLLanguage
package import OrderedJSON
import Synchronization

/// One operation with its variables as a session asked it, where its answer came from, and how often.
///
/// A server that gives a kept answer again without asking the engine notes it here (`Answer.use`), so that the numbers of
/// a report are those of the requests.
package final class Use: Sendable {
  package let endpoint: String
  package let session: String
  package let kind: OperationKind
  /// Nil for an anonymous operation.
  package let name: String?
  /// What tells an anonymous operation from others: `{ matrix counter } 20474f2b`; nil where that is not known.
  package let sketch: String?
  /// In canonical form, without secrets, cut where reports cut them; nil where the mode looks at none (faking).
  package let variables: JSONObject?
  package let source: Source
  /// The recording that answered, by its path below the recordings folder.
  package let recording: String?

  private let times = Atomic<Int>(0)
  private let longest = Atomic<UInt64>(0)

  /// Where an answer came from, as far as reports tell it apart.
  package enum Source: String, Sendable, CaseIterable {
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
    /// Nowhere: the real endpoint could not be asked, or gave no answer.
    case unanswered
    /// Nowhere: it was not recorded.
    case miss

    /// Whether the client got an answer.
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

  /// About how many bytes it holds.
  var heldBytes: Int {
    300 + session.utf8.count + (name ?? "").utf8.count + (recording ?? "").utf8.count + (sketch ?? "").utf8.count
      + (variables.map { JSON.object($0).heldBytes } ?? 0)
  }

  /// How often it was answered so.
  package var count: Int { times.load(ordering: .relaxed) }

  /// How long the engine took for it at most, in nanoseconds; 0 where nobody measured.
  package var slowest: UInt64 { longest.load(ordering: .relaxed) }

  /// It was answered so once more.
  package func add() { times.add(1, ordering: .relaxed) }

  /// It took so many nanoseconds.
  func took(_ nanoseconds: UInt64) { longest.max(nanoseconds, ordering: .relaxed) }

  /// `query CountryDetail`, `query { matrix counter } 20474f2b`, `query (anonymous)`.
  package var title: String { "\(kind.rawValue) \(name ?? sketch ?? "(anonymous)")" }
}

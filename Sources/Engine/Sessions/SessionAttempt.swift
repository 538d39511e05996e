import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests

/// One attempt at recording a named session at one endpoint. Its file is written when the session ends.
struct SessionAttempt: Sendable {
  var log = SessionLog()
  /// The earlier recording, which stays until this attempt has passed.
  var beginning: SessionStore.Beginning
  /// The recording that this attempt replaces, if any, for recognizing ids that the API generates at each run.
  let previous: RecordedSession?
  /// True for a setup that other sessions share.
  let isScope: Bool
  /// The generated ids of this attempt, and those at the same places in the earlier recording, which are written
  /// instead, unless the API now knows both.
  var aliases = IDAliases()
  /// The first value that may not fit ids which are recorded as others (`SavedSession.leftover`).
  private(set) var leftover: String?
  /// The documents of its operations, by the hash of their keys.
  var documents: [ContentHash: Document] = [:]
  /// The requests without an answer that can be saved, with the reason. A later answer removes a request.
  private(set) var unsaved: [ContentHash: Unsaved] = [:]
  /// The codes that its requests sent since ids were replaced.
  private var sent = SentCodes()
  var heldBytes: Int { noted + aliases.heldBytes + sent.heldBytes }
  /// The bytes that were noted.
  private var noted = 0
  /// The revision of the log when an incomplete recording was last written.
  private(set) var writtenRevision = 0

  /// An answer that was not saved.
  struct Unsaved: Sendable {
    let title: String
    let reason: String
    let revision: Int
    /// The state in which the answer is missing; nil if it is unknown.
    let state: String?
  }

  init(beginning: SessionStore.Beginning, previous: RecordedSession?, isScope: Bool = false) {
    self.beginning = beginning
    self.previous = previous
    self.isScope = isScope
  }

  /// True if there is something to write before the session ends, and no earlier recording to lose.
  var hasUnwritten: Bool { beginning.previous == nil && log.revision > writtenRevision }

  /// Notes the revision at which an incomplete recording was written.
  mutating func noteWritten(_ revision: Int) { if revision <= log.revision { writtenRevision = revision } }

  mutating func noteUnsaved(_ key: ContentHash, _ title: String, _ reason: String, in state: String? = nil) {
    guard unsaved[key] == nil else { return }
    noted += 500 + title.utf8.count + reason.utf8.count
    unsaved[key] = Unsaved(title: title, reason: reason, revision: log.revision, state: state)
  }

  /// Notes the operation of an answer to be saved, which removes its request in that state from the unsaved ones.
  mutating func noteSaved(_ asked: ResolvedRequest, in state: String) {
    noted += 1_000 + JSON.object(asked.key.variables).heldBytes
    if let known = unsaved[asked.key.hash], known.state == nil || known.state == state {
      unsaved[asked.key.hash] = nil
    }
    if documents[asked.key.document.hash] == nil { documents[asked.key.document.hash] = asked.separated }
  }

  /// Notes the first value in a request or its answer that may not fit the replaced ids.
  mutating func note(
    _ asked: ResolvedRequest, _ answer: RecordedResponse, writtenAs written: RecordedResponse,
    without replaced: ReplacedIDs, rules: EndpointRules?
  ) {
    guard leftover == nil, !replaced.isEmpty else { return }
    sent.formUnion(asked.sentCodes)
    leftover =
      asked.leftover ?? replaced.leftover(in: answer, writtenAs: written)
      ?? DerivedValues(of: asked.key, isReplaced: asked.isRenamed, sent: [replaced.sent, sent], rules: rules)
      .first(in: answer, writtenAs: written, earlier: previous?.answers(to: asked.key) ?? [])
  }

  /// The first answer that was not saved; nil if all were.
  var firstUnsaved: Unsaved? {
    unsaved.values.min { ($0.revision, $0.title, $0.reason) < ($1.revision, $1.title, $1.reason) }
  }
}

import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// One attempt at recording a named session at one endpoint. Its file is written when the session has ended.
struct SessionAttempt: Sendable {
  var log = SessionLog()
  /// What was there before, which stays until this attempt has passed.
  var beginning: SessionStore.Beginning
  /// The recording that this attempt replaces, to tell ids that the API makes anew at each run; nil if there is none.
  let previous: RecordedSession?
  /// The ids that the API made in this attempt, and those that it made at the same places when the session was recorded
  /// before: written in their place, unless the API knows both by now.
  var aliases = IDAliases()
  /// The documents of its operations, by the hash of their keys.
  var documents: [ContentHash: Document] = [:]
  /// The requests that got no answer that can be saved, with the reason: sent again and answered, they are out of it.
  private(set) var unsaved: [ContentHash: Unsaved] = [:]
  /// About how many bytes it holds.
  var heldBytes: Int { noted + aliases.heldBytes }
  /// The bytes of what was noted.
  private var noted = 0
  /// What had been noted when an incomplete recording was last written.
  private(set) var writtenRevision = 0

  /// An answer that was not saved.
  struct Unsaved: Sendable {
    let title: String
    let reason: String
    let revision: Int
  }

  init(beginning: SessionStore.Beginning, previous: RecordedSession?) {
    self.beginning = beginning
    self.previous = previous
  }

  /// Whether something was seen that is to be written before the session ends: where nothing was recorded before, there
  /// is nothing to lose.
  var hasUnwritten: Bool { beginning.previous == nil && log.revision > writtenRevision }

  /// Notes up to where an incomplete recording was written.
  mutating func noteWritten(_ revision: Int) { if revision <= log.revision { writtenRevision = revision } }

  /// Notes that an answer is not saved.
  mutating func noteUnsaved(_ key: ContentHash, _ title: String, _ reason: String) {
    guard unsaved[key] == nil else { return }
    noted += 500 + title.utf8.count + reason.utf8.count
    unsaved[key] = Unsaved(title: title, reason: reason, revision: log.revision)
  }

  /// Notes that a request was answered after all.
  mutating func noteSaved(_ asked: ResolvedRequest) {
    noted += 1_000 + JSON.object(asked.key.variables).heldBytes
    if !unsaved.isEmpty { unsaved[asked.key.hash] = nil }
    if documents[asked.key.document.hash] == nil { documents[asked.key.document.hash] = asked.separated }
  }

  /// The first answer that was not saved; nil if everything was.
  var firstUnsaved: Unsaved? {
    unsaved.values.min { ($0.revision, $0.title, $0.reason) < ($1.revision, $1.title, $1.reason) }
  }
}

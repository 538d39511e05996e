import Fakes
import Recordings
import Redaction
import Replay

/// The state of a session at one endpoint, to be restored if a request cannot take effect.
package struct SessionCopy: Sendable {
  let session: Session?
  /// Its users, whom the order of their credentials distinguishes.
  let credentials: SessionCredentials?
  private let revision: Revision

  /// The parts of a session that a request may change, and that later answers depend on.
  private struct Revision: Hashable {
    var start = StateID.start.name
    var mutations = 0
    var fakedMutations = 0
    var lookedUp = 0
    var transcript = 0
    var cursors: [SequencePlace: Int] = [:]
    var overlapped = OverlapProgress()
    var served: [ContentHash: Int] = [:]
    var servedTogether: [ContentHash: Int] = [:]
    var clientValues = ClientValues()
    var advised: Set<String> = []
    /// Also a mutation that changes nothing ends a group, and the repetition of the last one.
    var group: String?
    var last: ContentHash?
  }

  init(_ session: Session?, _ credentials: SessionCredentials?) {
    self.session = session
    self.credentials = credentials
    guard let session else {
      revision = Revision()
      return
    }
    revision = Revision(
      start: session.history.start.name,
      mutations: session.history.entries.count, fakedMutations: session.fakedMutations.count,
      lookedUp: session.fake?.lookedUpCount ?? 0, transcript: session.transcript.revision, cursors: session.cursors,
      overlapped: session.overlapped, served: session.served, servedTogether: session.servedTogether,
      clientValues: session.clientValues, advised: session.advised, group: session.history.group?.base.name,
      last: session.last?.key)
  }

  /// True if later answers may depend on what happened between two copies.
  package func differs(from earlier: SessionCopy) -> Bool {
    revision != earlier.revision || credentials != earlier.credentials
  }

  /// True if later answers to other requests may depend on it: a mutation, or the next answer of a sequence.
  package func hasChanges(since earlier: SessionCopy) -> Bool {
    revision.mutations != earlier.revision.mutations || revision.fakedMutations != earlier.revision.fakedMutations
      || revision.cursors != earlier.revision.cursors
  }
}

import Engine
import Recordings
package import Requests

/// The numbers of sessions that a run has saved and not saved. A test that is run again counts by its last end.
package struct SessionTally: Sendable {
  package private(set) var saved = 0
  /// The number of sessions that were not completely saved at their last end.
  package private(set) var unsaved = 0
  /// The last result of each session, by a hash of its endpoint and its name.
  private var wasSaved: [ContentHash: Bool] = [:]
  private let limit: Int

  /// Creates a tally. Sessions beyond `limit` count at each of their ends.
  package init(limit: Int = 200_000) { self.limit = limit }

  package mutating func note(_ session: SavedSession) {
    let key = ContentHash(ofParts: [session.endpoint, session.session])
    let isSaved = session.outcome == .saved
    switch wasSaved[key] {
    case true?: saved -= 1
    case false?: unsaved -= 1
    case nil: break
    }
    if isSaved { saved += 1 } else { unsaved += 1 }
    if wasSaved[key] != nil || wasSaved.count < limit { wasSaved[key] = isSaved }
  }
}

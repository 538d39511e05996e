package import Requests

/// A store of session logs, which several replicas of this program may share.
///
/// A session is an append-only log of entries: its beginning, and then each request that changed it. All methods are
/// atomic. A method that throws may have taken effect, unless the problem `hadNoEffect`.
package protocol SessionStore: Sendable {
  /// Begins a session with the first entry of its log. With `replaces`, starts over a session that exists.
  func begin(_ name: String, with entry: StoredEntry, replaces: Bool) async throws(StoreProblem) -> StoredBegin

  /// Returns the entries after a place. A place in an earlier log of the same name counts as none.
  func read(_ name: String, after place: LogPlace?) async throws(StoreProblem) -> StoredRead

  /// Appends an entry if the log ends at the place. Repeating it after a lost reply has no second effect.
  func append(
    _ name: String, after place: LogPlace, _ entry: StoredEntry
  ) async throws(StoreProblem) -> StoredAppend

  /// Removes the log of a session.
  func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd

  /// Ends a lease early, so that another replica need not wait for it.
  func give(_ lease: SessionLease, of name: String) async

  /// Calls `handler` from any thread when a session's log may have changed, and when another replica waits for this
  /// one's lease. Calls may be lost.
  func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void)

  /// False if logs cannot be read again from their beginning, so that a replica must keep its sessions in memory.
  var keepsEntries: Bool { get }
}

/// A place in a session's log.
package struct LogPlace: Hashable, Sendable {
  /// Identifies the log: a session that starts over has another one.
  package let log: String
  /// The number of entries before the place.
  package var count: Int
  /// A store that has lost its logs, and knows it, begins another era.
  package let era: Substring

  package init(log: String, count: Int, era: Substring = "") {
    self.log = log
    self.count = count
    self.era = era
  }
}

/// An entry of a log, sealed, with a token that identifies the attempt to append it.
package struct StoredEntry: Hashable, Sendable {
  package let token: String
  package let bytes: [UInt8]

  package init(token: String, bytes: [UInt8]) {
    self.token = token
    self.bytes = bytes
  }
}

package enum StoredBegin: Sendable {
  /// The name of the new log.
  case begun(log: String)
  /// A session of the name exists.
  case exists
  /// No session can begin now. The store itself works.
  case refused(StoreProblem)
  /// Another replica has the session's lease, at most this long in milliseconds.
  case leased(Int)
}

package enum StoredRead: Sendable {
  /// There is no such session.
  case unknown
  /// The entries after the place, or all of the log if the place is in another one. `isWhole` is false if more follow.
  case entries([StoredEntry], after: LogPlace, isWhole: Bool, lease: SessionLease?)
  /// The log is shorter than the place: the store has lost a part of it.
  case isCut
}

package enum StoredAppend: Sendable {
  case appended(SessionLease?)
  /// The log does not end at the place.
  case moved
  /// Another replica has the session's lease, at most this long in milliseconds.
  case leased(Int)
  case unknown
  /// The log has reached this limit.
  case full(String)
}

package enum StoredEnd: Sendable {
  case ended
  case unknown
  case leased(Int)
}

/// A message of the store.
package enum StoreNotice: Hashable, Sendable {
  /// The log of a session has changed.
  case changed(String)
  /// A client has ended a session.
  case ended(String)
  /// Another replica waits for this replica's lease of a session.
  case wanted(String)
  /// Messages may have been lost.
  case reconnected
}

/// The reason why a store cannot be used now.
package struct StoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Indicates whether the store was not reached, so that the operation certainly had no effect.
  package let hadNoEffect: Bool

  package init(_ description: String, hadNoEffect: Bool = false) {
    self.description = description
    self.hadNoEffect = hadNoEffect
  }
}

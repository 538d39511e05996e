import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// All named sessions of an endpoint by their requests: which of them recorded a request, and with which answers.
///
/// It is built from the sessions' files; the answers stay on disk. Sessions, requests and answers are numbered, so that
/// 100,000 requests take a few megabytes.
package struct SessionLibrary: Sendable {
  /// The number of a session, of a request's key, or of an answer.
  package typealias Number = UInt32

  /// The generation of the session store and unnamed recordings that it was built from.
  package let generation: UInt64
  /// The sessions' names, in the order of their files.
  private(set) var names: [String] = []
  /// The requests of each session.
  private(set) var outlines: [Outline] = []
  /// The first requests of each operation for texts of misses, each once, by the operation's folder.
  package private(set) var listings: [String: [RecordingListing]] = [:]
  private var keys: [ContentHash: Number] = [:]
  /// The credentials on which answers may depend.
  private var credentials: [String: Number] = [:]
  private var recorded: [Recorded] = []
  private var answers: [Answer] = []
  private var answerNumbers: [Answer: Number] = [:]
  /// The variables in the files of requests whose keys a rule has changed, by their answers.
  package private(set) var sent: [Answer: JSONObject] = [:]

  /// An answer by its file.
  package struct Answer: Hashable, Sendable {
    package let folder: String
    package let id: String
  }

  /// A request by the numbers of its key and of its credential.
  package struct RequestNumbers: Hashable, Sendable {
    let key: Number
    /// Nil if there is none, `unknown` for one that no session recorded.
    let credential: Number?

    fileprivate static let unknown = Number.max
  }

  /// The sessions that recorded a request.
  package struct Recorded: Sendable {
    /// Their numbers, ascending.
    fileprivate(set) var sessions: [Number] = []
  }

  /// The requests of one session, by the numbers of their keys.
  struct Outline: Sendable {
    /// Sorted by position and key; the answers to one request in order.
    fileprivate var reads: [Read] = []
    fileprivate(set) var changes: [[Mutation]] = []

    fileprivate struct Read: Sendable {
      /// The number of changes before it.
      let position: Number
      let key: Number
      /// Its credential, if the answer may depend on it.
      let credential: Number?
      let answer: Number
    }

    /// A mutation; those that were in flight together are one change.
    package struct Mutation: Sendable {
      package let key: Number
      package let answer: Number
    }

    /// Returns the answer to a read after `position` changes; the last one of several repeats. `given` has the number of
    /// answers to the request there, with its credential and with any. Nil if the answers may depend on the credential,
    /// and this one has none.
    package func answer(
      to asked: RequestNumbers, after position: Int, given: (own: Int, any: Int)
    ) -> Number? {
      let key = asked.key
      func isBefore(_ read: Read) -> Bool { (Int(read.position), read.key) < (position, key) }
      var (low, high) = (0, reads.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(reads[middle]) { low = middle + 1 } else { high = middle }
      }
      var end = low
      while end < reads.count, reads[end].key == key, Int(reads[end].position) == position { end += 1 }
      guard reads[low..<end].contains(where: { $0.credential != nil }) else {
        return low == end ? nil : reads[min(low + given.any, end - 1)].answer
      }
      let own = reads[low..<end].filter { $0.credential == asked.credential }
      return own.isEmpty ? nil : own[min(given.own, own.count - 1)].answer
    }
  }

  /// The most requests of an operation that are listed.
  private static let listingLimit = 100

  package init(generation: UInt64) { self.generation = generation }

  /// Adds a session; requests that were in flight together are one step.
  package mutating func note(
    _ name: String, file: String, _ steps: [[StoredRequest]], changesNothing: (StoredRequest) -> Bool
  ) {
    let session = Number(names.count)
    var outline = Outline()
    for step in steps {
      var change: [Outline.Mutation] = []
      func changes(_ resolved: StoredRequest) -> Bool {
        resolved.key.document.kind == .mutation && !resolved.request.isRefused && !changesNothing(resolved)
      }
      let isOverlapped = step.count > 1 && step.contains(where: changes)
      for resolved in step {
        let key = note(resolved, session: session, file: file)
        let answers = resolved.request.answers.map { Answer(folder: resolved.request.operation, id: $0) }
        if resolved.request.variables != resolved.key.variables {
          for answer in answers where sent[answer] == nil { sent[answer] = resolved.request.variables }
        }
        let given = answers.map { number(of: $0) }
        if changes(resolved), let first = given.first {
          change.append(Outline.Mutation(key: key, answer: first))
        } else if !isOverlapped {
          let position = Number(outline.changes.count)
          let credential = resolved.request.credential.map { number(ofCredential: $0) }
          outline.reads += given.map {
            Outline.Read(position: position, key: key, credential: credential, answer: $0)
          }
        }
      }
      if !change.isEmpty { outline.changes.append(change) }
    }
    outline.reads.sort { ($0.position, $0.key) < ($1.position, $1.key) }
    names.append(name)
    outlines.append(outline)
  }

  /// Notes that a session recorded a request, and returns the number of its key.
  private mutating func note(_ resolved: StoredRequest, session: Number, file: String) -> Number {
    let key = resolved.key
    guard let known = keys[key.hash] else {
      keys[key.hash] = Number(recorded.count)
      recorded.append(Recorded(sessions: [session]))
      if listings[resolved.request.operation, default: []].count < Self.listingLimit {
        listings[resolved.request.operation, default: []].append(RecordingListing(resolved, file: file))
      }
      return Number(recorded.count - 1)
    }
    if recorded[Int(known)].sessions.last != session { recorded[Int(known)].sessions.append(session) }
    return known
  }

  private mutating func number(of answer: Answer) -> Number {
    if let known = answerNumbers[answer] { return known }
    answerNumbers[answer] = Number(answers.count)
    answers.append(answer)
    return Number(answers.count - 1)
  }

  private mutating func number(ofCredential credential: String) -> Number {
    if let known = credentials[credential] { return known }
    let number = Number(credentials.count)
    credentials[credential] = number
    return number
  }

  /// Returns a request with the placeholder of its credential, if it has one; nil if no session recorded the request.
  package func asked(_ key: ContentHash, credential: String?) -> RequestNumbers? {
    keys[key].map { RequestNumbers(key: $0, credential: credential.map { credentials[$0] ?? RequestNumbers.unknown }) }
  }

  package func answer(_ number: Number) -> Answer { answers[Int(number)] }

  /// Returns the names of the sessions that recorded a request, in the order of their files.
  package func sessions(of key: ContentHash) -> [String] {
    (keys[key].map { recorded[Int($0)].sessions } ?? []).map { names[Int($0)] }
  }
}

extension RecordingListing {
  /// Creates the listing of a named session's request.
  package init(_ resolved: StoredRequest, file: String) {
    self.init(
      file: "\(SessionStore.folderName)/\(file)", variables: resolved.key.variables,
      identity: resolved.key.identity.description, headers: resolved.key.headers)
  }
}

package import Recordings

/// The answers that a session was served that was never recorded, and which recorded sessions agree with them.
package struct Transcript: Sendable {
  /// One request and its answer.
  package struct Entry: Sendable {
    package let key: ContentHash
    package let isMutation: Bool
    package let response: RecordedResponse
    package let places: VolatilePlaces

    package init(key: ContentHash, isMutation: Bool, response: RecordedResponse, places: VolatilePlaces) {
      self.key = key
      self.isMutation = isMutation
      self.response = response
      self.places = places
    }
  }

  private var entries: [Entry] = []
  /// Whether something was served that is not known any more, or that was no recorded answer: nobody agrees with that.
  package private(set) var isBroken = false
  /// The sessions that agree so far, in the order of their files; nil as long as nobody asked.
  private var candidates: [SessionCandidate]?
  /// Whether an answer of a named session was served.
  package private(set) var hasConsulted = false
  private var generation: UInt64 = 0

  /// About how many bytes the entries hold.
  package private(set) var heldBytes = 0

  /// A transcript of more answers, or of more bytes, is not followed.
  private static let limit = 2_000
  package static let byteLimit = 32 << 20

  package init() {}

  /// Takes note of an answer that was served.
  ///
  /// - Parameters:
  ///   - entry: the answer.
  ///   - bytes: about how many it holds.
  package mutating func note(_ entry: Entry, bytes: Int) {
    guard !isBroken else { return }
    heldBytes += bytes
    guard entries.count < Self.limit, heldBytes <= Self.byteLimit else { return breakOff() }
    // The same read in the same state says nothing new.
    entries.append(entry)
  }

  /// Nobody agrees from here on.
  package mutating func breakOff() {
    isBroken = true
    heldBytes = 0
    entries = []
    candidates = []
  }

  /// The answer to a request that all sessions have which agree with everything that was served, and recorded the
  /// request at this point.
  ///
  /// - Returns: the answer and the name of the first of these sessions; nil if there are none, or they differ.
  package mutating func answer(
    to key: SessionLibrary.Number, isMutation: Bool, from library: SessionLibrary
  ) -> (answer: SessionLibrary.Number, session: String)? {
    follow(library)
    var found: (answer: SessionLibrary.Number, session: String)?
    for candidate in candidates ?? [] {
      guard let answer = candidate.answer(to: key, isMutation: isMutation, in: library) else { continue }
      if let found, found.answer != answer { return nil }
      found = found ?? (answer, library.names[Int(candidate.session)])
    }
    return found
  }

  /// Takes note that the answer of `answer(to:isMutation:from:)` is served: only the sessions that have it agree from now
  /// on.
  package mutating func consult(_ key: SessionLibrary.Number, isMutation: Bool, from library: SessionLibrary) {
    hasConsulted = true
    candidates = candidates?.compactMap { candidate in
      guard candidate.answer(to: key, isMutation: isMutation, in: library) != nil else { return nil }
      var candidate = candidate
      candidate.follow(key, isMutation: isMutation)
      return candidate
    }
  }

  /// Brings the set of sessions up to date with what was served since.
  private mutating func follow(_ library: SessionLibrary) {
    if isBroken { return }
    // Recordings that changed meanwhile: what was served from them is not told apart any more.
    if candidates != nil, generation != library.generation { return breakOff() }
    generation = library.generation
    var known = candidates ?? library.names.indices.map { SessionCandidate(session: SessionLibrary.Number($0)) }
    for entry in entries {
      guard let key = library.number(of: entry.key) else {
        known = []
        break
      }
      let id = SessionFormat.id(of: entry.response, ignoring: entry.places)
      known = known.compactMap { candidate in
        guard let answer = candidate.answer(to: key, isMutation: entry.isMutation, in: library),
          library.answer(answer).id == id
        else { return nil }
        var candidate = candidate
        candidate.follow(key, isMutation: entry.isMutation)
        return candidate
      }
    }
    entries = []
    candidates = known
  }
}

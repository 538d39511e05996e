package import Recordings

/// The answers that a session without a recording was served, and the recorded sessions that match them.
package struct Transcript: Sendable {
  /// One request and its answer.
  package struct Entry: Sendable {
    package let key: ContentHash
    /// The placeholder of its credential, if it has one.
    package let credential: String?
    package let isMutation: Bool
    package let response: RecordedResponse
    package let places: VolatilePlaces

    package init(
      key: ContentHash, credential: String? = nil, isMutation: Bool, response: RecordedResponse, places: VolatilePlaces
    ) {
      self.key = key
      self.credential = credential
      self.isMutation = isMutation
      self.response = response
      self.places = places
    }
  }

  private var entries: [Entry] = []
  /// Indicates whether an answer was served that is no longer known, or that was not recorded: no session matches that.
  package private(set) var isBroken = false
  /// The sessions that match so far, in the order of their files; nil before the first request for one.
  private var candidates: [SessionCandidate]?
  /// Indicates whether an answer of a named session was served.
  package private(set) var hasConsulted = false
  private var generation: UInt64 = 0
  /// Changes whenever later answers may change because of this transcript.
  package private(set) var revision = 0

  /// The approximate size of the entries, in bytes.
  package private(set) var heldBytes = 0

  /// A transcript with more answers, or more bytes, is not followed.
  private static let limit = 2_000
  package static let byteLimit = 32 << 20

  package init() {}

  /// Adds an answer that was served, with its approximate size.
  package mutating func note(_ entry: Entry, bytes: Int) {
    guard !isBroken else { return }
    revision += 1
    heldBytes += bytes
    guard entries.count < Self.limit, heldBytes <= Self.byteLimit else { return breakOff() }
    entries.append(entry)
  }

  /// Drops all candidates: from here on, no session matches.
  package mutating func breakOff() {
    if !isBroken { revision += 1 }
    isBroken = true
    heldBytes = 0
    entries = []
    candidates = []
  }

  /// Returns the common answer of the sessions that match everything served so far and recorded the request at this
  /// point, and the name of the first of them; nil if there are none, or they differ.
  package mutating func answer(
    to asked: SessionLibrary.RequestNumbers, isMutation: Bool, from library: SessionLibrary
  ) -> (answer: SessionLibrary.Number, session: String)? {
    follow(library)
    var found: (answer: SessionLibrary.Number, session: String)?
    for candidate in candidates ?? [] {
      guard let answer = candidate.answer(to: asked, isMutation: isMutation, in: library) else { continue }
      if let found, found.answer != answer { return nil }
      found = found ?? (answer, library.names[Int(candidate.session)])
    }
    return found
  }

  /// Notes that the answer of `answer(to:isMutation:from:)` is served: now only sessions with this answer match.
  package mutating func consult(_ asked: SessionLibrary.RequestNumbers, isMutation: Bool, from library: SessionLibrary)
  {
    hasConsulted = true
    revision += 1
    candidates = candidates?.compactMap { candidate in
      guard candidate.answer(to: asked, isMutation: isMutation, in: library) != nil else { return nil }
      var candidate = candidate
      candidate.follow(asked, isMutation: isMutation)
      return candidate
    }
  }

  /// Updates the candidates with the answers that were served since.
  private mutating func follow(_ library: SessionLibrary) {
    if isBroken { return }
    // The recordings have changed meanwhile, so the served answers can no longer be matched.
    if candidates != nil, generation != library.generation { return breakOff() }
    generation = library.generation
    var known = candidates ?? library.names.indices.map { SessionCandidate(session: SessionLibrary.Number($0)) }
    for entry in entries {
      guard let asked = library.asked(entry.key, credential: entry.credential) else {
        known = []
        break
      }
      let id = SessionFormat.id(of: entry.response, ignoring: entry.places)
      known = known.compactMap { candidate in
        guard let answer = candidate.answer(to: asked, isMutation: entry.isMutation, in: library),
          library.answer(answer).id == id
        else { return nil }
        var candidate = candidate
        candidate.follow(asked, isMutation: entry.isMutation)
        return candidate
      }
    }
    entries = []
    candidates = known
  }
}

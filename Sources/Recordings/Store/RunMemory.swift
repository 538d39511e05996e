import OrderedJSON

/// The answers that one run of a recorder has received so far, and their effect on the recordings on disk.
///
/// It only decides; `RecordingStore` acts. Responses are equal if their prints are (`AnswerPrint`). The memory is
/// limited in bytes. When it is full, further answers are refused, because their effect could not be determined without
/// it.
struct RunMemory: Sendable {
  private var places: [Place: Seen] = [:]
  /// In the order in which they first occurred.
  private(set) var order: [Place] = []
  /// The places for which more answers are on disk than the run has received so far.
  private var longer: Set<Place> = []
  /// The approximate memory, in bytes.
  private(set) var heldBytes = 0
  private let byteLimit: Int
  /// True if an answer was refused. Then nothing is shortened, because the run's answers are incomplete.
  private var isFull = false

  /// - Parameter byteLimit: the maximum memory, in bytes.
  init(byteLimit: Int = 512 << 20) { self.byteLimit = byteLimit }

  /// An answer was refused, because the run's different answers exceed the limit in bytes.
  struct Full: Error {
    let byteLimit: Int
  }

  /// A key in a state.
  struct Place: Hashable, Sendable {
    var key: OperationKey
    var state: String
  }

  private struct Seen: Sendable {
    /// The answers of the run: those of the first session, and of others if they agree.
    var agreed: Sequence
    var bySession: [String: Sequence]
  }

  /// Answers in order, with equal neighbors merged.
  struct Sequence: Sendable {
    private(set) var responses: [RecordedResponse] = []
    private var prints: [AnswerPrint] = []
    let ignored: VolatilePlaces
    /// True if all of them refuse a mutation, which was not executed.
    private(set) var isRefused = false
    private(set) var heldBytes = 0

    init(_ responses: [RecordedResponse] = [], ignoring places: VolatilePlaces = .standard) {
      ignored = places
      for response in responses { append(response) }
    }

    /// Adds an answer. A refusal depends on how a mutation was sent. If it was executed later, that answer replaces the
    /// refusal.
    mutating func append(_ response: RecordedResponse, isRefusal: Bool = false) {
      if isRefused, !isRefusal { (responses, prints, heldBytes) = ([], [], 0) }
      isRefused = isRefusal && (isRefused || responses.isEmpty)
      let print = AnswerPrint(response, ignoring: ignored)
      if prints.last?.isSame(as: print) == true { return }
      if let last = responses.last {
        if last.goesOn(from: response, ignoring: ignored) { return }
        if response.goesOn(from: last, ignoring: ignored) {
          heldBytes -= last.heldBytes
          responses.removeLast()
          prints.removeLast()
        }
      }
      responses.append(response)
      prints.append(print)
      heldBytes += response.heldBytes
    }

    /// Replaces streams that were left before their end with longer ones that start the same.
    func gone(on other: Sequence) -> Sequence {
      var result = self
      for index in prints.indices.prefix(other.prints.count)
      where other.responses[index].goesOn(from: responses[index], ignoring: ignored) {
        result.heldBytes += other.responses[index].heldBytes - responses[index].heldBytes
        result.responses[index] = other.responses[index]
        result.prints[index] = other.prints[index]
      }
      return result
    }

    func starts(like other: Sequence) -> Bool { prints.starts(with: other.prints) { $0.isSame(as: $1) } }

    /// These answers, with equal ones taken from an earlier run, so that ignored parts, such as `extensions`, keep
    /// their lines.
    func keeping(_ old: Sequence) -> [RecordedResponse] {
      zip(prints, responses).map { print, response in
        old.prints.firstIndex { $0.isSame(as: print) }.map { old.responses[$0] } ?? response
      }
    }
  }

  /// Adds an answer that a session received. `isRefusal` is true if it refuses a mutation, which was not executed.
  ///
  /// - Returns: the run's answers in this state so far; nil if the session's answers contradict those of an earlier
  ///   session, which stay.
  /// - Throws: `Full` if it does not fit. Then nothing has changed.
  mutating func note(
    _ response: RecordedResponse, at place: Place, session: String, isRefusal: Bool = false,
    ignoring ignored: VolatilePlaces = .standard
  ) throws(Full) -> Sequence? {
    let isNew = places[place] == nil
    var seen = places[place] ?? Seen(agreed: Sequence(ignoring: ignored), bySession: [:])
    let before = seen.bySession[session]
    var own = before ?? Sequence(ignoring: ignored)
    own.append(response, isRefusal: isRefusal)
    if seen.agreed.isRefused, !own.isRefused { seen.agreed = Sequence(ignoring: ignored) }
    seen.agreed = seen.agreed.gone(on: own)
    own = own.gone(on: seen.agreed)
    let growth =
      own.heldBytes - (before?.heldBytes ?? -300 - session.utf8.count)
      + (isNew ? 1_000 + JSON.object(place.key.variables).heldBytes : 0)
    guard growth <= 0 || heldBytes + growth <= byteLimit else {
      isFull = true
      throw Full(byteLimit: byteLimit)
    }
    heldBytes += growth
    if isNew { order.append(place) }
    seen.bySession[session] = own
    let agrees = own.starts(like: seen.agreed) || seen.agreed.starts(like: own)
    if own.starts(like: seen.agreed) { seen.agreed = own }
    places[place] = seen
    return agrees ? seen.agreed : nil
  }

  func hasSeen(_ place: Place) -> Bool { places[place] != nil }

  /// Registers whether more answers are on disk than the run has received so far.
  mutating func note(_ place: Place, isLonger: Bool) {
    if isLonger { longer.insert(place) } else if !longer.isEmpty { longer.remove(place) }
  }

  /// The places where the run has received fewer answers than are on disk, in the order in which they first occurred.
  var shortened: [Place] { isFull || longer.isEmpty ? [] : order.filter(longer.contains) }

  func agreed(at place: Place) -> Sequence { places[place]?.agreed ?? Sequence() }

  /// The changes to a state on disk.
  struct Merge: Sendable {
    var outcome: SaveOutcome
    /// The answers to write; nil for no change.
    var responses: [RecordedResponse]?
    /// True if more answers are on disk than the run has received so far.
    var isLonger = false
  }

  /// Merges the run's answers in a state into those on disk. `existing` is nil if there are none. `isForeign` is true
  /// if another recorder wrote them during this run.
  static func merge(_ seen: Sequence, into existing: [RecordedResponse]?, isForeign: Bool) -> Merge {
    guard let existing else { return Merge(outcome: .new, responses: seen.responses) }
    let old = Sequence(existing, ignoring: seen.ignored)
    let seen = seen.gone(on: old)
    // While the run may still receive the rest, nothing is shortened; `finish` does that.
    if old.starts(like: seen) {
      return Merge(outcome: .known, isLonger: old.responses.count > seen.responses.count)
    }
    let extends = seen.starts(like: old.gone(on: seen))
    if isForeign, !extends { return Merge(outcome: .disputed) }
    return Merge(outcome: .changed, responses: seen.keeping(old))
  }

  /// The remaining answers of a longer sequence on disk at the end of the run; nil for no change.
  static func shorten(_ existing: [RecordedResponse], to seen: Sequence, isForeign: Bool) -> [RecordedResponse]? {
    let old = Sequence(existing, ignoring: seen.ignored)
    let seen = seen.gone(on: old)
    guard !isForeign, !seen.responses.isEmpty, old.starts(like: seen), old.responses.count > seen.responses.count else {
      return nil
    }
    return Array(old.responses.prefix(seen.responses.count))
  }
}

/// The relation of a saved answer to the recordings.
package enum SaveOutcome: String, Hashable, Sendable, CaseIterable {
  /// There was no recording for this key in this state.
  case new
  /// The same answer was recorded; nothing was written.
  case known
  /// A different answer was recorded, or fewer; the file was written.
  case changed
  /// Another session of this run, or another recorder at the same time, got a different answer. The first one stays.
  case disputed
  /// It arrived while a mutation was in flight, and the existing unambiguous answer stays.
  case unclear
}

import OrderedJSON

/// What one run of a recorder has seen so far, and what that means for what is on disk (design §3).
///
/// Decides only; `RecordingStore` acts. Responses count as equal when their prints are (`AnswerPrint`).
///
/// Bounded in bytes. When it is full, what would take more is refused: what replaces what is not known without it.
struct RunMemory: Sendable {
  private var places: [Place: Seen] = [:]
  /// In the order in which they were first seen.
  private(set) var order: [Place] = []
  /// Where more answers are on disk than the run has seen so far.
  private var longer: Set<Place> = []
  /// About how many bytes it holds.
  private(set) var heldBytes = 0
  private let byteLimit: Int
  /// Whether an answer was refused. Then nothing is shortened: what the run saw is not all known.
  private var isFull = false

  /// - Parameter byteLimit: the most bytes that it holds.
  init(byteLimit: Int = 512 << 20) { self.byteLimit = byteLimit }

  /// An answer was refused, since the run has seen more bytes of different answers than it may hold.
  struct Full: Error {
    let byteLimit: Int
  }

  /// A key in a state.
  struct Place: Hashable, Sendable {
    var key: OperationKey
    var state: String
  }

  private struct Seen: Sendable {
    /// The answers that the run stands for: those of the first session, and of others as far as they agree.
    var agreed: Sequence
    var bySession: [String: Sequence]
  }

  /// Answers in order, equal neighbours once.
  struct Sequence: Sendable {
    private(set) var responses: [RecordedResponse] = []
    private var prints: [AnswerPrint] = []
    /// What varies by itself.
    let ignored: VolatilePlaces
    /// Whether all of them refuse a mutation, which was then not executed.
    private(set) var isRefused = false
    /// About how many bytes it holds.
    private(set) var heldBytes = 0

    init(_ responses: [RecordedResponse] = [], ignoring places: VolatilePlaces = .standard) {
      ignored = places
      for response in responses { append(response) }
    }

    /// Adds an answer. A refusal says how a mutation was asked, not what it does: where it was executed in the end, that
    /// is what counts.
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

    /// Puts streams that went on in the place of those that were left before they ended, and are the same so far.
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

    /// These answers, with those of an earlier run in the place of the ones that are the same, so that what is not
    /// compared, such as `extensions`, keeps its lines.
    func keeping(_ old: Sequence) -> [RecordedResponse] {
      zip(prints, responses).map { print, response in
        old.prints.firstIndex { $0.isSame(as: print) }.map { old.responses[$0] } ?? response
      }
    }
  }

  /// Takes note of an answer; what `ignored` says varies by itself.
  ///
  /// - Parameters:
  ///   - response: the answer.
  ///   - place: the key and the state in which it came.
  ///   - session: the session that saw it.
  ///   - isRefusal: whether it refuses a mutation, which was then not executed.
  ///   - ignored: what varies by itself.
  /// - Returns: the run's answers in this state so far; nil if the session's contradict those of an earlier session, in
  ///   which case the earlier ones stay.
  /// - Throws: `Full` if there is no room for it. Nothing has changed then.
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

  /// Whether the run has seen an answer there.
  func hasSeen(_ place: Place) -> Bool { places[place] != nil }

  /// Notes whether more answers are on disk than the run has seen so far.
  mutating func note(_ place: Place, isLonger: Bool) {
    if isLonger { longer.insert(place) } else if !longer.isEmpty { longer.remove(place) }
  }

  /// The places in which the run has seen fewer answers than are on disk, in the order in which they were first seen.
  var shortened: [Place] { isFull || longer.isEmpty ? [] : order.filter(longer.contains) }

  func agreed(at place: Place) -> Sequence { places[place]?.agreed ?? Sequence() }

  /// What becomes of a state on disk.
  struct Merge: Sendable {
    var outcome: SaveOutcome
    /// What to write; nil to leave it as it is.
    var responses: [RecordedResponse]?
    /// Whether more answers are on disk than the run has seen so far.
    var isLonger = false
  }

  /// Merges what the run has seen in a state into what is on disk.
  ///
  /// - Parameters:
  ///   - seen: what the run has seen so far.
  ///   - existing: what is on disk; nil if nothing is.
  ///   - isForeign: whether another recorder wrote it during this run.
  /// - Returns: what the run's answers are to those on disk, and what to write.
  static func merge(_ seen: Sequence, into existing: [RecordedResponse]?, isForeign: Bool) -> Merge {
    guard let existing else { return Merge(outcome: .new, responses: seen.responses) }
    let old = Sequence(existing, ignoring: seen.ignored)
    let seen = seen.gone(on: old)
    // As long as the run may still see the rest, nothing is shortened; `finish` does that.
    if old.starts(like: seen) {
      return Merge(outcome: .known, isLonger: old.responses.count > seen.responses.count)
    }
    let extends = seen.starts(like: old.gone(on: seen))
    if isForeign, !extends { return Merge(outcome: .disputed) }
    return Merge(outcome: .changed, responses: seen.keeping(old))
  }

  /// What of a longer sequence on disk remains when the run has ended; nil to leave it as it is.
  static func shorten(_ existing: [RecordedResponse], to seen: Sequence, isForeign: Bool) -> [RecordedResponse]? {
    let old = Sequence(existing, ignoring: seen.ignored)
    let seen = seen.gone(on: old)
    guard !isForeign, !seen.responses.isEmpty, old.starts(like: seen), old.responses.count > seen.responses.count else {
      return nil
    }
    return Array(old.responses.prefix(seen.responses.count))
  }
}

/// What a saved answer was to the recordings.
package enum SaveOutcome: String, Hashable, Sendable, CaseIterable {
  /// Nothing was recorded for this key in this state.
  case new
  /// The very answer was recorded; nothing was written.
  case known
  /// Another answer was recorded, or fewer; the file was written.
  case changed
  /// Another session of this run, or another recorder at the same time, has seen another answer: the first is kept.
  case disputed
  /// It was seen while a mutation was on its way, and there is a clear answer already, which is kept.
  case unclear
}

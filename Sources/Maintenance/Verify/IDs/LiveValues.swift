import OrderedJSON
import Recordings
import Replay

/// What the endpoint hands out in one history in the place of what it had handed out when it was recorded: ids of what
/// mutations make, tokens of log-ins. A recorded request names the recorded ones; the endpoint wants its own.
///
/// A mutation that names a recorded one may hit somebody else's object, to which the endpoint has given that id
/// meanwhile. So an id goes to the endpoint only where it is known to be what is meant (`IDDecision`).
struct LiveValues {
  /// What stands for a recorded value in the answer of a mutation of this history.
  struct StandIn: Hashable {
    let text: String
    /// The response key under which it was answered, and whether that is an id's.
    let name: String
    let isID: Bool
  }

  let recorded: RecordedIDs
  /// Of secrets, by their pseudonyms.
  private var secrets: [String: String] = [:]
  private(set) var standIns: [String: Set<StandIn>] = [:]
  /// What recorded answers behind a mutation told.
  private(set) var told = RecordedIDs.Told()
  /// What recorded requests named before any such answer had told it.
  private(set) var brought: Set<String> = []
  /// What such an answer told where it has something else now.
  private(set) var changed = RecordedIDs.Told()
  /// The ids of before all mutations that the endpoint has no more.
  private(set) var lost: Set<String> = []
  /// The ids that the endpoint has told in this run.
  private var seen: Set<String> = []

  init(_ recorded: RecordedIDs) { self.recorded = recorded }

  /// The secret that stands for a pseudonym now; nil where none does.
  subscript(secret pseudonym: String) -> String? { secrets[pseudonym] }

  /// Takes up what stands in an answer where the recorded one has a pseudonym.
  mutating func noteSecrets(in now: JSON, recorded: JSON) {
    switch (now, recorded) {
    case (.string(let secret), .string(let pseudonym)) where Caller.isIssued(pseudonym): secrets[pseudonym] = secret
    case (.array(let now), .array(let recorded)):
      for (now, recorded) in zip(now, recorded) { noteSecrets(in: now, recorded: recorded) }
    case (.object(let now), .object(let recorded)):
      for member in recorded.members {
        if let value = now[member.name] { noteSecrets(in: value, recorded: member.value) }
      }
    default: break
    }
  }

  /// Takes up what a recorded request names itself, before it is asked.
  mutating func bring(_ values: IDPlaces.Values) { brought.formUnion(values.all.subtracting(told.all)) }

  /// Comes to a state, of which recorded answers tell whether they are asked for again or not.
  mutating func enter(_ state: String) {
    if let told = recorded.states[state] { self.told.formUnion(told) }
  }

  /// Takes up what a mutation's answer handed out, by where it stands in the recorded one.
  ///
  /// - Parameters:
  ///   - now: the answer of now.
  ///   - before: the recorded one.
  ///   - request: what the recorded request named, and what went to the endpoint for it.
  mutating func noteMutation(_ now: [AnswerLeaf], standingFor before: [AnswerLeaf], _ request: IDPlaces.Values) {
    let there = Dictionary(now.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    told.insert(before.filter { !$0.isID || !request.ids.contains($0.text) })
    var makers: [String] = []
    // What stands alone tells which objects were made; then what stands in lists below these.
    let known = before.filter(\.mayBeID)
    for old in known.filter(\.lists.isEmpty) + known.filter({ !$0.lists.isEmpty }) {
      let new = there[old.place]?.text
      // What the request named comes back as what was sent for it.
      if request.all.contains(old.text), let new, request.sent[old.text] == new { continue }
      let isOfMade = old.isMadeInBatch || makers.contains { old.place.utf8.starts(with: $0.utf8) }
      let isMade = old.lists.isEmpty || (isOfMade && there[old.place]?.lists == old.lists)
      // What was there before the mutation it has not made: `previous { id }`.
      let isNew = new.map { !seen.contains($0) || standIns[old.text]?.map(\.text).contains($0) == true } ?? false
      if let new, isMade, isNew || new == old.text {
        standIns[old.text, default: []].insert(StandIn(text: new, name: old.name, isID: old.isID))
        if old.isID, isNew, old.isOfObject { makers.append("\(old.object).") }
      } else if new != old.text || !old.lists.isEmpty {
        changed.insert([old])
      }
    }
    see(now)
  }

  /// Takes up which ids a query's answer behind a mutation does not have any more. What stands there now may be
  /// anybody's: `latest { id }`.
  mutating func noteQuery(_ now: [AnswerLeaf], standingFor before: [AnswerLeaf]) {
    changed.insert(gone(before, now))
    see(now)
  }

  /// What an answer of before all mutations tells to every history.
  struct Start {
    /// The recorded ids that it has no more, and those that it has.
    let lost: Set<String>
    let seen: Set<String>
  }

  /// What the endpoint tells before all mutations.
  func start(_ now: [AnswerLeaf], standingFor before: [AnswerLeaf]) -> Start {
    Start(lost: Set(gone(before, now).filter(\.isID).map(\.text)), seen: Set(now.filter(\.isID).map(\.text)))
  }

  /// Takes that up.
  mutating func note(_ start: Start) {
    lost.formUnion(start.lost)
    seen.formUnion(start.seen)
  }

  /// What a recorded answer has, and that of now neither has nor what stands for it.
  ///
  /// In a list a short number may be of any object: what stands for it has to look like it as well, by a title or the like.
  private func gone(_ before: [AnswerLeaf], _ now: [AnswerLeaf]) -> [AnswerLeaf] {
    let there = Dictionary(now.map { ($0.place, $0.text) }, uniquingKeysWith: { first, _ in first })
    let listed = Dictionary(grouping: now) { "\($0.way) \($0.text)" }
    let (looksBefore, looksNow) = (Self.looks(before), Self.looks(now))
    return before.filter(\.mayBeID).filter { old in
      let standIns = standIns[old.text].map { Set($0.map(\.text)) }
      return !(standIns ?? [old.text]).contains { text in
        guard !old.lists.isEmpty else { return there[old.place] == text }
        guard let found = listed["\(old.way) \(text)"] else { return false }
        if standIns == nil || IDText.isUnique(old.text) { return true }
        let look = looksBefore[old.object] ?? []
        return found.contains { !look.isDisjoint(with: looksNow[$0.object] ?? []) }
      }
    }
  }

  /// What objects have beside their ids, by the places of the objects.
  private static func looks(_ leaves: [AnswerLeaf]) -> [Substring: Set<String>] {
    Dictionary(
      leaves.filter { !$0.isID }.map { ($0.object, ["\($0.name) \($0.text)"]) }, uniquingKeysWith: { $0.union($1) })
  }

  private mutating func see(_ now: [AnswerLeaf]) { seen.formUnion(now.filter(\.isID).map(\.text)) }

  /// Whether a value of an answer is what stands for the recorded one.
  func stands(_ new: String, for old: String) -> Bool { standIns[old]?.contains { $0.text == new && $0.isID } ?? false }
}

extension AnswerLeaf {
  /// Whether it is of a list that holds just what a mutation has made: `createTickets { id }`, `insert { returning { id } }`.
  fileprivate var isMadeInBatch: Bool {
    let names = way.split(separator: ".")
    return lists.count == 1 && isID && (names.count == 3 || (names.count == 4 && names[2] == "returning"))
  }

  /// Whether it is a member of an object and not of the answer itself, which is nobody's.
  fileprivate var isOfObject: Bool { place.utf8.count { $0 == UInt8(ascii: ".") } > 1 }
}

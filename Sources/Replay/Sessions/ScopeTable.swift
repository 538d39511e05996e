package import OrderedJSON
package import Recordings

/// The scopes that this run records at one endpoint: sessions around others, such as the set-up of a test file.
///
/// Every test inside a scope knows the ids that the scope's mutations issue (of a user, of a product). Recorded again,
/// or by parallel workers, the same set-up issues other ids. Each is written as the recorded one, or else as the one
/// that the first worker got, in the scope and in the tests inside it, so that no test's recording contradicts the
/// others. Sessions are found by their places (`SessionName.place`), scopes' recordings by their names.
///
/// The size is bounded. Once it is full, the ids of further mutations are unknown, so no session in a scope is saved.
package struct ScopeTable: Sendable {
  /// The scopes around a session, outermost first; a scope is its own last one.
  private var enclosing: [String: [String]] = [:]
  /// The open scopes, by place.
  private var open: [String: Open] = [:]
  /// The ids that this run's mutations without a session issued. They stay, so no setup's id is written as one of them.
  private var unnamed = IssuedIDs()
  /// The scopes that this run has recorded, by name.
  private var known: [String: Known] = [:]
  /// Ids without a known recorded id, by the session's place: the session is not saved.
  package private(set) var ambiguities: [String: IDRenaming.Ambiguity] = [:]
  /// The facts about ids in the endpoint's own schema, if the user gave no schema; nil until it is loaded.
  package var hints: (any SchemaHints)?
  /// The renamings that follow from `open`, by place.
  private var renamings: BoundedTable<String, IDRenaming>
  /// The approximate size of `open` and `known`, in bytes.
  package private(set) var heldBytes = 0
  private let byteLimit: Int
  private var isFull = false
  /// Indicates whether this run's recordings replace earlier ones, so that its setups keep their own ids.
  package var isReplacing = false

  /// - Parameter byteLimit: the most bytes that scopes' ids and recordings may take.
  package init(byteLimit: Int = 128 << 20) {
    self.byteLimit = byteLimit
    renamings = BoundedTable(byteLimit: byteLimit)
  }

  private struct Open {
    let number: Int
    var issued = IssuedIDs()
    /// The number of mutations of each key and of each operation.
    var counts: [ContentHash: Int] = [:]
    /// The number of requests with random values, of each key.
    var sentCounts: [ContentHash: Int] = [:]

    var heldBytes: Int { 200 + issued.heldBytes + 80 * (counts.count + sentCounts.count) }
  }

  private struct Known {
    /// The ids that the mutations issued, by their position among those of the same key, and of the same operation.
    var issued: [Issuing: Issued] = [:]
    /// The variables of requests with random values, by their position among those of the same key.
    var sent: [Issuing: JSONObject] = [:]
    /// The place and number of the attempt that is written before it ends.
    var owner: (place: String, number: Int)
    /// The state of the file after this run's last write.
    var beginning: SessionStore.Beginning
    /// The recording from before the run; nil if there was none, or it is incomplete.
    let previous: Whole?
    /// The recording of this run, once it is complete.
    var whole: Whole?
  }

  /// The complete recording of a scope.
  package struct Whole: Sendable {
    /// The path of its file below the endpoint's folder.
    package let file: String
    /// The hashes of its requests' keys.
    package let keys: Set<ContentHash>
    /// The hash of its answers, in order, as the present rules read them.
    package let answers: ContentHash

    package init(file: String, keys: Set<ContentHash>, answers: ContentHash) {
      self.file = file
      self.keys = keys
      self.answers = answers
    }

    fileprivate var heldBytes: Int { 100 + file.utf8.count + 64 * keys.count }
  }

  /// The ids that a mutation issued, and the texts that differ with them.
  package struct Issued: Sendable {
    let ids: [Trace.IssuedID]
    let texts: IssuedTexts
    package let sent: SentCodes

    /// Finds the texts in a mutation's answer (`{"data": …}`) that issued these ids.
    package init(_ ids: [Trace.IssuedID], in answer: JSON?, sent: SentCodes = SentCodes()) {
      self.ids = ids
      self.sent = sent
      texts = IssuedTexts(in: answer, issuing: ids.map(\.id))
    }

    /// The approximate size, in bytes, at both of its places.
    fileprivate var heldBytes: Int {
      ids.reduce(200 + 2 * texts.heldBytes + sent.heldBytes) { $0 + 150 + $1.id.text.utf8.count + $1.path.utf8.count }
    }
  }

  private struct Issuing: Hashable {
    let key: ContentHash
    let occurrence: Int
  }

  // MARK: Open sessions

  /// Begins a session inside scopes.
  package mutating func begin(_ place: String, isScope: Bool, in scopes: [String], number: Int) {
    if isScope { setOpen(Open(number: number), at: place) }
    let around = scopes + (isScope ? [place] : [])
    enclosing[place] = around.isEmpty ? nil : around
    ambiguities[place] = nil
    renamings.remove(place)
  }

  /// Continues a session inside one more scope.
  package mutating func enter(_ place: String, scope: String) {
    guard open[scope] != nil, enclosing[place]?.contains(scope) != true else { return }
    enclosing[place, default: []].append(scope)
    renamings.remove(place)
  }

  package mutating func end(_ place: String) {
    enclosing[place] = nil
    setOpen(nil, at: place)
    ambiguities[place] = nil
    renamings.remove(place)
  }

  private mutating func setOpen(_ scope: Open?, at place: String) {
    heldBytes += (scope?.heldBytes ?? 0) - (open[place]?.heldBytes ?? 0)
    open[place] = scope
  }

  /// Returns the reason why a session in a scope cannot be saved; nil while the ids of all scopes are known.
  package func obstacle(of place: String) -> String? {
    guard isFull, enclosing[place] != nil else { return nil }
    return
      "the setups of this run issued more than \(byteLimit >> 20) MiB of ids, which is the limit. Stop the recorder, and record the rest in another run"
  }

  /// Indicates whether a session is an open scope.
  package func isScope(_ place: String) -> Bool { open[place] != nil }

  /// Returns the ids that a session writes as other ids; nil if all stay as they are.
  package mutating func renaming(of place: String) -> IDRenaming? {
    guard let scopes = enclosing[place] else { return nil }
    if let known = renamings.value(for: place) { return known.isEmpty ? nil : known }
    let issued = [unnamed] + scopes.compactMap { open[$0]?.issued }
    let renaming = IDRenaming(issued)
    renamings.keep(renaming, for: place, bytes: issued.reduce(200) { $0 + 2 * $1.heldBytes })
    return renaming.isEmpty ? nil : renaming
  }

  /// Notes that an id of a session may be one of two.
  package mutating func note(_ ambiguity: IDRenaming.Ambiguity, in place: String) {
    if ambiguities[place] == nil { ambiguities[place] = ambiguity }
  }

  /// Adds the ids of this run that a mutation without a session has issued.
  package mutating func note(unnamed ids: [Trace.IssuedID]) {
    guard heldBytes <= byteLimit else {
      isFull = true
      return
    }
    heldBytes -= unnamed.heldBytes
    unnamed.note(ids, standingFor: ids)
    heldBytes += unnamed.heldBytes
    renamings.removeAll()
  }

  /// Adds the ids and texts of this run that a scope's mutation has issued.
  package mutating func note(_ place: String, _ key: OperationKey, _ issued: Issued) {
    guard var scope = open[place], var known = known[SessionName.name(of: place)] else { return }
    guard heldBytes <= byteLimit else {
      isFull = true
      return
    }
    let places = [key.hash, key.document.hash].map { hash in
      scope.counts[hash, default: 0] += 1
      return Issuing(key: hash, occurrence: scope.counts[hash] ?? 1)
    }
    scope.issued.note(issued.sent)
    // The same variables match first: mutations that came together may have changed their order.
    if let recorded = places.lazy.compactMap({ known.issued[$0] }).first {
      scope.issued.note(issued, standingFor: recorded)
    } else {
      scope.issued.note(issued.ids, standingFor: issued.ids)
      for place in places { known.issued[place] = issued }
      heldBytes += issued.heldBytes
    }
    setOpen(scope, at: place)
    self.known[SessionName.name(of: place)] = known
    renamings.removeAll()
  }

  /// Returns the variables with which a scope's request is recorded, of which `variables` differ only in random values:
  /// those of its earlier recording, or else of the first worker.
  package mutating func variables(_ place: String, _ key: OperationKey, sent variables: JSONObject) -> JSONObject? {
    guard var scope = open[place], var known = known[SessionName.name(of: place)] else { return nil }
    scope.sentCounts[key.hash, default: 0] += 1
    let position = Issuing(key: key.hash, occurrence: scope.sentCounts[key.hash] ?? 1)
    setOpen(scope, at: place)
    if let recorded = known.sent[position] { return recorded }
    guard heldBytes <= byteLimit else {
      isFull = true
      return nil
    }
    known.sent[position] = variables
    heldBytes += JSON.object(variables).heldBytes + 150
    self.known[SessionName.name(of: place)] = known
    return nil
  }

  // MARK: Recordings

  /// Returns the last known state of a scope's file; nil before its first attempt.
  package func beginning(of name: String) -> SessionStore.Beginning? { known[name]?.beginning }

  /// Begins the first attempt at a scope in this run. `beginning` is the state of its file, `previous` its recording if
  /// it is complete, `mutations` the ids and texts that its recorded mutations issued, in order, and `sent` the variables
  /// of its recorded requests with random values.
  package mutating func record(
    _ place: String, beginning: SessionStore.Beginning, previous: Whole?,
    mutations: [(key: OperationKey, issued: Issued)], sent: [(key: OperationKey, variables: JSONObject)] = []
  ) {
    guard let scope = open[place], known[SessionName.name(of: place)] == nil else { return }
    var known = Known(owner: (place, scope.number), beginning: beginning, previous: previous)
    defer {
      heldBytes += 1_000 + (previous?.heldBytes ?? 0)
      self.known[SessionName.name(of: place)] = known
    }
    if isReplacing { return }
    var counts: [ContentHash: Int] = [:]
    for mutation in mutations {
      for hash in [mutation.key.hash, mutation.key.document.hash] {
        counts[hash, default: 0] += 1
        known.issued[Issuing(key: hash, occurrence: counts[hash] ?? 1)] = mutation.issued
      }
      heldBytes += mutation.issued.heldBytes
    }
    counts = [:]
    for request in sent {
      counts[request.key.hash, default: 0] += 1
      known.sent[Issuing(key: request.key.hash, occurrence: counts[request.key.hash] ?? 1)] = request.variables
      heldBytes += JSON.object(request.variables).heldBytes + 150
    }
  }

  /// Indicates whether an attempt is written before it ends: the first one of the run.
  package func isOwner(_ place: String) -> Bool {
    guard let scope = open[place], let owner = known[SessionName.name(of: place)]?.owner else { return true }
    return owner.place == place && owner.number == scope.number
  }

  package mutating func wrote(_ name: String, _ beginning: SessionStore.Beginning) {
    known[name]?.beginning = beginning
  }

  package mutating func note(_ whole: Whole, of name: String) {
    guard known[name] != nil else { return }
    heldBytes += whole.heldBytes - (known[name]?.whole?.heldBytes ?? 0)
    known[name]?.whole = whole
  }

  /// Returns the complete recording of a scope from before the run; nil if there was none.
  package func previous(of name: String) -> Whole? { known[name]?.previous }

  /// Returns the recording that a new one with these keys must not replace: the first complete one of the run, or the
  /// one from before if the new one has fewer requests, since tests that this run does not record may need the others.
  package func kept(of name: String, insteadOf keys: Set<ContentHash>) -> Whole? {
    if let whole = known[name]?.whole { return whole }
    guard !isReplacing, let previous = known[name]?.previous, keys.isStrictSubset(of: previous.keys) else { return nil }
    return previous
  }
}

extension IssuedIDs {
  /// Adds the ids and texts that a mutation issued in this run, and those that it issued when it was recorded.
  package mutating func note(_ found: ScopeTable.Issued, standingFor known: ScopeTable.Issued) {
    note(found.ids, standingFor: known.ids)
    note(found.texts, standingFor: known.texts)
  }
}

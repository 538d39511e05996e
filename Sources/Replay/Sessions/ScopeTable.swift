package import Recordings

/// The scopes that this run records at one endpoint: sessions around others, such as the set-up of a test file.
///
/// The ids that a scope's mutations issue (of a user, of a product) are known to every test inside it. Recorded again, or
/// by parallel workers, the same set-up issues other ids. Each is written as the one that was recorded, or else as the one
/// that the first worker got, in the scope and in the tests inside it: so no test's recording contradicts the others.
/// Sessions go by their places (`SessionName.place`), scopes' recordings by their names.
///
/// Bounded in bytes. When it is full, the ids of further mutations are not known, so no session in a scope is saved.
package struct ScopeTable: Sendable {
  /// The scopes around a session, outermost first; a scope is the last one itself.
  private var enclosing: [String: [String]] = [:]
  /// The scopes that are open, by place.
  private var open: [String: Open] = [:]
  /// The scopes that this run has recorded, by name.
  private var known: [String: Known] = [:]
  /// Ids of which nobody knows what to write for them, by the session's place: the session is not saved.
  package private(set) var ambiguities: [String: IDRenaming.Ambiguity] = [:]
  /// The facts about ids in the endpoint's own schema, if the user gave none; nil until it has come.
  package var hints: (any SchemaHints)?
  /// The renamings that follow from `open`, by place.
  private var renamings: BoundedTable<String, IDRenaming>
  /// About how many bytes `open` and `known` hold.
  package private(set) var heldBytes = 0
  private let byteLimit: Int
  private var isFull = false

  /// - Parameter byteLimit: the most bytes that are held of what scopes have issued and recorded.
  package init(byteLimit: Int = 128 << 20) {
    self.byteLimit = byteLimit
    renamings = BoundedTable(byteLimit: byteLimit)
  }

  private struct Open {
    let number: Int
    var issued = IssuedIDs()
    /// How many mutations came of each key and of each operation.
    var counts: [ContentHash: Int] = [:]

    /// About how many bytes it holds.
    var heldBytes: Int { 200 + issued.heldBytes + 80 * counts.count }
  }

  private struct Known {
    /// The ids that the mutations issued, by their place among those of the same key, and of the same operation.
    var issued: [Issuing: [Trace.IssuedID]] = [:]
    /// The place of the attempt that is written before it ends; the number of its beginning.
    var owner: (place: String, number: Int)
    /// The state of the file after this run's last write.
    var beginning: SessionStore.Beginning
    /// The recording that was there before; nil if there was none, or it is incomplete.
    let previous: Whole?
    /// The recording of this run, once it is whole.
    var whole: Whole?
  }

  /// The whole recording of a scope.
  package struct Whole: Sendable {
    /// The path of its file below the endpoint's folder.
    package let file: String
    /// The hashes of its requests' keys.
    package let keys: Set<ContentHash>

    package init(file: String, keys: Set<ContentHash>) {
      self.file = file
      self.keys = keys
    }

    /// About how many bytes it holds.
    fileprivate var heldBytes: Int { 100 + file.utf8.count + 64 * keys.count }
  }

  private struct Issuing: Hashable {
    let key: ContentHash
    let occurrence: Int
  }

  // MARK: Open sessions

  /// A session begins inside scopes.
  package mutating func begin(_ place: String, isScope: Bool, in scopes: [String], number: Int) {
    if isScope { setOpen(Open(number: number), at: place) }
    let around = scopes + (isScope ? [place] : [])
    enclosing[place] = around.isEmpty ? nil : around
    ambiguities[place] = nil
    renamings.remove(place)
  }

  /// A session goes on inside one more scope.
  package mutating func enter(_ place: String, scope: String) {
    guard open[scope] != nil, enclosing[place]?.contains(scope) != true else { return }
    enclosing[place, default: []].append(scope)
    renamings.remove(place)
  }

  /// A session has ended.
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

  /// Why a session in a scope cannot be saved; nil as long as the ids of all scopes are known.
  package func obstacle(of place: String) -> String? {
    guard isFull, enclosing[place] != nil else { return nil }
    return
      "the setups of this run issued more than \(byteLimit >> 20) MiB of ids, which is the limit. Stop the recorder, and record the rest in another run"
  }

  /// Whether a session is an open scope.
  package func isScope(_ place: String) -> Bool { open[place] != nil }

  /// Which ids are written as others in a session; nil if all stay as they are.
  package mutating func renaming(of place: String) -> IDRenaming? {
    guard let scopes = enclosing[place] else { return nil }
    if let known = renamings.value(for: place) { return known.isEmpty ? nil : known }
    let issued = scopes.compactMap { open[$0]?.issued }
    let renaming = IDRenaming(issued)
    renamings.keep(renaming, for: place, bytes: issued.reduce(200) { $0 + 2 * $1.heldBytes })
    return renaming.isEmpty ? nil : renaming
  }

  /// An id of a session may be one of two.
  package mutating func note(_ ambiguity: IDRenaming.Ambiguity, in place: String) {
    if ambiguities[place] == nil { ambiguities[place] = ambiguity }
  }

  /// Takes up what a scope's mutation has issued.
  ///
  /// - Parameters:
  ///   - place: the scope's.
  ///   - key: of the mutation.
  ///   - ids: that its answer issued, those of this run.
  package mutating func note(_ place: String, _ key: OperationKey, _ ids: [Trace.IssuedID]) {
    guard var scope = open[place], var known = known[SessionName.name(of: place)] else { return }
    guard heldBytes <= byteLimit else {
      isFull = true
      return
    }
    let places = [key.hash, key.document.hash].map { hash in
      scope.counts[hash, default: 0] += 1
      return Issuing(key: hash, occurrence: scope.counts[hash] ?? 1)
    }
    // With the same variables first: those that came together may have changed places.
    if let recorded = places.lazy.compactMap({ known.issued[$0] }).first {
      scope.issued.note(ids, standingFor: recorded)
    } else {
      scope.issued.note(ids, standingFor: ids)
      for place in places { known.issued[place] = ids }
      heldBytes += Self.heldBytes(ids)
    }
    setOpen(scope, at: place)
    self.known[SessionName.name(of: place)] = known
    renamings.removeAll()
  }

  // MARK: Recordings

  /// The last known state of a scope's file; nil before its first attempt.
  package func beginning(of name: String) -> SessionStore.Beginning? { known[name]?.beginning }

  /// The first attempt at a scope in this run begins.
  ///
  /// - Parameters:
  ///   - place: where.
  ///   - beginning: what was there before.
  ///   - previous: the same, if it is whole.
  ///   - mutations: what the recorded mutations issued, in order.
  package mutating func record(
    _ place: String, beginning: SessionStore.Beginning, previous: Whole?,
    mutations: [(key: OperationKey, ids: [Trace.IssuedID])]
  ) {
    guard let scope = open[place], known[SessionName.name(of: place)] == nil else { return }
    var known = Known(owner: (place, scope.number), beginning: beginning, previous: previous)
    var counts: [ContentHash: Int] = [:]
    for mutation in mutations {
      for hash in [mutation.key.hash, mutation.key.document.hash] {
        counts[hash, default: 0] += 1
        known.issued[Issuing(key: hash, occurrence: counts[hash] ?? 1)] = mutation.ids
      }
      heldBytes += Self.heldBytes(mutation.ids)
    }
    heldBytes += 1_000 + (previous?.heldBytes ?? 0)
    self.known[SessionName.name(of: place)] = known
  }

  /// About how many bytes the ids of a mutation take, with their two places.
  private static func heldBytes(_ ids: [Trace.IssuedID]) -> Int {
    ids.reduce(200) { $0 + 150 + $1.id.text.utf8.count + $1.path.utf8.count }
  }

  /// Whether an attempt is written before it ends: the first one of the run.
  package func isOwner(_ place: String) -> Bool {
    guard let scope = open[place], let owner = known[SessionName.name(of: place)]?.owner else { return true }
    return owner.place == place && owner.number == scope.number
  }

  /// A scope's file was written.
  ///
  /// - Parameters:
  ///   - name: the scope's.
  ///   - beginning: what is there now.
  package mutating func wrote(_ name: String, _ beginning: SessionStore.Beginning) {
    known[name]?.beginning = beginning
  }

  /// A scope's recording is whole.
  package mutating func note(_ whole: Whole, of name: String) {
    guard known[name] != nil else { return }
    heldBytes += whole.heldBytes - (known[name]?.whole?.heldBytes ?? 0)
    known[name]?.whole = whole
  }

  /// The recording that a new one of this run must not replace: the first whole one of the run; or the one from before,
  /// if the new one has fewer requests, since the tests that this run does not record may need the others.
  ///
  /// - Parameters:
  ///   - name: the scope's.
  ///   - keys: of the new recording.
  /// - Returns: the recording; nil if there is none.
  package func kept(of name: String, insteadOf keys: Set<ContentHash>) -> Whole? {
    if let whole = known[name]?.whole { return whole }
    guard let previous = known[name]?.previous, keys.isStrictSubset(of: previous.keys) else { return nil }
    return previous
  }
}

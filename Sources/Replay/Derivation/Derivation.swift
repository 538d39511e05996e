package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// Derives the answer to a query that was not recorded from recorded ones that are valid in the same state.
///
/// Nothing is guessed: each field of the query must stand in a recording at the same path, with the same arguments and
/// directives, in the same object. Otherwise the result names the fields that no recording has.
package struct Derivation: Sendable {
  let fields: [SelectedField]
  let directives: [String]
  let hints: any SchemaHints
  /// The query's root fields, each once.
  package let roots: [Root]

  /// Returns nil for an operation whose answer is never derived: it is not a query, is invalid, is too large, or selects
  /// the schema. `document` is the whole document, with the operations that were not selected.
  package init?(_ operation: StatedOperation, in document: Document, hints: any SchemaHints) {
    guard operation.kind == .query, OperationValidity.accepts(operation, in: document) else { return nil }
    var reader = SelectionReader(operation, hints: hints)
    guard let fields = try? reader.fields(), !fields.isEmpty,
      !fields.contains(where: { $0.name == "__schema" || $0.name == "__type" })
    else { return nil }
    self.fields = fields
    self.hints = hints
    roots = Self.roots(of: fields)
    directives = SelectionReader.texts(operation.operation.directives, operation)
  }

  /// A root field, by its name, and by the hash that includes its arguments and directives.
  package struct Root: Hashable, Sendable {
    package let name: String
    package let hash: ContentHash
  }

  /// Indicates whether a document may select a root field, whatever its arguments.
  package static func mayHave(_ root: String, in document: Document) -> Bool {
    func selects(_ set: SelectionSet) -> Bool {
      set.selections.contains { selection in
        switch selection {
        case .field(let field): field.name.text == root
        case .inlineFragment(let fragment): selects(fragment.selectionSet)
        case .fragmentSpread: false
        }
      }
    }
    return document.definitions.contains { definition in
      switch definition {
      case .operation(let operation): operation.kind == .query && selects(operation.selectionSet)
      // A root field may be in any fragment.
      case .fragment(let fragment): selects(fragment.selectionSet)
      case .schema, .type, .directive: false
      }
    }
  }

  /// Indicates whether a recorded operation has one of the query's root fields, with the same arguments and directives.
  package func mayUse(_ operation: StatedOperation) -> Bool {
    Self.roots(of: operation, hints: hints).contains { roots.contains($0) }
  }

  /// Returns a query's root fields, each once; empty for other operations.
  package static func roots(of operation: StatedOperation, hints: any SchemaHints) -> [Root] {
    guard operation.kind == .query else { return [] }
    var reader = SelectionReader(operation, hints: hints)
    return roots(of: (try? reader.fields()) ?? [])
  }

  private static func roots(of fields: [SelectedField]) -> [Root] {
    var seen: Set<Root> = []
    return fields.map { Root(name: $0.name, hash: $0.identity) }.filter { seen.insert($0).inserted }
  }

  /// The result of a derivation.
  package enum Outcome: Sendable {
    /// The data of the answers, in the order of the recorded ones, with the donors used, by their index.
    case derived([JSON], from: [Int])
    /// The recordings have a part of the answer.
    case obstacle(Obstacle)
    /// No donor has a field of the query.
    case unrelated
  }

  /// The reason why recordings with a part of the answer do not answer a query.
  package enum Obstacle: Hashable, Sendable {
    /// No recording has these fields.
    case missing(MissingFields)
    /// Two recordings of the same state have different values at a path, so nothing is joined.
    case conflict(at: String)
    /// The schema does not allow the query, for a reason.
    case invalid(String)
    /// The recordings with its root fields are not valid in the session's state. The first one's path.
    case otherState(String)
    /// A recording of another user, or with other headers that affect matching, has all its fields. Its path, and the
    /// user as recordings name them.
    case otherUser(String, identity: String)
  }

  /// The asked fields that no donor has, in the query's order.
  package struct MissingFields: Hashable, Sendable {
    /// Their paths: `launch(id: "25").rocket.diameter`.
    package private(set) var paths: [String]
    /// The number of their paths that a bounded miss omits.
    package private(set) var unlisted = 0
    /// The number of the other fields without selections.
    package let found: Int
    /// The reason why one of them is recorded and not used; nil if none is.
    package var hint: Hint?

    package enum Hint: Hashable, Sendable {
      /// It is in a fragment on a type, and the type of its object is unknown.
      case type
      /// It is in a list whose objects have no id in all recordings.
      case ids
      /// It is in a recording with several answers, which is not joined with others.
      case sequence
      /// It is in the same object at another path, and no recordings show that it is the same there.
      case path
      /// It is in the same object at another path, where another field has another value.
      case difference(at: String)
      /// The object is recorded, and no recordings show that the root field looks it up by the argument.
      case lookup(field: String, argument: String)
    }

    init(paths: [String], found: Int, hint: Hint? = nil) {
      self.paths = paths
      self.found = found
      self.hint = hint
    }

    /// The most paths that messages and logs have, and the most Unicode scalars of each.
    static let limit = 10
    static let textLimit = 4_000

    func bounded() -> Self {
      var result = self
      result.unlisted += max(0, paths.count - Self.limit)
      result.paths = paths.prefix(Self.limit).map { $0.beginning(limit: Self.textLimit) }
      return result
    }
  }

  /// Derives the answer from one donor, or else joins several that have one answer each. Donors that differ derive
  /// nothing: something changed the data without a mutation.
  package func outcome(from donors: [Donor]) -> Outcome {
    let hashes = Set(roots.map(\.hash))
    let matching = donors.indices.filter { index in
      donors[index].directives == directives && donors[index].fields.contains { hashes.contains($0.identity) }
    }
    guard !matching.isEmpty else { return .unrelated }
    var nearest: MissingFields?
    func note(_ missing: MissingFields) {
      if missing.paths.count < nearest?.paths.count ?? .max { nearest = missing }
    }
    var found: (data: [JSON], index: Int)?
    for index in matching {
      switch projected(donors[index]) {
      case .success(let data):
        if let found, let place = difference(found.data, data) { return .obstacle(.conflict(at: place)) }
        found = found ?? (data, index)
      case .failure(.missing(let missing)): note(missing)
      case .failure(let obstacle): return .obstacle(obstacle)
      }
    }
    let single = matching.filter { donors[$0].answers.count == 1 }
    if let found {
      // Recordings with a part of the answer show as well if the data have changed.
      var comparison = Projection(hints: hints)
      let others = donors[found.index].answers.count == 1 ? single : []
      _ = comparison.data(fields, from: others, of: donors)
      if let place = comparison.conflict { return .obstacle(.conflict(at: place)) }
      return .derived(found.data, from: [found.index])
    }
    if single.count > 1 {
      switch joined(single, of: donors) {
      case .success(let (data, used)): return .derived([data], from: used)
      case .failure(.missing(let missing)):
        if missing.paths.count <= nearest?.paths.count ?? .max { nearest = missing }
      case .failure(let obstacle): return .obstacle(obstacle)
      }
    }
    if single.count < matching.count, nearest?.hint == nil {
      var first = Projection(hints: hints)
      _ = first.data(fields, from: matching, of: donors)
      if case .missing? = first.obstacle(to: fields) {} else { nearest?.hint = .sequence }
    }
    return nearest.map { .obstacle(.missing($0)) } ?? .unrelated
  }

  /// The part of an answer that recordings have, and the paths of the fields that they lack.
  package struct KnownPart: Sendable {
    package let data: JSON
    package let missing: [String]
  }

  /// Returns the part of the answer that donors with one answer have; nil if they have nothing of it, or differ.
  package func knownPart(from donors: [Donor]) -> KnownPart? {
    let hashes = Set(roots.map(\.hash))
    let own = donors.filter { donor in
      donor.answers.count == 1 && donor.directives == directives
        && donor.fields.contains { hashes.contains($0.identity) }
    }
    return own.isEmpty ? nil : knownPart(of: own, Array(own.indices))
  }

  func knownPart(of donors: [Donor], _ own: [Int], _ objects: RecordedObjects? = nil) -> KnownPart? {
    var projection = Projection(hints: hints, objects: objects)
    let data = projection.data(fields, from: own, of: donors)
    guard case .missing(let missing)? = projection.obstacle(to: fields) else { return nil }
    return KnownPart(data: data, missing: missing.paths)
  }

  /// Returns the data of each of a donor's answers.
  private func projected(_ donor: Donor) -> Result<[JSON], Obstacle> {
    var results: [JSON] = []
    for answer in donor.answers {
      var projection = Projection(hints: hints)
      results.append(projection.data(fields, from: [(0, donor, answer)]))
      if let obstacle = projection.obstacle(to: fields) { return .failure(obstacle) }
    }
    return .success(results)
  }

  /// Returns the data that donors have together, and the indices of those that are used. `own` are the indices of those
  /// with root fields of the query.
  func joined(
    _ own: [Int], of donors: [Donor], _ objects: RecordedObjects? = nil
  ) -> Result<(JSON, [Int]), Obstacle> {
    var projection = Projection(hints: hints, objects: objects)
    let data = projection.data(fields, from: own, of: donors)
    if let obstacle = projection.obstacle(to: fields) { return .failure(obstacle) }
    let used = projection.used.sorted()
    // Values that were not asked for show as well if the data have changed.
    let usedOwn = used.filter { own.contains($0) }
    for index in usedOwn {
      var comparison = Projection(hints: hints)
      _ = comparison.data(donors[index].fields, from: usedOwn, of: donors)
      if let place = comparison.conflict { return .failure(.conflict(at: place)) }
    }
    return .success((data, used))
  }

  /// Returns the first root field with different values; nil if the answers are the same.
  private func difference(_ first: [JSON], _ second: [JSON]) -> String? {
    if first == second { return nil }
    // Of two sequences, the shorter one may be the end of the other.
    let pairs = first.count == second.count ? Array(zip(first, second)) : [(first[0], second[second.count - 1])]
    let differing = fields.first { field in pairs.contains { $0[field.responseKey] != $1[field.responseKey] } }
    return (differing ?? fields[0]).text
  }
}

extension Derivation.Obstacle: Error {}

import GraphQLLanguage
import OrderedJSON
package import Recordings

/// Replaces the ids that this run's set-ups issued by recorded ids, whatever their length, and the texts that differ with
/// them (`IssuedTexts`) wherever a whole value is one.
///
/// A server that is never reset has both ids, so they change places: the object with the recorded id is written with
/// the new one. Both stay different objects.
package struct IDRenaming: Sendable {
  private(set) var kinds: [(kind: IDKind, ids: Permutation)] = []
  private var texts = Permutation()
  let guessesRoles: Bool

  struct Permutation {
    /// The recorded ids by those of this run, unchanged ones included.
    var renamed: [ObjectID: ObjectID] = [:]
    var origins: [ObjectID: ObjectID] = [:]
    /// Indicates whether the API issues these ids as numbers.
    private(set) var areNumbers = false
    /// The ids that set-ups issued in this run.
    private(set) var issued: Set<ObjectID> = []

    mutating func note(_ id: ObjectID, standingFor recorded: ObjectID, isNumber: Bool = false) {
      if isNumber { areNumbers = true }
      issued.insert(id)
      // A recorded id names one object: if a set-up makes more objects than before, the others are new. One whose id
      // is taken, too, gets an id that is left free (`close`).
      guard renamed[id] == nil, let recorded = [recorded, id].first(where: { origins[$0] == nil }) else { return }
      renamed[id] = recorded
      origins[recorded] = id
    }

    /// Gives each recorded id that no set-up issued in this run the id that is left free.
    mutating func close() {
      for recorded in origins.keys.sorted() where renamed[recorded] == nil {
        var free = recorded
        while let origin = origins[free] { free = origin }
        renamed[recorded] = free
      }
    }

    var changesNothing: Bool { renamed.allSatisfy { $0.key == $0.value } }
  }

  /// Combines the set-ups, outermost first. With `guessesRoles`, an id in a field such as `favorites` is taken for one of
  /// the object that has the field: to compare answers, where a wrong guess is seen.
  package init(_ scopes: [IssuedIDs], guessesRoles: Bool = false) {
    self.guessesRoles = guessesRoles
    for pair in scopes.flatMap(\.pairs) {
      let index = kinds.firstIndex { $0.kind == pair.kind } ?? kinds.count
      if index == kinds.count { kinds.append((pair.kind, Permutation())) }
      kinds[index].ids.note(pair.id, standingFor: pair.recorded, isNumber: pair.isNumber)
    }
    for pair in scopes.flatMap(\.texts) { texts.note(pair.text, standingFor: pair.recorded) }
    for index in kinds.indices { kinds[index].ids.close() }
    texts.close()
    if kinds.allSatisfy(\.ids.changesNothing) { kinds = [] }
    if texts.changesNothing { texts = Permutation() }
    replaced = ReplacedIDs(
      kinds.map { ($0.kind, $0.ids.renamed.filter { $0.key != $0.value }.map(\.key).sorted(), $0.ids.areNumbers) },
      sent: scopes.reduce(into: SentCodes()) { $0.formUnion($1.sent) })
  }

  /// The length from which a text names one object, whatever place it is in.
  static let uniqueLength = 16

  /// Indicates whether every id and every text stays as it is.
  package var isEmpty: Bool { kinds.isEmpty && texts.renamed.isEmpty }

  /// The ids that do not stay.
  package let replaced: ReplacedIDs

  /// An id in a place that does not show whether a set-up has issued it.
  package struct Ambiguity: Error, Hashable, Sendable {
    package let id: ObjectID
    /// The name of its field or argument, if that is known.
    var name: String?

    /// For messages: ` (in favorites)`, or nothing if the name tells that it is an id.
    package var place: String { name.map { ObjectID.isName($0) ? "" : " (in \($0))" } ?? "" }
  }

  /// Returns the id that is written for an id of this run. `isSchemaKnown` tells that a name without a type names no
  /// type of its own, only a role: the id that one set-up issued is this one.
  package func renamed(_ id: ObjectID, _ kind: IDKind, isSchemaKnown: Bool = false) throws(Ambiguity) -> ObjectID {
    if id.text.utf8.count >= Self.uniqueLength {
      let recorded = Set(kinds.compactMap { $0.ids.renamed[id] })
      if recorded.count <= 1 { return recorded.first ?? id }
    }
    let matching = kinds.filter { $0.kind.matches(kind) }
    // Ids of a type that no set-up issued stay.
    if matching.isEmpty, kind.types != nil, kinds.allSatisfy({ $0.kind.types != nil }) { return id }
    let found = Set((matching.isEmpty ? kinds : matching).compactMap { $0.ids.renamed[id] })
    guard found.count <= 1, !matching.isEmpty || found.isSubset(of: [id]) || (isSchemaKnown && kind.types == nil) else {
      throw Ambiguity(id: id)
    }
    guard let recorded = found.first, recorded != id else { return id }
    if kind.mayBeSeveral(id) { throw Ambiguity(id: id) }
    return recorded
  }

  /// Indicates whether a set-up issued an id of a kind.
  func isIssued(_ id: ObjectID, _ kind: IDKind) -> Bool {
    kinds.contains { $0.kind.matches(kind) && $0.ids.renamed[id] != nil }
  }

  /// Returns an answer to `operation` with the recorded ids.
  ///
  /// - Throws: `Ambiguity` if an id may be one of two.
  package func rewritten(
    _ response: RecordedResponse, to operation: StatedOperation, hints: any SchemaHints
  ) throws(Ambiguity) -> RecordedResponse {
    if isEmpty { return response }
    var problem: Ambiguity?
    let result = response.mappingAnswers { answer in
      do throws(Ambiguity) {
        return try rewritten(answer, to: operation, hints: hints)
      } catch {
        problem = problem ?? error
        return answer
      }
    }
    if let problem { throw problem }
    return result
  }

  /// Returns a request with the recorded ids in its variables and in its document.
  ///
  /// - Throws: `Ambiguity` if an id may be one of two.
  package func rewritten(
    _ request: RedactedRequest, hints: any SchemaHints
  ) throws(Ambiguity) -> RedactedRequest {
    if isEmpty { return request }
    if HTTPExchange.isOne(request.operation) {
      var result = request
      result.variables = rewritten(exchange: request.variables)
      return result
    }
    var walk = DocumentIDs(renaming: self, hints: hints, request.operation)
    let document = try walk.rewritten(request.document)
    var members = request.variables.members
    for index in members.indices {
      guard let use = walk.uses[members[index].name] else { continue }
      var changes = JSONSlots()
      try note(members[index].value, isID: use.isID, use.place, [], hints: hints, in: &changes)
      members[index].value = changes.applied(to: members[index].value)
    }
    // Only values are replaced, so the operation is there.
    let operation = (try? document.operation(named: request.operation.name?.text)) ?? request.operation
    var result = RedactedRequest(
      document: document, operation: operation, variables: JSONObject(members), caller: request.caller)
    result.session = request.session
    result.credential = request.credential
    result.headers = request.headers
    return result
  }

  /// Returns the first value of a request that may contain a replaced id and is written as it was sent (`ReplacedIDs`).
  /// The keys are those of the request as it was sent and as it is written.
  package func leftover(
    in request: RedactedRequest, _ sent: OperationKey, writtenAs written: OperationKey, hints: any SchemaHints
  ) -> String? {
    var walk = DocumentIDs(renaming: self, hints: hints, request.operation)
    guard !replaced.isEmpty, (try? walk.rewritten(request.document)) != nil else { return nil }
    for member in sent.variables.members {
      let isOfPages = walk.uses[member.name]?.place.name.map(ObjectID.isOfPages) ?? false
      let new = written.variables[member.name] ?? .null
      let (old, object) = (JSON.object([member.name: member.value]), JSON.object([member.name: new]))
      if let found = replaced.leftover(in: old, object, anyNumber: !isOfPages) { return found }
    }
    return walk.leftover
      ?? sent.headers.lazy.compactMap { replaced.mention(in: .string($0.value), name: $0.name) }.first
  }

  /// Returns the replacement of a value that is an id; nil if it stays. `name` is that of its argument or input field,
  /// if it has one.
  func renamed(
    _ value: JSON, isID: Bool, _ kind: IDKind, name: String? = nil, hints: any SchemaHints
  ) throws(Ambiguity) -> JSON? {
    let isSchemaKnown = hints.queryType != nil
    if case .string(let text) = value, let id = ObjectID(value) {
      if let recorded = texts.renamed[id] { return .string(recorded.text) }
      // A short text may be an id by chance, so it must be in an id's place; a long one is unique anywhere.
      if text.utf8.count >= Self.uniqueLength {
        return kinds.lazy.compactMap { $0.ids.renamed[id] }.first.map { .string($0.text) }
      }
    }
    guard let id = ObjectID(value) else { return nil }
    let recorded =
      isID
      ? try renamed(id, kind, isSchemaKnown: isSchemaKnown)
      : try name.flatMap { name throws(Ambiguity) in
        // Every API counts its pages.
        ObjectID.isOfPages(name)
          ? nil : try renamed(id, naming: IDKind(naming: name, hints: hints), isNumber: value.numberValue != nil)
      }
    guard let recorded else { return nil }
    switch value {
    case .string: return .string(recorded.text)
    case .number: return Int(recorded.text).map { .int($0) } ?? .string(recorded.text)
    default: return nil
    }
  }

  /// Returns the id that is written for the value of an argument which only its name shows to be an id: `shelf: 21`,
  /// with the type Int; nil if the value is none. Numbers that change places may be others by chance: `level: 1`.
  private func renamed(_ id: ObjectID, naming kind: IDKind, isNumber: Bool) throws(Ambiguity) -> ObjectID? {
    let found = kinds.filter {
      $0.kind.matches(kind) && $0.ids.areNumbers == isNumber && ($0.ids.renamed[id] ?? id) != id
    }
    let recorded = Set(found.compactMap { $0.ids.renamed[id] })
    guard let only = recorded.first else { return nil }
    let isSure = !isNumber || found.contains { $0.ids.issued.contains(id) && !$0.ids.issued.contains(only) }
    guard recorded.count == 1, isSure else { throw Ambiguity(id: id) }
    return only
  }

  /// Indicates whether the name of an argument alone tells ids of a kind that a set-up issued.
  func isKind(_ name: String, hints: any SchemaHints) -> Bool {
    let kind = IDKind(naming: name, hints: hints)
    return kinds.contains { $0.kind.matches(kind) }
  }

  /// The place of a value that no selection describes.
  struct Place {
    /// The field that it belongs to, and the type of that field's value.
    var field: String
    var result: String?
    var type: String?
    /// The argument or the input field that it is the value of; nil in an answer.
    var name: String?
    var kind: IDKind

    init(field: String, result: String? = nil, type: String? = nil, name: String? = nil, kind: IDKind? = nil) {
      self.field = field
      self.result = result
      self.type = type
      self.name = name
      self.kind = kind ?? IDKind(argument: "id", of: field, result: result, hints: NoSchema())
    }
  }

  /// Collects the changes in a value that no selection describes: a leaf, a variable, a part of an error.
  func note(
    _ value: JSON, isID: Bool, _ place: Place, _ slots: [Int], hints: any SchemaHints, in changes: inout JSONSlots
  ) throws(Ambiguity) {
    let values = value.walk(at: (place: place, isID: isID, slots: slots)) { slot, outer in
      var inner = outer
      inner.slots.append(slot.index)
      guard let name = slot.name else { return inner }
      inner.place.type = hints.type(of: name, on: outer.place.type)
      if outer.place.name != nil { inner.place.name = name }
      // `{"value": "6F1D…"}` is an id like the text in it.
      inner.isID = outer.isID && slot.count == 1
      if ObjectID.isName(name) || inner.place.type == "ID" {
        inner.isID = true
        inner.place.kind = IDKind(argument: name, of: outer.place.field, result: outer.place.result, hints: hints)
      }
      return inner
    }
    for (value, (place, isID, slots)) in values where !value.isContainer {
      do throws(Ambiguity) {
        if let id = try renamed(value, isID: isID, place.kind, name: place.name, hints: hints) {
          changes.set(slots, to: id)
        }
      } catch {
        throw Ambiguity(id: error.id, name: place.name ?? place.field)
      }
    }
  }
}

import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The ids and secrets that the upstream issued in one session of this run, with the recorded ones.
///
/// Ids are matched only by origin: the place in a mutation's answer where the recorded answer has the other id.
struct SessionIDs {
  private let hints: any SchemaHints
  /// The ids of this run by the recorded ones, and the reverse.
  private var live = IssuedIDs()
  private var recorded = IssuedIDs()
  /// Marks in place of recorded ids, to find the ids in a request that no answer issued.
  private var marks = IssuedIDs()
  private var marked: Set<ObjectID> = []
  /// The ids in answers of this run, which later mutations cannot have issued.
  private var seen: Set<ObjectID> = []
  private var secrets: [String: String] = [:]

  init(hints: any SchemaHints) { self.hints = hints }

  /// The secret issued in place of a recorded placeholder; nil if there is none.
  subscript(secret placeholder: String) -> String? { secrets[placeholder] }

  // MARK: Requests

  /// Returns a recorded request with the ids of this run. `sendsUnissued` allows sending ids that no answer issued;
  /// `title` is for the reason.
  /// - Throws: `SkippedRequest` for an id that may belong to another object now.
  func sent(
    _ request: RedactedRequest, _ title: String, sendsUnissued: Bool
  ) throws(SkippedRequest) -> RedactedRequest {
    let result: RedactedRequest
    let unissued: Set<ObjectID>
    do throws(IDRenaming.Ambiguity) {
      unissued = ids(in: try IDRenaming([marks]).rewritten(request, hints: hints)).subtracting(marked)
      result = try IDRenaming([live]).rewritten(request, hints: hints)
    } catch {
      throw SkippedRequest(.ambiguousID(title, error.id.text))
    }
    // An id that the upstream gave to an object of this run is ambiguous and cannot be kept.
    let kept = sendsUnissued ? ids(in: result) : []
    if let id = unissued.subtracting(kept).min() { throw SkippedRequest(.unissuedID(title, id.text)) }
    return result
  }

  private func ids(in request: RedactedRequest) -> Set<ObjectID> {
    let stated = StatedOperation(
      operation: request.operation, fragments: request.document.fragmentsByName, variables: request.variables,
      identity: request.caller)
    return Tracer(stated, hints: hints).trace(nil).ids
  }

  // MARK: Answers

  /// Returns an answer with the recorded ids; unchanged if an id is ambiguous.
  func asRecorded(_ answer: RecordedResponse, to operation: StatedOperation) -> RecordedResponse {
    (try? IDRenaming([recorded], guessesRoles: true).rewritten(answer, to: operation, hints: hints)) ?? answer
  }

  /// Records the ids of an answer by their places in the recorded one.
  mutating func note(_ answer: RecordedResponse, standingFor known: RecordedResponse, to operation: StatedOperation) {
    let tracer = Tracer(operation, hints: hints)
    let new = tracer.trace(answer.body.answer).issued
    defer { seen.formUnion(new.map(\.id)) }
    guard operation.kind == .mutation else { return }
    let old = tracer.trace(known.body.answer).issued
    let counts = (new: Self.counts(new), old: Self.counts(old))
    let before = Dictionary(grouping: old, by: \.path)
    for (path, found) in Dictionary(grouping: new, by: \.path).sorted(by: { $0.key.precedesByScalars($1.key) }) {
      // A list of another length may contain other objects, and two aliases of one field share a path.
      guard let old = before[path], old.count == 1, found.count == 1,
        counts.new[Self.place(path)] == counts.old[Self.place(path)], !seen.contains(found[0].id),
        let mark = ObjectID(.string("understudy-issued-\(marked.count)"))
      else { continue }
      live.note(old, standingFor: found)
      recorded.note(found, standingFor: old)
      marks.note(old, standingFor: [Trace.IssuedID(id: mark, path: path, kind: old[0].kind)])
      marked.insert(mark)
    }
  }

  private static func counts(_ ids: [Trace.IssuedID]) -> [String: Int] {
    Dictionary(ids.map { (place($0.path), 1) }, uniquingKeysWith: +)
  }

  /// Returns a path without indices.
  private static func place(_ path: String) -> String {
    path.split(separator: "[").map { $0.split(separator: "]", omittingEmptySubsequences: false).last ?? "" }.joined()
  }

  /// Records the values at placeholders for secrets in the recorded answer.
  mutating func noteSecrets(in now: JSON, recorded: JSON) {
    switch (now, recorded) {
    case (.string(let secret), .string(let placeholder)) where Caller.isIssued(placeholder):
      secrets[placeholder] = secret
    case (.array(let now), .array(let recorded)):
      for (now, recorded) in zip(now, recorded) { noteSecrets(in: now, recorded: recorded) }
    case (.object(let now), .object(let recorded)):
      for member in recorded.members {
        if let value = now[member.name] { noteSecrets(in: value, recorded: member.value) }
      }
    default: break
    }
  }

  /// Returns a variable's value with this run's secrets in place of their placeholders.
  /// - Throws: `SkippedRequest` for a value that is not stored.
  func withSecrets(_ value: JSON, at path: JSONPath) throws(SkippedRequest) -> JSON {
    func secret(_ text: String) -> String? { Caller.isIssued(text) ? secrets[text] : nil }
    for case (.string(let text), let path) in value.walk(at: path, inside: { slot, path in path.appending(slot.step) })
    where secret(text) == nil {
      if text.hasPrefix(UploadedFile.prefix) { throw SkippedRequest(.upload) }
      guard Placeholder.isOne(text) else { continue }
      let name = path.description
      throw SkippedRequest(VariableRule.isPlaceholder(text) ? .placeholder(name) : .secret(name))
    }
    return value.rewritten(scalars: { scalar in
      scalar.stringValue.flatMap { secret($0) }.map { .string($0) } ?? scalar
    })
  }
}

/// The reason that a recorded request cannot be sent.
struct SkippedRequest: Error {
  let reason: SkipReason

  init(_ reason: SkipReason) { self.reason = reason }
}

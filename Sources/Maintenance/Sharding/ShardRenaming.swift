import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import SchemaSources

/// Replaces the ids and random values of a shard's setups by those of the merged setups, in all sessions of the shard.
///
/// Each shard ran the same setup, and an API issues other ids each time. The renaming exchanges ids, so different objects
/// stay different.
struct ShardRenaming {
  private let renaming: IDRenaming
  private let hints: any SchemaHints

  init(_ scopes: [IssuedIDs], hints: any SchemaHints) {
    self.hints = hints
    renaming = IDRenaming(scopes)
  }

  var isEmpty: Bool { renaming.isEmpty }

  /// An id or a request for which the merged one is not known.
  struct Problem: Error, Hashable {
    let request: String
    let reason: String
  }

  /// A request with other ids.
  struct Renamed {
    var request: SessionRecording.Request
    /// Its answers; nil for one that stays.
    var answers: [RecordedResponse?] = []
    /// The first value that may not fit these ids (`ReplacedIDs`): `url is "…/books/8"`.
    var leftover: String?
  }

  /// Renames the ids in a request of a store and in its answers. `file` is for errors.
  /// - Throws: `Problem`; `RecordingError` if a file cannot be read.
  func renamed(
    _ request: SessionRecording.Request, isScope: Bool, in store: RecordingStore, file: String
  ) throws -> Renamed {
    let alone = SessionRecording(name: "", steps: [.request(request)])
    guard let resolved = try store.resolved(alone, file: file).first?.first else { return Renamed(request: request) }
    do {
      return try renamed(resolved, isScope: isScope, in: store)
    } catch let ambiguity as IDRenaming.Ambiguity {
      throw Problem(
        request: request.title,
        reason: "id \(ambiguity.id) may be the id that a setup issued, which differs by shard\(ambiguity.place)")
    }
  }

  private func renamed(_ resolved: StoredRequest, isScope: Bool, in store: RecordingStore) throws -> Renamed {
    var result = Renamed(request: resolved.request)
    let key = resolved.key.document
    let sent = try renaming.rewritten(resolved.asSent, hints: hints)
    let document = try CanonicalOperation(of: sent.document, operationName: key.name)
    guard DocumentKey(endpoint: key.endpoint, operation: document) == key else {
      throw Problem(
        request: result.request.title, reason: "its document contains an id that a setup issued, which differs by shard"
      )
    }
    result.request.variables = sent.variables
    let places = store.rules.volatilePlaces(of: key.name, kind: key.kind)
    let stated = StatedOperation(resolved.redacted)
    for (number, id) in resolved.request.answers.enumerated() {
      let answer = try store.sessions.answer(id, inFolder: resolved.request.operation)
      let rewritten = try renaming.rewritten(answer, to: stated, hints: hints)
      result.answers.append(rewritten == answer ? nil : rewritten)
      for (old, new) in zip(answer.body.answers, rewritten.body.answers) where result.leftover == nil {
        result.leftover = renaming.replaced.leftover(in: old, new, anyNumber: true)
      }
      // The answers of setups are compared with each other.
      if result.leftover == nil, !isScope {
        result.leftover = DerivedValues(
          of: resolved.key, isReplaced: sent.variables != resolved.asSent.variables,
          sent: [renaming.replaced.sent, SentCodes(resolved.request.variables, query: resolved.document.printed())],
          rules: store.rules
        )
        .first(in: answer, writtenAs: rewritten, earlier: [])
      }
      if rewritten != answer { result.request.answers[number] = SessionFormat.id(of: rewritten, ignoring: places) }
    }
    if result.leftover == nil {
      let written = key.key(
        variables: try renaming.rewritten(resolved.redacted, hints: hints).variables, identity: resolved.key.identity,
        headers: resolved.key.headers, rules: store.rules)
      result.leftover = renaming.leftover(in: resolved.redacted, resolved.key, writtenAs: written, hints: hints)
    }
    return result
  }

  /// Indicates whether a recording without a session has, or may have, an id that is replaced in the sessions.
  func changes(_ recording: Recording, _ document: Document) -> Bool {
    guard let request = RedactedRequest(recording, document: document) else { return false }
    let stated = StatedOperation(request)
    return recording.states.flatMap(\.responses).contains { answer in
      (try? renaming.rewritten(answer, to: stated, hints: hints)) != answer
    }
  }
}

/// A shard's recording of a setup: what its mutations issued, and the random values that it sent.
struct RecordedSetup {
  private var issued: [(key: OperationKey, issued: ScopeTable.Issued)] = []
  private var sent: [(key: OperationKey, variables: JSONObject)] = []
  private let rules: EndpointRules

  /// - Throws: `RecordingError` if a file cannot be read.
  init(_ recording: SessionRecording, file: String, in store: RecordingStore, hints: any SchemaHints) throws {
    rules = store.rules
    for request in try store.resolved(recording, file: file).joined() {
      if !rules.placeholders(in: request.key.variables, of: request.key.document.name).isEmpty {
        sent.append((request.key, request.request.variables))
      }
      guard request.key.document.kind == .mutation, !request.request.isRefused,
        let id = request.request.answers.first
      else { continue }
      let answer = try store.sessions.answer(id, inFolder: request.request.operation).body.answer
      let ids = Tracer(StatedOperation(request.redacted), hints: hints).issued(in: answer) { $0.id }
      let sent = SentCodes(request.request.variables, query: request.document.printed())
      issued.append((request.key, ScopeTable.Issued(ids, in: answer, sent: sent)))
    }
  }

  private struct Position: Hashable {
    let key: ContentHash
    let occurrence: Int
  }

  /// The ids and values of this setup, with those of the merged one at the same positions.
  func differences(from merged: RecordedSetup) -> IssuedIDs {
    var result = IssuedIDs()
    let known = Self.byPosition(merged.issued.map { ([$0.key.hash, $0.key.document.hash], $0.issued) })
    let values = Self.byPosition(merged.sent.map { ([$0.key.hash], $0.variables) })
    var counts: [ContentHash: Int] = [:]
    for (key, found) in issued {
      let positions = Self.positions([key.hash, key.document.hash], &counts)
      result.note(found.sent)
      if let other = positions.lazy.compactMap({ known[$0] }).first { result.note(found, standingFor: other) }
    }
    counts = [:]
    for (key, variables) in sent {
      guard let other = Self.positions([key.hash], &counts).lazy.compactMap({ values[$0] }).first else { continue }
      for placeholder in rules.placeholders(in: key.variables, of: key.document.name) {
        guard case .string(let text)? = JSON.object(variables)[path: placeholder.path],
          case .string(let recorded)? = JSON.object(other)[path: placeholder.path], text != recorded
        else { continue }
        result.note(sent: text, standingFor: recorded)
      }
    }
    return result
  }

  private static func byPosition<Value>(_ values: [(hashes: [ContentHash], value: Value)]) -> [Position: Value] {
    var counts: [ContentHash: Int] = [:]
    var result: [Position: Value] = [:]
    for (hashes, value) in values {
      for position in positions(hashes, &counts) { result[position] = value }
    }
    return result
  }

  private static func positions(_ hashes: [ContentHash], _ counts: inout [ContentHash: Int]) -> [Position] {
    hashes.map { hash in
      counts[hash, default: 0] += 1
      return Position(key: hash, occurrence: counts[hash] ?? 1)
    }
  }
}

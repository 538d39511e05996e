import OrderedJSON
import Synchronization
package import Transports

/// A real endpoint that remembers: boards with notes, whose ids are new at every start.
///
/// Every answer can be held back, so that a test decides in which order requests complete.
package final class StatefulUpstream: Upstream {
  private struct State {
    var notes: [(id: String, text: String)] = []
    var created = 0
    var count = 0
    var asked = 0
    var gates: [String: AsyncStream<Never>] = [:]
    var trouble: [String: UpstreamError] = [:]
  }

  private let run: String
  private let state = Mutex(State())

  /// `run` tells the ids of one start from those of another.
  package init(run: String = "one") { self.run = run }

  /// The next request that mentions a word fails.
  package func fail(on word: String, with error: UpstreamError) { state.withLock { $0.trouble[word] = error } }

  /// The answer to a request that mentions a word waits until the continuation that is returned is finished.
  package func hold(_ word: String) -> AsyncStream<Never>.Continuation {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    state.withLock { $0.gates[word] = stream }
    return continuation
  }

  /// How many requests have come, besides those for the schema, which a recorder sends of itself.
  package var asked: Int { state.withLock { $0.asked } }

  package func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    let body = try? JSON.parse(request.body)
    let items = body?.arrayValue ?? body.map { [$0] } ?? []
    let query = items.compactMap { $0["query"]?.stringValue }.joined(separator: " ")
    if !query.contains("__schema") { state.withLock { $0.asked += 1 } }
    let held = state.withLock { state in state.gates.first { query.contains($0.key) }?.value }
    let trouble = state.withLock { state in
      state.trouble.keys.first { query.contains($0) }.flatMap { state.trouble.removeValue(forKey: $0) }
    }
    if let trouble { throw trouble }
    let answers = state.withLock { state in
      items.map { item -> JSON in
        ["data": Self.answer(item["query"]?.stringValue ?? "", item["variables"], &state, run)]
      }
    }
    if let held { for await _ in held {} }
    let whole = body?.arrayValue == nil ? answers.first ?? .null : .array(answers)
    return UpstreamResponse(
      status: 200, headers: ["content-type": "application/json"], body: One(whole.serialize()))
  }

  private static func answer(_ query: String, _ variables: JSON?, _ state: inout State, _ run: String) -> JSON {
    if query.contains("addNote") {
      state.created += 1
      let id = "note-of-run-\(run)-number-\(state.created)"
      let text = variables?["text"]?.stringValue ?? ""
      state.notes.append((id, text))
      return .object(["addNote": .object(["id": .string(id), "text": .string(text)])])
    }
    if query.contains("editNote") {
      let id = variables?["id"]?.stringValue ?? ""
      guard let index = state.notes.firstIndex(where: { $0.id == id }) else { return .object(["editNote": .null]) }
      state.notes[index].text = variables?["text"]?.stringValue ?? ""
      return .object(["editNote": .object(["id": .string(id), "text": .string(state.notes[index].text)])])
    }
    if query.contains("label") {
      let id = variables?["id"]?.stringValue ?? ""
      return .object(["label": .string("label-\(id.suffix(12))")])
    }
    if query.contains("tick") {
      state.count += 1
      return .object(["tick": .int(state.count)])
    }
    let notes = state.notes.map { JSON.object(["id": .string($0.id), "text": .string($0.text)]) }
    return .object(["notes": .array(notes)])
  }

  package func decode(_ body: [UInt8], coding _: String, limit _: Int) throws(UpstreamError) -> [UInt8] { body }
}

/// A body in one piece.
package struct One: AsyncSequence, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

  package struct Iterator: AsyncIteratorProtocol {
    var rest: [UInt8]?

    package mutating func next() async throws -> [UInt8]? {
      defer { rest = nil }
      return rest
    }
  }
}

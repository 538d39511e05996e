import GraphQLLanguage
import OrderedJSON
import Recordings

@testable import Replay

/// Documents and keys of the model's operations.
struct ModelDocuments {
  private var parsed: [String: (document: Document, key: DocumentKey)] = [:]

  mutating func request(
    _ op: ModelOp, _ variables: JSONObject, _ identity: Caller
  ) throws -> (operation: StatedOperation, key: ContentHash) {
    let text = op.text
    if parsed[text] == nil {
      let document = try parse(SourceText(text))
      let canonical = try CanonicalOperation(of: document, operationName: nil)
      parsed[text] = (document, DocumentKey(endpoint: "model", operation: canonical))
    }
    guard let (document, documentKey) = parsed[text] else { throw ModelError.unreachable }
    let key = documentKey.key(variables: variables, identity: identity)
    let operation = try StatedOperation(document: document, variables: key.variables, identity: identity)
    return (operation, key.hash)
  }
}

enum ModelError: Error { case unreachable }

extension ModelOp {
  var rootField: String {
    switch self {
    case .get: "object"
    case .count: "count"
    case .total: "total"
    case .list: "objects"
    case .favourites: "favourites"
    case .favouriteCount: "me"
    case .set: "set"
    case .increment: "increment"
    case .create: "create"
    case .delete: "delete"
    case .nothing: "nothing"
    case .favour: "favour"
    case .unfavour: "unfavour"
    }
  }
}

/// Records as the recorder is to: each answer in the state that its session is in.
struct ModelTape {
  private struct Entry {
    let request: StatedOperation
    var states: [Recording.State] = []
    /// The session that first saw each state: answers of others are kept out.
    var owners: [String: Int] = [:]
  }

  private var order: [ContentHash] = []
  private var entries: [ContentHash: Entry] = [:]

  mutating func record(
    _ request: StatedOperation, _ key: ContentHash, _ body: JSON, session: Int, history: inout History
  ) {
    let state = history.state.name
    var next: String?
    if request.kind == .mutation { next = history.append(request, .answered(body)).name }
    if entries[key] == nil {
      entries[key] = Entry(request: request)
      order.append(key)
    }
    let response = RecordedResponse(status: 200, headers: [], body: .json(body))
    guard let index = entries[key]?.states.firstIndex(where: { $0.name == state }) else {
      entries[key]?.states.append(Recording.State(name: state, responses: [response], next: next))
      entries[key]?.owners[state] = session
      return
    }
    if entries[key]?.owners[state] == session, entries[key]?.states[index].responses.last != response {
      entries[key]?.states[index].responses.append(response)
    }
  }

  func recorded(_ key: ContentHash) -> RecordedOperation? {
    entries[key].map { RecordedOperation(request: $0.request, states: $0.states) }
  }

  var operations: [RecordedOperation] { order.compactMap { recorded($0) } }
  var mutations: [RecordedOperation] { operations.filter { $0.request.kind == .mutation } }
}

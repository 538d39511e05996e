import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings

/// How an endpoint wants to be told which document is meant: by its text, or, where it takes only such, by the id under
/// which a manifest has it (persisted queries, trusted documents).
///
/// A recording does not say how it was asked, so the text goes first. Where a query's text is refused, its id is tried;
/// if that is answered, all that follows is called by id. A mutation is never sent twice.
struct CallingByID {
  private enum Way {
    case unknown
    case text
    case id
  }

  private let documents: EndpointDocuments
  private var way = Way.unknown

  init(_ documents: EndpointDocuments) { self.documents = documents }

  /// Asks in the way that the endpoint is known to take.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - recorded: what was recorded of it.
  ///   - live: the endpoint.
  /// - Returns: what came; of two refusals the one of the text.
  /// - Throws: `CancellationError`.
  mutating func ask(
    _ request: VerifyRequest, _ recorded: RecordedStep, _ live: inout LiveEndpoint
  ) async throws -> LiveEndpoint.Reply {
    func ask(_ body: JSON) async throws -> LiveEndpoint.Reply {
      try await live.ask(body, request.headers, recorded.kind, recorded: recorded.response.status)
    }
    // A manifest has the text as it was recorded.
    let known = request.hasRecordedText ? documents.id(of: recorded.stored.key.document) : nil
    if way == .id, let id = known { return try await ask(request.body(callingBy: id)) }
    let reply = try await ask(request.body)
    guard way != .text else { return reply }
    if Self.isExecuted(reply) {
      way = .text
    } else if way == .unknown, recorded.kind == .query, recorded.response.body.json?["data"] != nil,
      Self.isRefusal(reply), let id = known
    {
      let second = try await ask(request.body(callingBy: id))
      if Self.isExecuted(second) {
        way = .id
        return second
      }
    }
    return reply
  }

  private static func isExecuted(_ reply: LiveEndpoint.Reply) -> Bool {
    guard case .answered(let captured) = reply, let data = (try? JSON.parse(captured.body))?["data"] else {
      return false
    }
    return !data.isNull
  }

  private static func isRefusal(_ reply: LiveEndpoint.Reply) -> Bool {
    switch reply {
    case .answered, .unusable(_, isForeign: false): true
    case .unusable, .limited, .failed: false
    }
  }
}

extension VerifyRequest {
  /// The body with a document's id in the place of its text, in the two spellings that servers know: Apollo's persisted
  /// queries, and `documentId` of GraphQL over HTTP.
  func body(callingBy id: String) -> JSON {
    guard case .object(let object) = body else { return body }
    var members = object.members.filter { $0.name != "query" }
    members.append(.init("documentId", .string(id)))
    members.append(.init("extensions", ["persistedQuery": ["version": 1, "sha256Hash": .string(id)]]))
    return .object(JSONObject(members))
  }
}

import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests

/// Chooses how to identify documents to an endpoint: by text, or by their id in a manifest if the endpoint accepts only
/// ids (persisted queries, trusted documents).
///
/// Recordings do not contain this, so the text is tried first. If a query's text is refused, its id is tried. If that
/// works, further requests use ids. A mutation is never sent twice.
struct CallingByID {
  private enum Way {
    case unknown
    case text
    case id
  }

  private let documents: EndpointDocuments
  private var way = Way.unknown

  init(_ documents: EndpointDocuments) { self.documents = documents }

  /// Sends a request in the way that the endpoint is known to accept.
  /// - Returns: the reply; if both are refused, the one to the text.
  /// - Throws: `CancellationError`.
  mutating func ask(
    _ request: VerifyRequest, _ recorded: RecordedStep, _ live: inout LiveEndpoint
  ) async throws -> LiveEndpoint.Reply {
    func ask(_ body: JSON) async throws -> LiveEndpoint.Reply {
      try await live.ask(body, request.headers, recorded.kind, recorded: recorded.response.status)
    }
    // Manifests contain the text as recorded.
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
  /// Returns the body with a document's id, in both formats: Apollo's persisted queries, and GraphQL over HTTP.
  func body(callingBy id: String) -> JSON {
    guard case .object(let object) = body else { return body }
    var members = object.members.filter { $0.name != "query" }
    members.append(.init("documentId", .string(id)))
    members.append(.init("extensions", ["persistedQuery": ["version": 1, "sha256Hash": .string(id)]]))
    return .object(JSONObject(members))
  }
}

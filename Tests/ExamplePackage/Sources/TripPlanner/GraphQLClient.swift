public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends operations to a GraphQL endpoint. The URL is handed in, and that is all that a test needs.
public struct GraphQLClient: Sendable {
  private let url: URL
  private let token: String?

  /// A client of the endpoint at a URL, for a user who has logged in, or for nobody.
  public init(url: URL, token: String? = nil) {
    self.url = url
    self.token = token
  }

  /// What the endpoint or the way to it has against a request.
  public enum Failure: Error, Hashable {
    case status(Int)
    case errors([String])
    case noData
  }

  /// The data of an operation's answer.
  func data<Variables: Encodable, Answer: Decodable>(
    of operation: String, named name: String, _ variables: Variables, as type: Answer.Type
  ) async throws -> Answer {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
    request.httpBody = try JSONEncoder().encode(Body(query: operation, operationName: name, variables: variables))
    let (bytes, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw Failure.status(status) }
    let reply = try JSONDecoder().decode(Reply<Answer>.self, from: bytes)
    if let errors = reply.errors { throw Failure.errors(errors.map(\.message)) }
    guard let data = reply.data else { throw Failure.noData }
    return data
  }

  private struct Body<Variables: Encodable>: Encodable {
    let query: String
    let operationName: String
    let variables: Variables
  }

  private struct Reply<Answer: Decodable>: Decodable {
    let data: Answer?
    let errors: [Message]?

    struct Message: Decodable {
      let message: String
    }
  }
}

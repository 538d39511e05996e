import Foundation
import OrderedJSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's client: GraphQL over HTTP by URLSession.
struct Client: Sendable {
  let url: URL
  var token: String?
  var session = URLSession.shared

  /// What came back.
  struct Reply {
    let status: Int
    let json: JSON
    var data: JSON? { json["data"] }
    /// The first error's message.
    var message: String? { json["errors"]?[0]?["message"]?.stringValue }
    var code: String? { json["errors"]?[0]?["extensions"]?["code"]?.stringValue }
  }

  func send(_ query: String, _ variables: JSONObject = [:], name: String? = nil) async throws -> Reply {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
    var body: JSONObject = ["query": .string(query), "variables": .object(variables)]
    if let name { body["operationName"] = .string(name) }
    request.httpBody = Data(JSON.object(body).serialize())
    let (data, response) = try await session.data(for: request)
    return Reply(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0, json: (try? JSON.parse(Array(data))) ?? .null)
  }
}

/// The tutorials' operations, as Apollo iOS sends them.
extension Client {
  static let countryDetail = """
    query CountryDetail($code: ID!) {
      country(code: $code) {
        __typename
        code
        name
        native
        capital
        emoji
        currency
        phone
        continent { __typename name }
        languages { __typename code name native }
        states { __typename name }
      }
    }
    """

  func country(_ code: String) async throws -> Reply {
    try await send(Self.countryDetail, ["code": .string(code)], name: "CountryDetail")
  }

  func launch(_ id: String) async throws -> Reply {
    try await send(
      """
      query LaunchDetails($launchId: ID!) {
        launch(id: $launchId) {
          __typename
          id
          site
          mission { __typename name missionPatch(size: LARGE) }
          rocket { __typename name type }
          isBooked
        }
      }
      """, ["launchId": .string(id)], name: "LaunchDetails")
  }

  /// The token of a user.
  func logIn(_ email: String) async throws -> String? {
    let reply = try await send(
      "mutation Login($loginEmail: String) { login(email: $loginEmail) { __typename token } }",
      ["loginEmail": .string(email)], name: "Login")
    return reply.data?["login"]?["token"]?.stringValue
  }

  func book(_ id: String) async throws -> Reply {
    try await send(
      "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { __typename success message } }",
      ["id": .string(id)], name: "BookTrip")
  }
}

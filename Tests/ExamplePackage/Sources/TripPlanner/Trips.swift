/// A launch that a trip can be booked on.
public struct Launch: Decodable, Hashable, Sendable {
  /// The launch's number.
  public let id: String
  /// Where it starts.
  public let site: String?
  /// Whether the user is on it.
  public let isBooked: Bool
}

extension GraphQLClient {
  /// A launch by its id; nil where there is none.
  public func launch(_ id: String) async throws -> Launch? {
    struct Variables: Encodable { let launchId: String }
    struct Answer: Decodable { let launch: Launch? }
    let operation = """
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
      """
    return try await data(of: operation, named: "LaunchDetails", Variables(launchId: id), as: Answer.self).launch
  }

  /// The token of a user; nil where the address is none.
  public func logIn(_ email: String) async throws -> String? {
    struct Variables: Encodable { let loginEmail: String }
    struct User: Decodable { let token: String? }
    struct Answer: Decodable { let login: User? }
    let operation = "mutation Login($loginEmail: String) { login(email: $loginEmail) { __typename token } }"
    return try await data(of: operation, named: "Login", Variables(loginEmail: email), as: Answer.self).login?.token
  }

  /// Books a trip, and says whether that worked.
  public func bookTrip(_ id: String) async throws -> Bool {
    struct Variables: Encodable { let id: String }
    struct Update: Decodable { let success: Bool }
    struct Answer: Decodable { let bookTrips: Update }
    let operation = "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { __typename success message } }"
    return try await data(of: operation, named: "BookTrip", Variables(id: id), as: Answer.self).bookTrips.success
  }
}

/// Books trips for a user, and tries again once where the server has no time.
public struct TripPlanner: Sendable {
  private let client: GraphQLClient

  /// A planner that asks through a client.
  public init(client: GraphQLClient) { self.client = client }

  /// Books a trip; a server that is busy is asked once more.
  public func book(_ id: String) async throws -> Bool {
    do {
      return try await client.bookTrip(id)
    } catch GraphQLClient.Failure.status(503) {
      return try await client.bookTrip(id)
    }
  }
}

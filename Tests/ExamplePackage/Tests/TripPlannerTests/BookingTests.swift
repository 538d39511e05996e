import Testing
import TripPlanner
import UnderstudyTesting

/// Each test books in a world of its own, however many run at once.
@Suite("Booking", .understudy("rocket-reserver"))
struct BookingTests {
  private let understudy: Understudy

  init() throws { understudy = try Understudy.current }

  private func loggedIn() async throws -> GraphQLClient {
    let token = try await GraphQLClient(url: understudy.url).logIn("me@example.com")
    return GraphQLClient(url: understudy.url, token: token)
  }

  @Test(arguments: 1...8) func bookingIsSeen(time: Int) async throws {
    let client = try await loggedIn()
    #expect(try await client.launch("25")?.isBooked == false)
    #expect(try await TripPlanner(client: client).book("25"))
    #expect(try await client.launch("25")?.isBooked == true)
    #expect(understudy.requests.map(\.name) == ["Login", "LaunchDetails", "BookTrip", "LaunchDetails"])
  }

  @Test func aBusyServerIsAskedAgain() async throws {
    let client = try await loggedIn()
    try understudy.fault(.status(503, retryAfter: 1), on: "BookTrip", times: 1)
    #expect(try await TripPlanner(client: client).book("25"))
    #expect(understudy.requests(named: "BookTrip").map(\.source) == [.fault, .exact])
  }

  @Test func aSiteThatFailsIsShownAsAnError() async throws {
    try understudy.fault(.error(at: "launch.site", message: "No site"), .latency(.milliseconds(50)))
    await #expect(throws: GraphQLClient.Failure.errors(["No site"])) {
      try await GraphQLClient(url: understudy.url).launch("25")
    }
  }
}

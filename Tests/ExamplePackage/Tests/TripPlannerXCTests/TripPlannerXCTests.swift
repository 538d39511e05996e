import TripPlanner
import UnderstudyTesting
import XCTest

final class TripPlannerXCTests: XCTestCase {
  func testCapital() async throws {
    let understudy = try await startUnderstudy("countries")
    let country = try await GraphQLClient(url: understudy.url).country("CA")
    XCTAssertEqual(country?.capital, "Ottawa")
    XCTAssertEqual(understudy.requests.map(\.source), [.exact])
  }

  func testBooking() async throws {
    let understudy = try await startUnderstudy("rocket-reserver", "countries")
    let token = try await GraphQLClient(url: understudy.url).logIn("me@example.com")
    let client = GraphQLClient(url: understudy.url, token: token)
    let isBooked = try await TripPlanner(client: client).book("25")
    XCTAssertTrue(isBooked)
    let launch = try await client.launch("25")
    XCTAssertEqual(launch?.isBooked, true)
    let country = try await GraphQLClient(url: try understudy.url(of: "countries")).country("JP")
    XCTAssertEqual(country?.name, "Japan")
  }
}

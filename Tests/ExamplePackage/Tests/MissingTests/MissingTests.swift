import Testing
import TripPlanner
import UnderstudyTesting
import XCTest

// These ask for what was not recorded. run.sh expects each to fail, and what it says.

@Suite("Missing", .understudy("countries"))
struct MissingTests {
  @Test func germany() async throws {
    _ = try? await GraphQLClient(url: try Understudy.current.url).country("DE")
  }
}

final class MissingXCTests: XCTestCase {
  func testGermany() async throws {
    let understudy = try await startUnderstudy("countries")
    _ = try? await GraphQLClient(url: understudy.url).country("DE")
  }
}

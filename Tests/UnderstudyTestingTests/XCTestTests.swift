import Foundation
import OrderedJSON
import UnderstudyTesting

#if canImport(XCTest)
  import XCTest

  /// The same from XCTest. What a failure looks like there is pinned by the example package.
  final class XCTestTests: XCTestCase {
    func testEachTestHasItsOwnSession() async throws {
      let understudy = try await startUnderstudy("countries", mode: .replay)
      XCTAssertEqual(understudy.url.path(), "/countries/~XCTestTests.testEachTestHasItsOwnSession")
      let reply = try await Client(url: understudy.url).country("CA")
      XCTAssertEqual(reply.data?["country"]?["capital"], "Ottawa")
      XCTAssertEqual(understudy.requests.map(\.source), [.exact])
      XCTAssertEqual(understudy.failures, [])
    }

    @MainActor func testOnTheMainActor() async throws {
      let understudy = try await startUnderstudy("rocket-reserver", mode: .replay)
      let reply = try await Client(url: understudy.url).launch("25")
      XCTAssertEqual(reply.data?["launch"]?["isBooked"], false)
    }

    func testAnEndpointThatIsNotThere() async throws {
      do {
        _ = try await startUnderstudy("nowhere", mode: .replay)
        XCTFail("it started")
      } catch {
        XCTAssertTrue("\(error)".contains("There is no endpoint \"nowhere\""))
      }
    }
  }
#endif

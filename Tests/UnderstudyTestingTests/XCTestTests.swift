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

    /// It may have sent a part of its requests, so what it sent replaces no recording.
    func testASkippedTestReplacesNoRecording() async throws {
      let folder = try TemporaryFolder()
      let real = try await Understudy.start("countries", mode: .fake)
      @Sendable func contents() -> [String: Data] {
        folder.files.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: "\(folder.path)/\($1)") }
      }
      func record(_ codes: [String]) async throws {
        let understudy = try await startUnderstudy(
          "countries", mode: .record, upstream: real.url.absoluteString, recordings: folder.path)
        for code in codes { _ = try await Client(url: understudy.url).country(code) }
        if codes.count > 1 { await understudy.stop() }
      }
      try await record(["FR", "CA"])
      let before = contents()
      XCTAssertTrue(before.keys.contains { $0.contains("/sessions/") })
      // The last block that was added runs first.
      addTeardownBlock {
        XCTAssertEqual(contents(), before)
        await real.stop()
      }
      try await record(["FR"])
      throw XCTSkip("The rest needs something that is not here.")
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

import Foundation
import UnderstudyTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that each run in a process of their own under `swift test --parallel`.
final class OrdersXCTests: XCTestCase {
  func testApple() async throws { try await buy("apple") }
  func testBook() async throws { try await buy("book") }
  func testChair() async throws { try await buy("chair") }
  func testDesk() async throws { try await buy("desk") }
  func testEnvelope() async throws { try await buy("envelope") }
  func testFlower() async throws { try await buy("flower") }

  private func buy(_ item: String) async throws {
    let understudy = try await startUnderstudy(
      "orders", upstream: ProcessInfo.processInfo.environment["ORDERS_UPSTREAM"])
    // All processes log in the same way.
    let token = try await understudy.setUp("log in") { api in
      let text = try await Self.send("mutation LogIn { logIn(email: \"me@example.com\") { token } }", to: api.url)
      return try XCTUnwrap(text.split(separator: "\"").dropLast().last.map(String.init))
    }
    let query = "mutation Buy { buy(item: \"\(item)\") { item } }"
    let text = try await Self.send(query, to: understudy.url, token: token)
    XCTAssertTrue(text.contains(item), text)
    if understudy.mode == .replay { XCTAssertEqual(understudy.requests.map(\.source), [.exact]) }
  }

  private static func send(_ query: String, to url: URL, token: String? = nil) async throws -> String {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
    request.httpBody = try JSONSerialization.data(withJSONObject: ["query": query])
    let (bytes, _) = try await URLSession.shared.data(for: request)
    return String(decoding: bytes, as: UTF8.self)
  }
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of the shop.
struct Shop {
  let url: URL
  private var token: String?

  init(url: URL) { self.url = url }

  mutating func logIn() async throws {
    let data: LogIn = try await send("mutation LogIn { logIn(email: \"me@example.com\") { token } }")
    token = data.logIn.token
  }

  func orderCount() async throws -> Int {
    let data: Count = try await send("query OrderCount { orderCount }")
    return data.orderCount
  }

  /// Returns the order's id.
  func buy(_ item: String) async throws -> String {
    let data: Buy = try await send("mutation Buy($item: String!) { buy(item: $item) { id } }", ["item": item])
    return data.buy.id
  }

  struct Failure: Error {
    let answer: String
  }

  private func send<Answer: Decodable>(_ query: String, _ variables: [String: String] = [:]) async throws -> Answer {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
    request.httpBody = try JSONEncoder().encode(Body(query: query, variables: variables))
    let (bytes, _) = try await URLSession.shared.data(for: request)
    guard let data = try JSONDecoder().decode(Reply<Answer>.self, from: bytes).data else {
      throw Failure(answer: String(decoding: bytes, as: UTF8.self))
    }
    return data
  }

  private struct Body: Encodable {
    let query: String
    let variables: [String: String]
  }

  private struct Reply<Answer: Decodable>: Decodable {
    let data: Answer?
  }

  private struct LogIn: Decodable {
    struct Login: Decodable { let token: String }
    let logIn: Login
  }

  private struct Count: Decodable { let orderCount: Int }

  private struct Buy: Decodable {
    struct Order: Decodable { let id: String }
    let buy: Order
  }
}

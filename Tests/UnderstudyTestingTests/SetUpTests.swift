import Foundation
import OrderedJSON
import Synchronization
import Testing

@testable import UnderstudyTesting

/// What tests share is made once, in a session of its own. The real endpoint is a fake here that is never reset.
@Suite("Set-up that tests share")
struct SetUpTests {
  private let folder: TemporaryFolder
  private let real: Understudy

  init() async throws {
    folder = try TemporaryFolder()
    let schema = """
      type Query { product(id: ID!): Product products: [Product!]! }
      type Mutation { createProduct(name: String!): Product! }
      type Product { id: ID! name: String! }
      """
    try Data(schema.utf8).write(to: URL(fileURLWithPath: folder.path).appendingPathComponent("shop.graphqls"))
    real = try await Understudy.start("shop", mode: .fake, schemas: folder.path)
  }

  /// Each seed has a server of its own, as another process has.
  private func trait(_ mode: Understudy.Mode, seed: UInt64) -> UnderstudyTrait {
    .understudy(
      "shop", mode: mode, upstream: mode == .record ? real.url.absoluteString : nil,
      recordings: "\(folder.path)/recordings", schemas: "\(folder.path)/none", seed: seed, strict: mode == .replay)
  }

  /// Does what a test does: with a product of the set-up.
  private func ask() async throws -> [String?] {
    let understudy = try Understudy.current
    let id = try await understudy.setUp("a lamp") { api in
      let reply = try await Client(url: api.url).send(#"mutation { createProduct(name: "Lamp") { id } }"#)
      return try #require(reply.data?["createProduct"]?["id"]?.stringValue)
    }
    let client = Client(url: understudy.url)
    let reply = try await client.send("query($id: ID!) { product(id: $id) { id name } }", ["id": .string(id)])
    let inText = try await client.send(#"{ product(id: "\#(id)") { id } }"#)
    return [id, reply.data?["product"]?["id"]?.stringValue, inText.data?["product"]?["id"]?.stringValue]
  }

  @Test(arguments: ["a", "b"]) func oneTestIsRecordedAgain(test: String) async throws {
    var ids: [String?] = []
    for seed in [1, 2] as [UInt64] {
      try await trait(.record, seed: seed).run {
        let found = try await ask()
        #expect(Set(found).count == 1)
      }
    }
    for seed in [3, 4] as [UInt64] {
      let seen = Mutex<[String?]>([])
      try await trait(.replay, seed: seed).run {
        let found = try await ask()
        seen.withLock { $0 = found }
        #expect(try Understudy.current.requests.allSatisfy { $0.source == .exact })
      }
      let found = seen.withLock { $0 }
      #expect(Set(found).count == 1)
      ids.append(found.first ?? nil)
    }
    #expect(Set(ids).count == 1)
    // Another was made by the second recording, and is written as the first.
    #expect(real.requests.filter { $0.kind == .mutation }.count == 2)
    #expect(folder.files.filter { $0.contains("/sessions/") }.count == 2)
    await real.stop()
  }

  @Test func aSetUpThatMissesFailsTheTest() async throws {
    try await trait(.record, seed: 5).run {
      _ = try await Client(url: try Understudy.current.url).send("{ products { id } }")
    }
    let problems = Mutex<[String]>([])
    await withKnownIssue {
      _ = try? await trait(.replay, seed: 6).run { _ = try? await ask() }
    } matching: { issue in
      problems.withLock { $0.append("\(issue.comments)") }
      return true
    }
    #expect(problems.withLock { $0 }.contains { $0.contains("mutation") })
    await real.stop()
  }

  @Test func aNameHasOnePlaceAndOneType() async throws {
    @Sendable func one(_ value: Int) async throws -> Int { try await Understudy.current.setUp("n") { _ in value } }
    @Sendable func any<Value: Sendable>(_ value: Value) async throws -> Value {
      try await Understudy.current.setUp("any") { _ in value }
    }
    try await trait(.record, seed: 7).run {
      let understudy = try Understudy.current
      #expect(try await one(1) == 1)
      #expect(try await one(2) == 1)
      let error = await #expect(throws: UnderstudyError.self) {
        _ = try await understudy.setUp("n") { _ in 1 }
      }
      #expect(error?.description.contains("is in two places, UnderstudyTestingTests/SetUpTests.swift:") == true)
      #expect(try await any(1) == 1)
      await #expect(throws: UnderstudyError.self) { _ = try await any("") }
    }
    await real.stop()
  }
}

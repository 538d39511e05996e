import Engine
import OrderedJSON
import Replay
import Requests
import TestSupport
import Testing
import Transports

/// Misses of one session that are answered with generated data on request.
@Suite("Generated misses")
struct GeneratedMissTests {
  let folder: TestFolder
  private static let missed = "query Other { countries { code name } }"

  init() async throws {
    folder = try TestFolder()
    let upstream = ScriptedUpstream([.answer(chunks: [#"{"data":{"country":{"name":"Canada"}}}"#])])
    let recorder = try folder.recorder(upstream, name: "world")
    _ = await recorder.respond(to: request("{ country(code: \"CA\") { name } }")).get()
    await recorder.finish()
  }

  private func addSchema() throws {
    try folder.write(
      "type Query { country(code: ID!): Country countries: [Country!]! } type Country { code: ID! name: String! }",
      to: "world.graphqls")
  }

  private func request(_ query: String, session: String? = nil) -> ClientRequest {
    Board.request(query, session: session, path: "/world")
  }

  private func source(_ engine: Engine, _ query: String = missed, session: String? = nil) async -> String? {
    await engine.respond(to: request(query, session: session)).get().headers[first: AnswerSource.header]
  }

  @Test("Only the operation in the session is generated, until the session is reset")
  func oneSession() async throws {
    try addSchema()
    let player = try folder.player()
    #expect(await source(player, session: "a") == "miss")
    #expect(await source(player, session: "b") == "miss")
    let miss = try #require(player.misses.first)
    #expect(player.canGenerateMisses(at: "world"))
    try player.generateMisses(of: miss.request, session: "a")
    #expect(await source(player, session: "a") == "fake")
    #expect(await source(player, session: "b") == "miss")
    #expect(await source(player, "query More { countries { code } }", session: "a") == "miss")
    #expect(await source(player, "{ country(code: \"CA\") { name } }", session: "a") == "recorded")
    #expect(player.uses.contains { $0.source == .fake && $0.session == "a" })
    player.refresh()
    #expect(await source(player, session: "a") == "fake")
    #expect(player.reset(session: "a"))
    #expect(await source(player, session: "a") == "miss")
  }

  @Test("The generated data knows the recordings, and follows the schema's file")
  func learned() async throws {
    try addSchema()
    let player = try folder.player()
    _ = await source(player)
    try player.generateMisses(of: try #require(player.misses.first).request, session: "default")
    let body = try await player.respond(to: request(Self.missed)).get().text
    #expect(body.contains("\"code\":\"CA\",\"name\":\"Canada\""))
    try folder.write(
      "type Query { country(code: ID!): Country countries: [Country!]! } type Country { code: ID! name: String! rank: Int! }",
      to: "world.graphqls")
    player.refresh()
    let answer = await player.respond(to: request("query Other { countries { rank } }")).get()
    #expect(answer.headers[first: AnswerSource.header] == "fake" && !answer.hasErrors)
  }

  @Test("Without a schema nothing can be generated")
  func withoutSchema() async throws {
    let player = try folder.player()
    _ = await source(player)
    let miss = try #require(player.misses.first)
    #expect(!player.canGenerateMisses(at: "world"))
    #expect { try player.generateMisses(of: miss.request, session: "a") } throws: { "\($0)".contains("world.graphqls") }
    #expect(await source(player, session: "a") == "miss")
  }
}

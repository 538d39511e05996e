import Engine
import Foundation
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

/// The salt of an endpoint's folder, `redaction-salt`.
@Suite struct SaltTests {
  private static let login = #"{"query":"mutation { login(password: \"hunter2!x\") { id } }"}"#

  /// Records one login in a folder.
  private func record(_ folder: TestFolder) async throws {
    let engine = try folder.recorder(
      ScriptedUpstream([.answer(chunks: [#"{"data":{"login":{"id":"1"}}}"#])]), name: "shop")
    let request = ClientRequest(
      method: "POST", target: "/shop", headers: ["content-type": "application/json"], body: Array(Self.login.utf8))
    _ = try await engine.respond(to: request).get().text
    await engine.finish()
  }

  private func source(_ folder: TestFolder) async throws -> String? {
    let engine = try folder.player()
    let request = ClientRequest(
      method: "POST", target: "/shop", headers: ["content-type": "application/json"], body: Array(Self.login.utf8))
    return await engine.respond(to: request).get().headers[first: "Understudy-Source"]
  }

  @Test func `two branches that each record a login write the same files`() async throws {
    let one = try TestFolder()
    let other = try TestFolder()
    try await record(one)
    try await record(other)
    #expect(one.contents().keys.contains("shop/redaction-salt"))
    #expect(one.contents() == other.contents())
    #expect(try await source(one) == "recorded")
  }

  @Test func `a salt of an older version is kept and used`() async throws {
    let old = try TestFolder()
    let new = try TestFolder()
    try old.write("000102030405060708090a0b0c0d0e0f\n", to: "shop/redaction-salt")
    try await record(old)
    try await record(new)
    #expect(old.contents()["shop/redaction-salt"] == Data("000102030405060708090a0b0c0d0e0f\n".utf8))
    #expect(Set(old.contents().keys) != Set(new.contents().keys))
    #expect(try await source(old) == "recorded")
  }
}

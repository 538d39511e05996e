import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings

/// Real files of every version of the format there has been. Never change them: they are what users have on disk.
@Suite struct FixtureTests {
  @Test func `version 1 loads and is written again to the same bytes`() throws {
    let path = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/v1").path
    let folder = try #require(try RecordingsFolder(path: path).endpoints.first)
    let upstream = try UpstreamURL("https://countries.trevorblades.com/")
    #expect(try folder.configuration() == EndpointConfiguration(upstream: upstream, headers: ["x-request-cost"]))
    let store = try folder.store()
    #expect(
      store.entries.map(\.folder) == [
        "mutation.Visit-524dcf80", "query-cd5e6869", "query.CountryDetail-a383c86f", "query.Filtered-0df7dcbe",
      ])
    #expect(store.fileCount == 6)
    for entry in store.entries {
      for stored in try store.recordings(inFolder: entry.folder) {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: stored.path)))
        #expect(RecordingFormat.encode(stored.recording) == bytes, "\(stored.file)")
        #expect(try store.lookup(stored.key)?.file == stored.file)
      }
    }
  }

  @Test func `version 1 means what it meant`() throws {
    let path = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/v1").path
    let store = try EndpointFolder(name: "countries", below: path).store(readingAllUpTo: 0)
    let detail = try Sent(
      """
      # Sent by another client, spelled its own way.
      query CountryDetail($code: ID!) {
        country(code: $code) {
          __typename, name, native, capital, emoji, currency
          continent { name } languages { name } area
        }
      }
      """)
    func answers(_ key: OperationKey) throws -> [String] {
      let recording = try store.lookup(key)?.recording
      return recording?.responses(in: "start").map { String(decoding: $0.body.bytes, as: UTF8.self) } ?? []
    }
    #expect(
      try answers(detail.key(#"{"code": "CA"}"#)) == [
        #"{"data":{"country":{"__typename":"Country","name":"Canada","native":"Canada","capital":"Ottawa","emoji":"🇨🇦","currency":"CAD","continent":{"name":"North America"},"languages":[{"name":"English"},{"name":"French"}],"area":9984670.0}},"extensions":{"took":1.5e-3}}"#
      ])
    #expect(try answers(detail.key(#"{"code": "XX"}"#)) == [#"{"data":{"country":null}}"#])
    let refused = try #require(try store.lookup(detail.key(#"{"code": "CA"}"#, identity: .authenticated(name: nil))))
    #expect(refused.recording.responses(in: "start").map(\.status) == [401])
    #expect(refused.recording.responses(in: "start")[0].header("x-request-cost") == "3")
    #expect(try store.lookup(detail.key(#"{"code": "XX"}"#, identity: .authenticated(name: nil))) == nil)
    let list = try Sent(
      #"{ countries(filter: {continent: {eq: "EU"}}) { ...Basic } } fragment Basic on Country { code name }"#)
    #expect(try answers(list.key()).prefix(2) == [#"{"data":{"countries":[]}}"#, "<!DOCTYPE html>\n<h1>Down</h1>\n"])
    let visit = try Sent("mutation Visit($code: ID!) { visit(code: $code) { count } }")
    let states = try #require(try store.lookup(visit.key(#"{"code": "CA"}"#))).recording.states
    #expect(states.map(\.name) == ["9f2e4c71", "start"])
    #expect(states.map(\.next) == [nil, "9f2e4c71"])
  }
}

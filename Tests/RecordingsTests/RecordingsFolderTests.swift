import Foundation
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings

@Suite struct RecordingsFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `endpoints are the folders that hold recordings or an endpoint.yaml`() throws {
    try folder.write("{ a }", to: "countries/query-1f3a9c2e/operation.graphql")
    try folder.write("", to: "posts/endpoint.yaml")
    try folder.write("", to: "notes/README.md")
    try folder.write("", to: "schemas/query.graphql")
    try folder.write("", to: ".git/endpoint.yaml")
    try folder.write("", to: "endpoint.yaml")
    try folder.write("", to: "rocket-reserver.v2_1/endpoint.yaml")
    try folder.write("", to: "not ours/file")
    let recordings = try RecordingsFolder(path: folder.path)
    #expect(recordings.endpoints.map(\.name) == ["countries", "posts", "rocket-reserver.v2_1"])
    #expect(recordings.endpoints[0].path == "\(folder.path)/countries")
    #expect(recordings.endpoints[1].configurationPath == "\(folder.path)/posts/endpoint.yaml")
    #expect(EndpointFolder(name: "a", below: "recordings/").path == "recordings/a")
  }

  @Test func `a missing folder is an error that says how to get one`() throws {
    #expect(
      message { _ = try RecordingsFolder(path: "\(folder.path)/recordings") }
        == "recordings: there is no such folder. If the recordings are elsewhere, name their folder with --recordings. To record, for example: `understudy record --upstream https://api.example.com/graphql --endpoint shop`"
    )
    try folder.write("", to: "recordings")
    #expect(
      message { _ = try RecordingsFolder(path: "\(folder.path)/recordings") }
        == "recordings: cannot list it: Not a directory. Check the path, its permissions and the free disk space.")
  }

  @Test(arguments: [["countries/endpoint.yaml"], ["countries/endpoint.yaml", "Countries/endpoint.yaml"]])
  func `a name that differs only in case from that of another folder is refused`(_ files: [String]) throws {
    for file in files { try folder.write("", to: file) }
    #expect(
      message { _ = try EndpointFolder(name: "Countries", below: folder.path).configuration() }
        == "Countries: there is a folder countries, whose name differs from Countries only in upper and lower case. On macOS and Windows they are the same folder. Use --endpoint countries, or choose another name."
    )
  }

  @Test(arguments: ["my api", "_private", "-x", "ä", "a~b", String(repeating: "a", count: 101)])
  func `a name that cannot be part of a URL is an error`(_ name: String) throws {
    #expect(!EndpointFolder.isName(name))
    try folder.write("", to: "\(name)/endpoint.yaml")
    #expect(
      message { _ = try RecordingsFolder(path: folder.path) }
        == "\(name): \"\(name)\" cannot be the name of an endpoint, which is part of its URL: expected letters, digits, dots, dashes and underscores, starting with a letter or a digit, at most 100."
    )
  }

  @Test(arguments: ["", ".", "..", "../x", "a/b", "a\\b", "a\u{0}", "a\n", ".hidden"])
  func `no name leads out of the folder`(_ name: String) {
    #expect(!EndpointFolder.isName(name))
  }

  @Test func `a link to a folder of recordings is not followed`() throws {
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("", to: "endpoint.yaml")
    try folder.link(elsewhere.path, from: "countries")
    #expect(
      message { _ = try RecordingsFolder(path: folder.path) }
        == "countries: is a symbolic link. Recordings are read only from inside their folder. Replace the link with its target."
    )
  }

  @Test func `a link to anything else is none of ours`() throws {
    try folder.write("x", to: "file")
    try folder.link("file", from: "a-file")
    try folder.link("nowhere", from: "broken")
    #expect(try RecordingsFolder(path: folder.path).endpoints == [])
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)".replacingOccurrences("\(folder.path)/", "")
    }
  }
}

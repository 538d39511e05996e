import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings

@Suite struct PruningTests {
  let folder: TemporaryFolder
  let endpoint: EndpointFolder
  let sent: Sent

  init() throws {
    folder = try TemporaryFolder()
    endpoint = EndpointFolder(name: "countries", below: folder.path)
    sent = try Sent(countryDetail)
    let store = try endpoint.store()
    for code in ["CA", "JP"] {
      for state in ["start", "9f2e4c71d2a9b0c3"] {
        _ = try store.save(
          response(#"{"data":"\#(code)\#(state)"}"#), for: sent.key(#"{"code":"\#(code)"}"#), document: sent.document,
          state: state)
      }
    }
    try store.finish()
  }

  private func pruned(_ code: String, states: [String]? = nil) throws -> Pruned {
    var all: [WeighedRecording] = []
    try endpoint.store().weighEach(inFolder: sent.folder) { all.append($0) }
    let one = try #require(all.first { $0.stored.file.hasPrefix("code=\(code)") })
    return Pruned(folder: one.stored.folder, file: one.stored.file, states: states, content: one.content)
  }

  @Test func `a file goes, and its operation stays for the others`() throws {
    try endpoint.prune([pruned("CA")], rules: .none)
    #expect(try endpoint.store().lookup(sent.key(#"{"code":"CA"}"#)) == nil)
    #expect(try endpoint.store().lookup(sent.key(#"{"code":"JP"}"#)) != nil)
    #expect(folder.files().count == 2)
  }

  @Test func `with its last recording an operation's folder goes`() throws {
    try endpoint.prune([pruned("CA"), pruned("JP")], rules: .none)
    #expect(folder.files() == [])
    #expect(!FileManager.default.fileExists(atPath: "\(endpoint.path)/\(sent.folder)"))
  }

  @Test func `what people put into a folder stays`() throws {
    try folder.write("notes", to: "countries/\(sent.folder)/README.md")
    try endpoint.prune([pruned("CA"), pruned("JP")], rules: .none)
    #expect(folder.files() == ["countries/\(sent.folder)/README.md"])
    #expect(try endpoint.store().fileCount == 0)
  }

  @Test func `states are taken out of a file`() throws {
    try endpoint.prune([pruned("CA", states: ["9f2e4c71d2a9b0c3"])], rules: .none)
    let rest = try #require(try endpoint.store().lookup(sent.key(#"{"code":"CA"}"#))).recording
    #expect(rest.states.map(\.name) == ["start"])
    #expect(rest.responses(in: "start") == [response(#"{"data":"CAstart"}"#)])
    #expect(try endpoint.formatting(rules: .none).changes.isEmpty)
    try endpoint.prune([pruned("CA", states: ["start"])], rules: .none)
    #expect(try endpoint.store().lookup(sent.key(#"{"code":"CA"}"#)) == nil)
  }

  @Test func `a file that has changed since is not removed, nor anything else`() throws {
    let plan = [try pruned("CA"), try pruned("JP")]
    let file = "countries/\(plan[1].folder)/\(plan[1].file)"
    try folder.write(folder.read(file) + " ", to: file)
    let before = try folder.contents()
    let error = #expect(throws: RecordingError.self) { try endpoint.prune(plan, rules: .none) }
    #expect(
      error?.description
        == "\(folder.path)/\(file): changed while understudy prune ran, so nothing was removed. Run understudy prune again."
    )
    #expect(try folder.contents() == before)
  }

  @Test func `whenever it is stopped, the next one finishes`() throws {
    var stops = 0
    while true {
      let test = try PruningTests()
      let body = "countries/files/0123456789abcdef.png"
      try test.folder.write("pixels", to: body)
      let before = try test.folder.contents()
      let plan = [try test.pruned("CA"), try test.pruned("JP", states: ["start"])]
      do {
        try test.endpoint.prune(
          plan, files: ["files/0123456789abcdef.png"], rules: .none, stoppingAfter: stops)
        break
      } catch { #expect(error.message == "stopped by a test. Run it again.") }
      let hadBegun = try test.endpoint.hasUnfinishedRewriting()
      try test.endpoint.finishRewriting()
      let store = try test.endpoint.store()
      if hadBegun {
        #expect(store.fileCount == 1 && !test.folder.files().contains(body))
      } else if store.fileCount == 2 {
        #expect(try test.folder.contents().filter { !$0.contains("/.understudy") } == before)
      }
      #expect(try store.lookup(test.sent.key(#"{"code":"JP"}"#)) != nil)
      stops += 1
    }
    #expect(stops >= 5)
  }
}

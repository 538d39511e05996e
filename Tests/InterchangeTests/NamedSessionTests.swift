import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Interchange

/// Recordings of named sessions: a manifest counts them, and exports say that they skip them.
@Suite struct NamedSessionTests {
  let folder: TestFolder
  let endpoint: EndpointFolder
  private let query = "query Country($code: ID!) { country(code: $code) { name } }"

  init() throws {
    folder = try TestFolder()
    endpoint = EndpointFolder(name: "countries", below: folder.path + "/recordings")
    let store = try endpoint.store()
    let document = try parse(SourceText(query))
    let key = DocumentKey(
      endpoint: "countries", operation: try CanonicalOperation(of: document, operationName: "Country"))
    let operation = try store.requireFolder(of: key, document: document)
    let answer = RecordedResponse(status: 200, headers: [], body: .json(["data": ["country": .null]]))
    let id = SessionFormat.id(of: answer)
    _ = try store.sessions.write(answer, as: id, inFolder: operation)
    for name in ["a", "b"] {
      var beginning = try store.sessions.beginning(of: name)
      let request = SessionRecording.Request(
        operation: operation, identity: .anonymous, variables: ["code": "CA"], answers: [id])
      _ = try store.sessions.save(SessionRecording(name: name, steps: [.request(request)]), since: &beginning)
    }
  }

  @Test func `a manifest counts a request that only sessions recorded once`() throws {
    try folder.write(JSON.object(["1": .string(query)]).compactText, to: "relay.json")
    let coverage = try ManifestCoverage(
      folder.path + "/relay.json", endpoint: nil, recordings: folder.path + "/recordings",
      schemas: folder.path + "/schemas")
    #expect(coverage.operations.map(\.recordings) == [1])
  }

  @Test func `exports say which sessions they skip`() throws {
    let line =
      "countries: 2 named sessions. Only recordings without a session can be exported."
    #expect(try HARExport([endpoint], version: "1").left == [line])
    #expect(try MSWExport([endpoint]).left == [line])
  }
}

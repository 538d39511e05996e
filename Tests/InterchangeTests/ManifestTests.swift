import OrderedJSON
import Recordings
import Testing

@testable import Interchange

@Suite("Manifests of operations")
struct ManifestTests {
  private func coverage(_ manifest: String, _ folder: TestFolder, endpoint: String? = nil) throws -> ManifestCoverage {
    try ManifestCoverage(
      manifest, endpoint: endpoint, recordings: folder.path + "/recordings", schemas: folder.path + "/schemas")
  }

  @Test("All recorded, by whatever spelling; one that is not is named")
  func recorded() async throws {
    let folder = try TestFolder()
    try await importing([fixture("mitmproxy.har")], into: folder)
    let all = try coverage(fixture("apollo-manifest.json"), folder)
    #expect(all.missing.isEmpty)
    #expect(all.operations.map(\.recordings) == [2, 1])
    #expect(all.lines == ["countries: all of 2 operations recorded."])
    try folder.write(
      #"{"1": "query  CountryDetail($code:ID!){country(code:$code){name,capital}}", "2": "query Other { a }"}"#,
      to: "relay.json")
    let some = try coverage(folder.path + "/relay.json", folder)
    #expect(some.missing.map(\.title) == ["query Other"])
    #expect(
      some.lines == [
        "not recorded: query Other",
        "countries: 1 of 2 operations recorded, 1 missing. Run the client with understudy record, or replay with --on-miss fake.",
      ])
    #expect(
      some.json.map(\.compactText) == [
        #"{"event":"operation","id":"1","type":"query","name":"CountryDetail","recordings":2}"#,
        #"{"event":"operation","id":"2","type":"query","name":"Other","recordings":0}"#,
        #"{"event":"summary","endpoint":"countries","operations":2,"missing":1}"#,
      ])
  }

  @Test("A name or a type that the operation's text contradicts is a finding")
  func contradictions() async throws {
    let folder = try TestFolder()
    try await importing([fixture("safari.har")], into: folder)
    let body = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"
    func manifest(_ name: String, _ type: String) throws -> [String] {
      let operation: JSON = ["id": "1", "name": .string(name), "type": .string(type), "body": .string(body)]
      let json: JSON = ["format": "apollo-persisted-query-manifest", "version": 1, "operations": [operation]]
      try folder.write(json.compactText, to: "m.json")
      let coverage = try coverage(folder.path + "/m.json", folder)
      #expect(coverage.missing.isEmpty)
      #expect(coverage.lines == coverage.findings + ["countries: all of 1 operation recorded."])
      return coverage.findings.map { $0.replacing("\(folder.path)/", with: "") }
    }
    #expect(try manifest("CountryDetail", "query") == [])
    let advice = "and the operation is query CountryDetail. Generate the manifest again with the client's build."
    #expect(
      try manifest("Country", "mutation") == [
        "m.json:1:71: \"name\" is \"Country\", \(advice)", "m.json:1:71: \"type\" is \"mutation\", \(advice)",
      ])
    try folder.write(
      JSON.object(["1": ["name": "Other", "source": .string(body)]]).compactText, to: "output.json")
    #expect(try coverage(folder.path + "/output.json", folder).findings.count == 1)
  }

  @Test("Relay's map")
  func relay() async throws {
    let folder = try TestFolder()
    try await importing([fixture("safari.har")], into: folder)
    #expect(try coverage(fixture("relay-manifest.json"), folder).missing.isEmpty)
  }

  @Test(
    "What is wrong is said, and where",
    arguments: [
      (
        "not JSON", "[", "countries",
        "FILE:1:2: not JSON: Expected a value or \"]\", found the end of the text. Correct it at this place."
      ),
      (
        "a list", "[]", "countries",
        "FILE:1:1: is a list: expected Apollo's persisted query manifest, an operationOutput.json of Apollo ({\"id\": {\"name\": …, \"source\": …}}), or Relay's map ({\"id\": \"query …\"})."
      ),
      ("nothing in it", "{}", "countries", "FILE: has no operations. Build the client with its operations."),
      (
        "another version", #"{"format": "apollo-persisted-query-manifest", "version": 2, "operations": []}"#,
        "countries", "FILE:1:58: \"version\" of the manifest is 2: expected 1."
      ),
      (
        "no operation", #"{"1": "query {"}"#, "countries",
        "FILE:1:2: the operation does not parse: Syntax Error: Expected Name, found <EOF>. Correct it in the client, and build the manifest again."
      ),
      (
        "an unknown endpoint", #"{"1": "{ a }"}"#, "other",
        "There is no endpoint \"other\" in FOLDER/recordings/ (there is countries, shop). Record it, for example: understudy record --upstream https://api.example.com/graphql --endpoint other"
      ),
      (
        "none said", #"{"1": "{ a }"}"#, nil,
        "The manifest does not name its endpoint. Add --endpoint NAME (there is countries, shop)."
      ),
      (
        "another one's", #"{"1": "query Cart { cart { total } }"}"#, "countries",
        "FILE: none of its 1 operations is recorded for countries, but 1 for shop. Use --endpoint shop."
      ),
      (
        "not of the schema", #"{"1": "query Other { other }"}"#, "countries",
        "FILE:1:2: none of its 1 operations is valid for the schema of countries (the first: Cannot query field \"other\" on type \"Query\".): it is the manifest of another endpoint, or the schema in FOLDER/schemas/ is outdated. Choose the endpoint with --endpoint, or fetch the schema again: understudy schema fetch https://api.example.com/graphql --output FOLDER/schemas/countries.graphqls"
      ),
    ] as [(String, String, String?, String)])
  func wrong(_: String, text: String, endpoint: String?, message: String) async throws {
    let folder = try TestFolder()
    try await importing([fixture("chrome.har"), fixture("firefox.har")], into: folder)
    try folder.write("type Query { country: String }", to: "schemas/countries.graphqls")
    try folder.write(text, to: "manifest.json")
    let path = folder.path + "/manifest.json"
    do {
      _ = try coverage(path, folder, endpoint: endpoint)
      Issue.record("nothing was wrong")
    } catch {
      let said = "\(error)".replacing(path, with: "FILE").replacing(folder.path, with: "FOLDER")
      #expect(said == message)
    }
  }
}

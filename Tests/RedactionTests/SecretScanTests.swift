import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct SecretScanTests {
  private func scan(_ path: String, _ text: String, rules: RedactionRules = RedactionRules()) -> [String] {
    SecretScan(rules: rules).findings(path: path, bytes: Array(text.utf8)).map(\.description)
  }

  @Test func `a secret in a tree is named by place and kind, never by value`() {
    let token = Planted.secrets[14].text
    let text = "{\n  \"data\": {\n    \"note\": \"see \(token)\",\n    \"password\": \"hunter2\", \"pin\": 12\n  }\n}"
    #expect(
      scan("r/a.json", text) == [
        "r/a.json:3:13: looks like a GitHub token (data.note).",
        "r/a.json:4:17: the value of \"password\" is not redacted (data.password).",
        "r/a.json:4:35: the value of \"pin\" is not redacted (data.pin).",
      ])
  }

  @Test func `every planted kind is found in every sort of file, and its value is not in the report`() {
    for (kind, secret) in Planted.secrets {
      let json = JSON.object(["a": ["b": .string("x \(secret) y")]]).prettyText
      let graphql = "query {\n  a(b: \"\"\"\n\(secret)\n\"\"\")\n}\n# \(kind == .privateKey ? "" : secret)"
      for (name, text) in [
        ("a.json", json), ("a.graphql", graphql), ("endpoint.yaml", "x: \(secret)\n"), ("b.json", "{\(secret)"),
      ] {
        let found = SecretScan().findings(path: name, bytes: Array(text.utf8))
        #expect(found.contains { $0.kind == kind }, "\(kind) in \(name)")
        #expect(found.allSatisfy { !$0.description.contains(secret) && $0.isInContent })
      }
    }
  }

  @Test func `literals of a document count by their name`() {
    let text =
      "mutation($x: S = {apiKey: \"k\"}) {\n  login(password: \"hunter2\", pageToken: \"abc\", pin: 1) { id }\n}"
    #expect(
      scan("o.graphql", text) == [
        "o.graphql:1:27: the value of \"apiKey\" is not redacted.",
        "o.graphql:2:19: the value of \"password\" is not redacted.",
        "o.graphql:2:53: the value of \"pin\" is not redacted.",
      ])
  }

  @Test(arguments: ["value", "text", "raw", "plain", "plaintext"])
  func `a member that holds its object's value is named after the object`(wrapper: String) throws {
    let json = JSON.object(["password": ["kind": "a", wrapper: "hunter2!x"], "note": [wrapper: "hunter3!x"]]).prettyText
    let found = SecretScan().findings(path: "a.json", bytes: Array(json.utf8)).map(\.description)
    let column = 9 + wrapper.utf8.count
    #expect(found == ["a.json:4:\(column): the value of \"password\" is not redacted (password.\(wrapper))."])
    let text = "{ check(password: {\(wrapper): \"hunter2!x\", kind: \"a\"}, note: {\(wrapper): \"hunter3!x\"}) }"
    #expect(scan("o.graphql", text).count == 1)

    var recording = try Exchange()
    let written = try recording.send(text).document.printed()
    #expect(!written.contains("hunter2!x") && written.contains("hunter3!x"))
    #expect(scan("o.graphql", written) == [])
  }

  @Test func `other texts count by name and chance`() {
    let random = Planted.word(24)
    #expect(
      scan("endpoint.yaml", "upstream: https://x\napiKey: \(random)\npassword: hunter2\ntoken: ${TOKEN}\n") == [
        "endpoint.yaml:2:9: the value of \"apiKey\" is not redacted."
      ])
    #expect(scan("README.md", "Set the token: see the page. Authorization: Bearer <your token>\n") == [])
    #expect(scan("README.md", "curl -H 'Authorization: Bearer \(random)'").count == 1)
  }

  @Test func `the name of a file is looked at and not repeated`() {
    let token = Planted.secrets[14].text
    #expect(
      scan("recordings/a/t=\(token)-1a2b3c4d.json", "{}") == [
        "recordings/a/t=…-1a2b3c4d.json: the name of the file contains what looks like a GitHub token."
      ])
  }

  @Test func `names on the way to a finding are not repeated where they are secret`() {
    let token = Planted.secrets[14].text
    let text = "{\"\(token)\":{\"password\":\"x1\"},\"password of \(token)\":\"hunter2\"}"
    let found = scan("recordings/\(token)/a.json", text)
    #expect(found.contains("recordings/…/a.json:1:57: the value of \"password\" is not redacted ([\"…\"].password)."))
    #expect(found.allSatisfy { !$0.contains(token) })
    #expect(found.count >= 3)
  }

  @Test func `findings beyond the limit are counted`() {
    let text = (0..<30).map { "a: \(Planted.secrets[$0 % 2 + 14].text)" }.joined(separator: "\n")
    let scan = SecretScan()
    #expect(scan.findings(path: "a.txt", bytes: Array(text.utf8), limit: 10).findings.count == 10)
    #expect(scan.findings(path: "a.txt", bytes: Array(text.utf8), limit: 10).more == 20)
    #expect(scan.findings(path: "a.txt", bytes: Array(text.utf8)).count == 30)
  }

  @Test func `a body in Base64, and names of members, are looked at`() {
    let token = Planted.secrets[14].text
    #expect(
      scan("a.json", JSON.object(["base64": .string(Base64.encode(Array("x \(token)".utf8)))]).compactText).count == 1)
    #expect(scan("a.json", "{\"\(token)\":1}") == ["a.json:1:2: looks like a GitHub token ([\"…\"])."])
  }

  @Test func `a rule keeps a place, in an answer of a recording too`() throws {
    let text = #"{"responses":{"5d0c":{"status":200,"body":{"data":{"map":{"token":"ETH"}}}}},"variables":{"pin":5}}"#
    #expect(scan("a.json", text).count == 2)
    let rules = RedactionRules([
      RedactionRule(try .init("data.map.token"), effect: .keep),
      RedactionRule(try .init("variables.pin"), effect: .keep),
    ])
    #expect(scan("a.json", text, rules: rules) == [])
  }

  @Test func `nothing is found in what is recorded and shipped`() throws {
    let here = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var count = 0
    for folder in ["recordings", "schemas", "Tests/RecordingsTests/Fixtures"] {
      let base = root.appendingPathComponent(folder)
      for case let name as String in FileManager.default.enumerator(atPath: base.path) ?? .init() {
        let file = base.appendingPathComponent(name)
        guard let data = try? Data(contentsOf: file) else { continue }
        count += 1
        #expect(SecretScan().findings(path: name, bytes: Array(data)) == [], "\(folder)/\(name)")
      }
    }
    #expect(count > 20)
  }
}

extension SecretFinding {
  fileprivate var isInContent: Bool { if case .content = place { true } else { false } }
}

import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// Documents that clients call by an id, before they are written.
@Suite struct PersistedTextTests {
  @Test func `a text in which a secret stands may not be written`() throws {
    var exchange = try Exchange(rules: ["User.code"])
    let token = Planted.secrets[14].text
    func may(_ text: String) -> Bool { exchange.redactor.leavesUnchanged(document: text) }
    #expect(may("{ a }") && may("query A($password: String) { login(password: $password, page: \"2\") { id } }"))
    #expect(may("# just a comment\nquery A { a(x: \"é\") }\nquery B { b }"))
    for text in [
      "{ login(password: \"hunter2!x\") { id } }", "{ a(x: \"\(token)\") }", "# \(token)\n{ a }", "no document",
      "query A { a }\nmutation B { login(pin: 1234) { id } }", "query A($t: String = \"\(token)\") { a(t: $t) }",
    ] {
      #expect(!may(text), "\(text)")
    }
    // What is known by now, wherever it stands.
    let word = Planted.word(30)
    #expect(may("{ a(x: \"\(word)\") }"))
    _ = try exchange.record("{ login { token } }", answer: ["data": ["login": ["token": .string(word)]]])
    #expect(!may("{ a(x: \"\(word)\") }") && !may("{ a } # \(word)"))
    #expect(try exchange.send("{ a }").written == Exchange().copySend("{ a }"))
  }
}

extension Exchange {
  fileprivate func copySend(_ text: String) throws -> String {
    var copy = self
    return try copy.send(text).written
  }
}

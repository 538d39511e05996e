import Testing

@testable import Engine

@Suite struct UnusedListTests {
  private func paths(_ text: String) throws -> [String] {
    try UnusedList(Array(text.utf8), path: "r.json", recordings: "recordings").paths.sorted()
  }

  @Test func `one object, or the last line of many`() throws {
    #expect(
      try paths(#"{"unused": ["a/b/c.json", "recordings/a/b/d.json"], "more": 1}"#) == ["a/b/c.json", "a/b/d.json"])
    let lines = #"{"event":"listening"}"# + "\n" + #"{"event":"summary","unused":["a/b/c.json"]}"# + "\n"
    #expect(try paths(lines) == ["a/b/c.json"])
    #expect(try paths(#"{"unused": []}"#) == [])
  }

  @Test(arguments: [
    (
      "",
      "r.json: is no JSON report. Write one with `understudy exec --report FILE --report-format json -- COMMAND`, or keep what `understudy exec --json -- COMMAND` prints."
    ),
    ("[]", "r.json: is no JSON report. "),
    ("<testsuites/>", "r.json: is no JSON report. "),
    (
      #"{"event":"listening"}"#,
      "r.json: has no list \"unused\" at its top level, so it does not say which recordings a run did not use: give the JSON report of `understudy exec`."
    ),
    (#"{"unused": ["a", 7]}"#, "r.json: \"unused\" has 7 at position 2: expected the path of a recording."),
  ])
  func `what is no report is told`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try paths(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}

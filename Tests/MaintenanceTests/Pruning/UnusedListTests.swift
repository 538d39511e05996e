import Testing

@testable import Engine
@testable import Maintenance
@testable import SchemaSources

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
    (#"{"unused": [], "exitCode": 1}"#, "its command exited with 1"),
    (#"{"unused": [], "exitCode": 0, "commandExitCode": 0, "answered": {"exact": 0}}"#, "no request of its run"),
    (
      #"{"unused": [], "exitCode": 1, "commandExitCode": 0, "answered": {"exact": 1}}"#,
      "understudy exec exited with 1, since requests missed or something was not saved"
    ), (#"{"unused": [], "exitCode": 3, "commandExitCode": 3, "answered": {"exact": 9}}"#, "its command exited with 3"),
  ])
  func `a run that says little is believed only when told so`(text: String, why: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try paths(text) }
    #expect(error?.description.hasPrefix("r.json: \(why)") == true, "\(error?.description ?? "")")
    #expect(
      try UnusedList(Array(text.utf8), path: "r.json", recordings: "recordings", isTrusted: true).paths.isEmpty)
  }

  @Test func `another format is refused`() {
    let error = #expect(throws: ConfigurationError.self) { try paths(#"{"format": 2, "unused": []}"#) }
    #expect(error?.description.hasPrefix("r.json: the report has format 2, and this version reads format 1") == true)
  }

  @Test(arguments: [
    (
      "",
      "r.json: not a JSON report. Write one with `understudy exec --report FILE --report-format json -- COMMAND`, or save the output of `understudy exec --json -- COMMAND`."
    ),
    ("[]", "r.json: not a JSON report. "),
    ("<testsuites/>", "r.json: not a JSON report. "),
    (
      #"{"event":"listening"}"#,
      "r.json: has no list \"unused\" at its top level, so the unused recordings are unknown. Use the JSON report of `understudy exec`."
    ),
    (#"{"unused": ["a", 7]}"#, "r.json: \"unused\" has 7 at position 2: expected the path of a recording."),
  ])
  func `what is no report is told`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try paths(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}

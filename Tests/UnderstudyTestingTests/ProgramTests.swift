import Foundation
import Testing

@testable import UnderstudyTesting

@Suite("The program behind the library")
struct ProgramTests {
  @Test(
    "Where it is looked for",
    arguments: [
      (["UNDERSTUDY_BIN": "/mine"], ["/mine", "/tests/understudy"], "/mine"),
      (["PATH": "/a:/b"], ["/tests/understudy", "/b/understudy"], "/tests/understudy"),
      (["PATH": "/a:/b"], ["/b/understudy", "/usr/local/bin/understudy"], "/b/understudy"),
      (["UNDERSTUDY_BIN": "", "HOME": "/h"], ["/h/.local/bin/understudy"], "/h/.local/bin/understudy"),
    ] as [([String: String], [String], String)])
  func found(environment: [String: String], files: [String], path: String) throws {
    #expect(try file(environment, files).path() == path)
  }

  @Test func withoutItThereAreThreeWays() throws {
    let error = try #require(throws: UnderstudyError.self) { try file(["PATH": "/a"], []).path() }
    #expect(error.description.hasPrefix("The program understudy is not installed"))
    #expect(error.description.split(separator: "\n").filter { $0.hasPrefix("  - ") }.count == 3)
    let named = try #require(throws: UnderstudyError.self) { try file(["UNDERSTUDY_BIN": "/gone"], []).path() }
    #expect(
      named.description == "UNDERSTUDY_BIN is \"/gone\", and there is no program at that path. Correct it, or unset it."
    )
  }

  private func file(_ environment: [String: String], _ files: [String]) -> ProgramFile {
    ProgramFile(environment: environment, testFolder: "/tests") { files.contains($0) }
  }

  @Test func aRunningOneIsFoundByItsURL() async throws {
    let main = try await Program.process.main()
    let found = try await Program(environment: ["UNDERSTUDY_URL": "\(main.origin)/countries"]).main()
    #expect(found.origin == main.origin)
  }

  @Test(
    "A URL that leads nowhere",
    arguments: [
      ("http://127.0.0.1:1", "UNDERSTUDY_URL is http://127.0.0.1:1. Start the program, or unset it."),
      ("https://127.0.0.1:4000", "Start the program without --tls."),
      ("countries", "\"countries\" is not the URL of a running understudy"),
    ])
  func nowhere(url: String, text: String) async throws {
    let error = try await #require(throws: UnderstudyError.self) {
      _ = try await Program(environment: ["UNDERSTUDY_URL": url]).main()
    }
    #expect(error.description.contains(text))
  }

  /// `false` ends at once, as an older version does that does not know the command.
  @Test func oneThatEndsAtOnceIsAnError() async throws {
    let path = ["/bin/false", "/usr/bin/false"].first { FileManager.default.isExecutableFile(atPath: $0) }
    let file = try #require(path)
    let error = try await #require(throws: UnderstudyError.self) {
      _ = try await Program(environment: ["UNDERSTUDY_BIN": file]).main()
    }
    #expect(error.description.hasPrefix("\(file) ended before it listened."))
  }

  @Test func textsGoThereAndBack() throws {
    let value: Understudy.JSONValue = [
      "a": "é\u{1F600}\"\\\n\u{1}", "b": [nil, true, 1, 1.5, -2], "c": .object([:]), "d": .array([]),
    ]
    #expect(JSONReader.value(Array(value.text.utf8)[...]) == value)
    #expect(JSONReader.value(Array(#""\ud83d\ude00\u00e9\/""#.utf8)[...]) == "\u{1F600}é/")
    for text in ["", "{", "[1", "{\"a\":1", "[1,]", "{\"a\"}", "\"a", "nul", "1 2", "-"] {
      #expect(JSONReader.value(Array(text.utf8)[...]) == nil)
    }
  }
}

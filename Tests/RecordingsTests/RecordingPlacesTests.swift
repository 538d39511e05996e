import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct RecordingPlacesTests {
  static let text = """
    {
      "format": 1,
      "identity": "anonymous",
      "variables": { "input": { "names": ["a",
        "b"] } },
      "states": { "start": ["0001", "0002"], "later": { "responses": ["0002"], "next": "x" } },
      "responses": {
        "0001": { "status": 200, "headers": {}, "body": {"data": {"a": [1, {"b": 2}]}} },
        "0002": { "status": 200, "headers": {}, "text": "no" }
      }
    }
    """

  @Test(
    arguments: [
      ("start", 0, [], false, 8, 53),
      ("start", 0, ["data", "a", 1, "b"], false, 8, 78),
      ("start", 0, ["data", "a", 1, "b"], true, 8, 73),
      // What is not there: the deepest value on the way.
      ("start", 0, ["data", "a", 7], false, 8, 68),
      ("start", 1, [], false, 9, 53),
      ("later", 0, [], false, 9, 53),
      ("later", 1, [], false, 6, 51),
    ] as [(String, Int, JSONPath, Bool, Int, Int)])
  func `of responses`(state: String, index: Int, path: JSONPath, isName: Bool, line: Int, column: Int) throws {
    let place = try places().place(ofResponse: index, inState: state, path, isName: isName)
    #expect(place == .init(line: line, column: column))
  }

  @Test(
    arguments: [
      (["input", "names", 1], 5, 5), (["input"], 4, 27), (["other"], 4, 16),
    ] as [(JSONPath, Int, Int)])
  func `of variables`(path: JSONPath, line: Int, column: Int) throws {
    #expect(try places().place(inVariables: path) == .init(line: line, column: column))
  }

  private func places() throws -> RecordingPlaces {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    return try RecordingPlaces(path: "\(folder.path)/a.json")
  }
}

@Suite struct PlaceholderTests {
  @Test(arguments: [
    "understudy-token-0123456789abcdef", "understudy-redacted-password-7f", "understudy-any",
    "understudy-matches /^[0-9]+$/", "understudy-echo input.id", "facade00aabbccddeeff0011",
  ])
  func `stands for something else`(_ text: String) { #expect(Placeholder.isOne(text)) }

  @Test(arguments: ["", "understudy", "understudy-anything", "token", "underdog-token-0123456789abcdef"])
  func `stands for itself`(_ text: String) { #expect(!Placeholder.isOne(text)) }
}

import OrderedJSON
import Recordings
import Testing

@testable import Maintenance

@Suite("Answers that refuse a mutation")
struct MutationOutcomeTests {
  @Test(
    "Whether a mutation was carried out",
    arguments: [
      (#"{"data":{"a":{"id":1}}}"#, #"{"data":{"a":{"id":2}}}"#, true),
      (#"{"data":{"a":{"id":1}}}"#, #"{"data":{"a":null}}"#, false),
      (#"{"data":{"a":{"id":1}}}"#, #"{"data":{"a":{"id":1}},"errors":[{"message":"x"}]}"#, false),
      (#"{"data":{"a":{"id":1}}}"#, #"{"errors":[{"message":"x"}]}"#, false),
      (#"{"data":{"a":null},"errors":[{"message":"x"}]}"#, #"{"errors":[{"message":"x"}]}"#, true),
      (#"{"data":{"a":true}}"#, #"{"data":{"a":false}}"#, false),
      (#"{"data":{"a":false}}"#, #"{"data":{"a":false}}"#, true),
      (#"{"data":{"a":{"ok":true}}}"#, #"{"data":{"a":{"ok":false}}}"#, false),
      (#"{"data":{"a":{"t":{"x":1}}}}"#, #"{"data":{"a":{"t":null}}}"#, false),
      (#"{"data":{"a":{"userErrors":[]}}}"#, #"{"data":{"a":{"userErrors":["taken"]}}}"#, false),
      (#"{"data":{"a":{"userErrors":[]}}}"#, #"{"data":{"a":{"userErrors":[]}}}"#, true),
      (#"{"data":{"a":{"errors":null}}}"#, #"{"data":{"a":{"errors":[{"m":"x"}]}}}"#, false),
      (#"{"data":{"a":{"errors":["x"]}}}"#, #"{"data":{"a":{"errors":["y"]}}}"#, true),
      (#"{"data":{"a":{"t":{"isNew":true}}}}"#, #"{"data":{"a":{"t":{"isNew":false}}}}"#, true),
    ])
  func carriedOut(recorded: String, now: String, isDone: Bool) throws {
    func response(_ text: String) throws -> RecordedResponse {
      RecordedResponse(status: 200, headers: [], body: .json(try JSON.parse(Array(text.utf8))))
    }
    #expect(MutationOutcome.isDone(try response(now), try response(recorded)) == isDone)
  }
}

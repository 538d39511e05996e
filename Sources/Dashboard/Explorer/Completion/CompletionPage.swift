import Engine
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// `POST v1/endpoints/<e>/complete`: the proposals for the cursor's place in an unfinished document.
struct CompletionPage {
  let engine: Engine

  /// The most proposals in an answer.
  private static let limit = 100
  private static let example = "{\"document\": \"{ \", \"position\": 2}"

  /// Completes the document in a request's body.
  func complete(_ name: String, _ body: JSON) throws(DashboardProblem) -> JSONObject {
    let text = try body.document(example: Self.example)
    guard let position = body["position"]?.intValue, position >= 0 else {
      throw DashboardProblem(
        400, "The body needs \"position\", a UTF-16 offset in the document. Send an object such as \(Self.example).")
    }
    let explored = try ExplorerEndpoint(name, of: engine)
    let source = SourceText(text)
    let offsets = TextOffsets(source)
    let completion = Completion(
      source, at: offsets.byte(ofUTF16: position), schema: explored.told?.schema, endpoint: explored.endpoint)
    return [
      "start": .int(offsets.utf16(ofByte: completion.range.lowerBound)),
      "end": .int(offsets.utf16(ofByte: completion.range.upperBound)),
      "items": .array(completion.items(limit: Self.limit).map(\.json)),
      "hint": explored.told == nil ? .string(explored.hint) : .null,
    ]
  }
}

package import OrderedJSON

extension JSON {
  /// The value in graphql-js's messages: `{ name: "Ann", tags: ["a", "b"] }`. List items after the tenth, and lists and
  /// objects on the third level, are abbreviated.
  package var inspected: String { inspected(depth: 0) }

  private static let longestList = 10
  private static let greatestDepth = 1

  private func inspected(depth: Int) -> String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let number): return number.shown
    case .string: return compactText
    case .array(let items):
      if items.isEmpty { return "[]" }
      if depth > Self.greatestDepth { return "[Array]" }
      var texts = items.prefix(Self.longestList).map { $0.inspected(depth: depth + 1) }
      let more = items.count - Self.longestList
      if more > 0 { texts.append(more == 1 ? "... 1 more item" : "... \(more) more items") }
      return "[\(texts.joined(separator: ", "))]"
    case .object(let object):
      if object.isEmpty { return "{}" }
      if depth > Self.greatestDepth { return "[Object]" }
      let texts = object.members.map { "\($0.name): \($0.value.inspected(depth: depth + 1))" }
      return "{ \(texts.joined(separator: ", ")) }"
    }
  }
}

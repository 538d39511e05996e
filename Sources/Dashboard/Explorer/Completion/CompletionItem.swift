import GraphQLSchema
import OrderedJSON

/// One proposal of a completion.
struct CompletionItem {
  enum Kind: String {
    case field, argument, inputField, enumValue, type, variable, directive, keyword, fragment, value
  }

  let label: String
  /// The text to insert.
  let insert: String
  let kind: Kind
  /// The type, mostly.
  let detail: String
  let description: String?
  let isDeprecated: Bool

  init(
    _ label: String, _ kind: Kind, insert: String? = nil, detail: String = "", description: String? = nil,
    isDeprecated: Bool = false
  ) {
    self.label = label
    self.insert = insert ?? label
    self.kind = kind
    self.detail = detail
    self.description = description
    self.isDeprecated = isDeprecated
  }

  var json: JSON {
    [
      "label": .string(label), "insert": .string(insert), "detail": .string(detail), "kind": .string(kind.rawValue),
      "description": description.map { .string($0) } ?? .null, "deprecated": .bool(isDeprecated),
    ]
  }

  // MARK: Filtering

  /// Returns the items that contain the word, those that begin with it first; otherwise in their order.
  static func matching(_ word: String, _ items: [CompletionItem], limit: Int) -> [CompletionItem] {
    let word = lowercase(word)
    if word.isEmpty { return Array(items.prefix(limit)) }
    var beginning: [CompletionItem] = []
    var containing: [CompletionItem] = []
    for item in items {
      let name = lowercase(item.label)
      if name.starts(with: word) {
        beginning.append(item)
      } else if containing.count < limit, contains(name, word) {
        containing.append(item)
      }
    }
    return Array((beginning + containing).prefix(limit))
  }

  /// The ASCII lowercase letters of a name, without the sign of a variable or directive.
  private static func lowercase(_ name: String) -> [UInt8] {
    name.utf8.drop { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }
      .map(\.asciiLowercased)
  }

  private static func contains(_ name: [UInt8], _ word: [UInt8]) -> Bool {
    guard name.count >= word.count else { return false }
    return (0...(name.count - word.count)).contains { name[$0...].starts(with: word) }
  }
}

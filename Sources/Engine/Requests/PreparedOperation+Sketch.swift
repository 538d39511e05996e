import GraphQLLanguage
import Recordings

extension PreparedOperation {
  /// How many root fields are named.
  private static var limit: Int { 3 }

  /// What tells an anonymous operation from others: its first root fields, and the number that its folder has; nil for
  /// one that has a name.
  var sketch: String? {
    guard name == nil else { return nil }
    let keys = canonical.operation.selectionSet.selections.map { selection in
      switch selection {
      case .field(let field): field.responseKey
      case .fragmentSpread(let spread): "...\(spread.name.text)"
      case .inlineFragment: "..."
      }
    }
    let shown = keys.prefix(Self.limit) + (keys.count > Self.limit ? ["…"] : [])
    return "{ \(shown.joined(separator: " ")) } \(key.hash.hex(digits: 8))"
  }
}

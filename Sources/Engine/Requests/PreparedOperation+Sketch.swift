import GraphQLLanguage
import Recordings

extension PreparedOperation {
  /// The most root fields to name.
  private static var limit: Int { 3 }

  /// A description of an anonymous operation: its first root fields, and the number in its folder's name; else nil.
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

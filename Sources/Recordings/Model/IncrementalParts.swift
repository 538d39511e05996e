package import OrderedJSON

/// Where the pieces of a result that is delivered part by part (`@defer`, `@stream`) belong in it, in both spellings in
/// use: `incremental` with `path` (`deferSpec=20220824`), and `pending` with `id` (the working draft).
///
/// Kept from one part to the next, for the draft spells a place once and then calls it by its id.
package struct IncrementalParts: Sendable {
  private var pending: [String: JSONPath] = [:]

  package init() {}

  /// The names under which a piece stands: fields of an object, or items of a list.
  package static let data = "data"
  package static let items = "items"
  /// The list of pieces of a part.
  package static let list = "incremental"
  /// The list of the places at which no more comes, with the errors of those where nothing came.
  static let completed = "completed"

  /// Takes note of the places that a part announces.
  package mutating func note(_ part: JSON) {
    for place in part["pending"]?.arrayValue ?? [] {
      guard let id = place["id"]?.stringValue, let path = Self.path(place["path"]) else { continue }
      pending[id] = path
    }
  }

  /// Where in the result's `data` a piece belongs: an object for `data`, a list for `items` (and, where its path ends in
  /// an index, from that index on); nil for what is no piece.
  package func place(of piece: JSONObject) -> JSONPath? {
    if let id = piece["id"]?.stringValue, let base = pending[id] {
      guard let more = piece["subPath"] else { return base }
      return Self.path(more).map { JSONPath(base.steps + $0.steps) }
    }
    return Self.path(piece["path"])
  }

  private static func path(_ value: JSON?) -> JSONPath? {
    guard let elements = value?.arrayValue else { return nil }
    var steps: [JSONPath.Step] = []
    for element in elements {
      if let name = element.stringValue {
        steps.append(.name(name))
      } else if let index = element.intValue, index >= 0 {
        steps.append(.index(index))
      } else {
        return nil
      }
    }
    return JSONPath(steps)
  }
}

extension JSONPath {
  /// The names on the way, without indices.
  package var names: [String] {
    steps.compactMap { step in
      switch step {
      case .name(let name), .repeatedName(let name, _): name
      case .index: nil
      }
    }
  }
}

package import OrderedJSON

/// The places of the parts of an incremental result (`@defer`, `@stream`), in both formats in use: `incremental` with
/// `path` (`deferSpec=20220824`), and `pending` with `id` (the working draft).
///
/// It is kept from part to part, because the draft gives the path of a place once and then refers to it by id.
package struct IncrementalParts: Sendable {
  private var pending: [String: JSONPath] = [:]

  package init() {}

  /// The members with the content of a part: fields of an object, or items of a list.
  package static let data = "data"
  package static let items = "items"
  /// The list of parts in a payload.
  package static let list = "incremental"
  /// The list of places that are complete, with the errors of those that failed.
  static let completed = "completed"

  /// Registers the places that a payload announces.
  package mutating func note(_ part: JSON) {
    for place in part["pending"]?.arrayValue ?? [] {
      guard let id = place["id"]?.stringValue, let path = Self.path(place["path"]) else { continue }
      pending[id] = path
    }
  }

  /// The place of a part in the result's `data`: an object for `data`, a list for `items`. If the path ends in an
  /// index, the items start there. Nil if this is not a part.
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
  /// The names on the path, without indices.
  package var names: [String] {
    steps.compactMap { step in
      switch step {
      case .name(let name), .repeatedName(let name, _): name
      case .index: nil
      }
    }
  }
}

import OrderedJSON

/// Removes volatile places from the parts of one answer (`@defer`, `@stream`), in both formats. The content of a part
/// is matched as if it were at its place in the answer's `data`. It is kept from part to part.
struct VolatileParts {
  private let places: VolatilePlaces
  private var parts = IncrementalParts()
  /// The `__typename` of earlier objects, by their place in `data`, because a part may not repeat the type of its
  /// object. Only if there are coordinates.
  private var types: [JSONPath: String] = [:]
  /// The current lengths of the lists in `data`, because the draft does not give the index of a part's first item.
  private var lengths: [JSONPath: Int] = [:]

  init(_ places: VolatilePlaces) { self.places = places }

  /// Removes the volatile places from a payload.
  mutating func removed(from part: JSON) -> JSON {
    guard case .object(let object) = part else { return part }
    parts.note(part)
    // In an older form, each payload is one part, whose members are next to `hasNext`.
    if object["path"]?.arrayValue != nil { return .object(removed(fromPiece: object)) }
    guard case .object(var rest) = places.removed(from: part) else { return part }
    if let data = object[IncrementalParts.data] { note(data, at: []) }
    for index in rest.members.indices {
      let isList = rest.members[index].name.hasSameScalars(as: IncrementalParts.list)
      guard isList || rest.members[index].name.hasSameScalars(as: IncrementalParts.completed),
        case .array(var elements) = rest.members[index].value
      else { continue }
      for position in elements.indices {
        guard case .object(let element) = elements[position] else { continue }
        elements[position] = .object(isList ? removed(fromPiece: element) : removed(fromResult: element))
      }
      rest.members[index].value = .array(elements)
    }
    return .object(rest)
  }

  private mutating func removed(fromPiece piece: JSONObject) -> JSONObject {
    var result = removed(fromResult: piece)
    guard var place = parts.place(of: piece) else { return result }
    func change(_ name: String) {
      guard let index = result.members.firstIndex(where: { $0.name.hasSameScalars(as: name) }) else { return }
      if let value = places.removed(from: result.members[index].value, standingAt: way(to: place), type: types[place]) {
        result.members[index].value = value
      } else {
        result.members.remove(at: index)
      }
    }
    if let data = piece[IncrementalParts.data] {
      change(IncrementalParts.data)
      note(data, at: place)
    } else if let items = piece[IncrementalParts.items]?.arrayValue {
      var start: Int?
      // `deferSpec=20220824` gives the index of the first item; the draft gives only the list.
      if case .index(let index)? = place.steps.last { (start, place) = (index, JSONPath(place.steps.dropLast())) }
      change(IncrementalParts.items)
      note(items, from: start ?? lengths[place] ?? 0, ofListAt: place)
    }
    return result
  }

  /// Removes volatile places from the members of a part outside `data`: its `errors` and `extensions` are the answer's.
  private func removed(fromResult result: JSONObject) -> JSONObject {
    JSONObject(
      result.members.flatMap { member -> [JSONObject.Member] in
        guard member.name == "errors" || member.name == "extensions",
          case .object(let object) = places.removed(from: .object(JSONObject([member])))
        else { return [member] }
        return object.members
      })
  }

  // MARK: Earlier parts

  /// The names on the path to a place, from the root of the answer, each with the type of its object.
  private func way(to place: JSONPath) -> [(name: String, type: String?)] {
    var way: [(name: String, type: String?)] = [(IncrementalParts.data, nil)]
    for (index, step) in place.steps.enumerated() {
      guard case .name(let name) = step else { continue }
      way.append((name, types.isEmpty ? nil : types[JSONPath(Array(place.steps[..<index]))]))
    }
    return way
  }

  private mutating func note(_ items: [JSON], from start: Int, ofListAt place: JSONPath) {
    guard !places.coordinates.isEmpty else { return }
    for (index, item) in items.enumerated() { note(item, at: place.appending(.index(start + index))) }
    lengths[place] = start + items.count
  }

  private mutating func note(_ value: JSON, at place: JSONPath) {
    guard !places.coordinates.isEmpty else { return }
    for (value, place) in value.walk(at: place, inside: { slot, place in place.appending(slot.step) }) {
      if let type = value["__typename"]?.stringValue { types[place] = type }
      if let elements = value.arrayValue { lengths[place] = elements.count }
    }
  }
}

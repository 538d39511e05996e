package import OrderedJSON

extension RecordedEvents {
  /// Whether these are the parts of one result rather than results of their own: a part says whether more follows.
  package var areParts: Bool { events.first?.payload["hasNext"]?.boolValue != nil }

  /// The one result that the parts make together, as it would have come at once.
  ///
  /// - Returns: `data` and the `errors` of all parts; nil where these are no parts, where some are missing or failed,
  ///   or where one does not fit what came before it.
  package var merged: JSON? {
    guard areParts, end == .complete || events.last?.payload["hasNext"]?.boolValue == false,
      var data = events.first?.payload["data"]
    else { return nil }
    var parts = IncrementalParts()
    var errors: [JSON] = []
    for (index, event) in events.enumerated() {
      guard case .object(let part) = event.payload else { return nil }
      parts.note(event.payload)
      errors += part["errors"]?.arrayValue ?? []
      // What failed took its place with it: what is left is not the whole result.
      if part[IncrementalParts.completed]?.arrayValue?.contains(where: { $0["errors"] != nil }) == true { return nil }
      // An older spelling has one piece a part.
      let isPiece = index > 0 && (part["data"] != nil || part["items"] != nil)
      for piece in (isPiece ? [event.payload] : []) + (part[IncrementalParts.list]?.arrayValue ?? []) {
        guard case .object(let piece) = piece, let place = parts.place(of: piece), Self.put(piece, at: place, in: &data)
        else { return nil }
        if !isPiece { errors += piece["errors"]?.arrayValue ?? [] }
      }
    }
    var result: JSONObject = ["data": data]
    if !errors.isEmpty { result.members.append(.init("errors", .array(errors))) }
    return .object(result)
  }

  private static func put(_ piece: JSONObject, at place: JSONPath, in data: inout JSON) -> Bool {
    if let object = piece[IncrementalParts.data] {
      guard case .object(let new) = object else { return false }
      return change(&data, place.steps[...]) { $0.merge(new) }
    }
    guard let items = piece[IncrementalParts.items]?.arrayValue else { return false }
    var steps = place.steps[...]
    var start: Int?
    // `deferSpec=20220824` says at which index the first item belongs; the draft names the list.
    if case .index(let index)? = steps.last { (start, steps) = (index, steps.dropLast()) }
    return change(&data, steps) { list in
      guard case .array(let old) = list, start == nil || start == old.count else { return false }
      list = .array(old + items)
      return true
    }
  }

  /// Changes the value at a place.
  ///
  /// - Returns: false where there is no such place, or `make` says so.
  private static func change(
    _ value: inout JSON, _ steps: ArraySlice<JSONPath.Step>, _ make: (inout JSON) -> Bool
  ) -> Bool {
    guard let step = steps.first else { return make(&value) }
    switch (step, value) {
    case (.index(let index), .array(var elements)):
      guard elements.indices.contains(index), change(&elements[index], steps.dropFirst(), make) else { return false }
      value = .array(elements)
    case (.name(let name), .object(var object)):
      guard let index = object.members.firstIndex(where: { $0.name.hasSameScalars(as: name) }),
        change(&object.members[index].value, steps.dropFirst(), make)
      else { return false }
      value = .object(object)
    default: return false
    }
    return true
  }
}

extension JSON {
  /// Adds the members of an object to this one: fragments that are delivered apart may have fields in common, which
  /// come again.
  ///
  /// - Returns: false where one of the two is no object, or both have other values of a field.
  fileprivate mutating func merge(_ new: JSONObject) -> Bool {
    guard case .object(var object) = self else { return false }
    for member in new.members {
      guard let index = object.members.firstIndex(where: { $0.name.hasSameScalars(as: member.name) }) else {
        object.members.append(member)
        continue
      }
      guard object.members[index].value.take(member.value) else { return false }
    }
    self = .object(object)
    return true
  }

  private mutating func take(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.object, .object(let new)): return merge(new)
    case (.array(var elements), .array(let more)):
      guard elements.count == more.count else { return false }
      for index in elements.indices where !elements[index].take(more[index]) { return false }
      self = .array(elements)
      return true
    default: return self == other
    }
  }
}

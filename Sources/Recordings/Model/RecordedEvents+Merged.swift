package import OrderedJSON

extension RecordedEvents {
  /// True if these are the parts of one result instead of separate results: parts say whether more follow.
  package var areParts: Bool { events.first?.payload["hasNext"]?.boolValue != nil }

  /// The single result that the parts form together: `data` and the `errors` of all parts. Nil if these are not parts,
  /// if some are missing or failed, or if one does not fit the earlier ones.
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
      // A failed part is missing from its place, so the rest is not the whole result.
      if part[IncrementalParts.completed]?.arrayValue?.contains(where: { $0["errors"] != nil }) == true { return nil }
      // In an older form, each payload is one part.
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
    // `deferSpec=20220824` gives the index of the first item; the draft gives only the list.
    if case .index(let index)? = steps.last { (start, steps) = (index, steps.dropLast()) }
    return change(&data, steps) { list in
      guard case .array(let old) = list, start == nil || start == old.count else { return false }
      list = .array(old + items)
      return true
    }
  }

  /// Changes the value at a place.
  ///
  /// - Returns: false if there is no such place, or if `make` returns false.
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
  /// Adds the members of an object to this one. Deferred fragments may share fields, which then come again.
  ///
  /// - Returns: false if one of the two is not an object, or if a field differs.
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

extension JSON {
  /// Cuts the value to the part that the first characters of its text show; the value itself if its text is not longer.
  /// Up to this limit, in Unicode scalars, `brief(limit:)` prints the same for both, so a value that is only shown need
  /// not be kept whole.
  package func beginning(limit: Int) -> JSON {
    guard brief(limit: limit).hasSuffix("…") else { return self }
    // One more than is shown, so that the cut value's text is also longer than the limit.
    var budget = limit + 1
    var open = [Container(.array([self]))]
    while true {
      if budget > 0, let value = open[open.count - 1].next(&budget) {
        switch value {
        case .array, .object:
          budget -= 1
          open.append(Container(value))
        case .null, .bool, .number, .string:
          open[open.count - 1].take(value.scalarBeginning(&budget))
        }
        continue
      }
      let done = open.removeLast()
      guard !open.isEmpty else { return done.elements.first ?? .null }
      open[open.count - 1].take(done.value)
    }
  }

  /// The approximate memory of the value, in bytes.
  package var heldBytes: Int {
    walk(at: 0) { slot, _ in slot.name.map { 32 + $0.utf8.count } ?? 0 }.reduce(0) { bytes, visited in
      bytes + 32 + visited.place + (visited.value.stringValue ?? visited.value.numberValue?.text ?? "").utf8.count
    }
  }

  /// Cuts a scalar to the budget.
  private func scalarBeginning(_ budget: inout Int) -> JSON {
    switch self {
    case .string(let text):
      let beginning = text.scalarPrefix(budget)
      budget -= beginning.unicodeScalars.count + 2
      return .string(beginning)
    case .number(let number):
      // From now on its text is only shown, and never to the end.
      let beginning = number.text.scalarPrefix(budget)
      budget -= beginning.unicodeScalars.count
      return .number(JSONNumber(validated: beginning))
    case .null, .bool, .array, .object:
      budget -= 4
      return self
    }
  }

  /// A partly visited container, and its beginning so far.
  private struct Container {
    private var rest: ArraySlice<JSON> = []
    private var restMembers: ArraySlice<JSONObject.Member> = []
    private var name = ""
    private let isObject: Bool
    private(set) var elements: [JSON] = []
    private var members: [JSONObject.Member] = []

    init(_ value: JSON) {
      switch value {
      case .array(let elements): (isObject, rest) = (false, elements[...])
      case .object(let object): (isObject, restMembers) = (true, object.members[...])
      case .null, .bool, .number, .string: isObject = false
      }
    }

    mutating func next(_ budget: inout Int) -> JSON? {
      guard isObject else { return rest.popFirst() }
      guard let member = restMembers.popFirst() else { return nil }
      name = member.name.scalarPrefix(budget)
      budget -= name.unicodeScalars.count + 3
      return member.value
    }

    mutating func take(_ value: JSON) {
      if isObject { members.append(.init(name, value)) } else { elements.append(value) }
    }

    var value: JSON { isObject ? .object(JSONObject(members)) : .array(elements) }
  }
}

extension String {
  /// The first Unicode scalars, as a copy that does not keep the whole text in memory.
  fileprivate func scalarPrefix(_ count: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: max(0, count), limitedBy: endIndex), end < endIndex
    else {
      return self
    }
    return String(String.UnicodeScalarView(unicodeScalars[..<end]))
  }

  /// Cuts a text for messages to a number of Unicode scalars and an ellipsis.
  package func beginning(limit: Int) -> String {
    utf8.count <= limit || unicodeScalars.count <= limit ? self : scalarPrefix(limit) + "…"
  }
}

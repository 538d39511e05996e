extension JSON {
  /// The same data with the members of all objects, at any depth, sorted by name (by Unicode scalars). Members with the
  /// same name keep their order. Arrays and number texts are unchanged.
  package func sortedMembers() -> JSON {
    rewritten(objects: { $0.sortedByName() })
  }

  /// Replaces everything in the value, innermost first: scalars with the result of `scalars`, and objects, after their
  /// members, with the result of `objects`.
  package func rewritten(
    scalars: @escaping (JSON) -> JSON = { $0 }, objects: @escaping (JSONObject) -> JSONObject = { $0 }
  ) -> JSON {
    switch self {
    case .array, .object: ClosureRewriter(scalars: scalars, objects: objects).rewritten(self, at: ())
    case .null, .bool, .number, .string: scalars(self)
    }
  }
}

private struct ClosureRewriter: JSONRewriter {
  let scalars: (JSON) -> JSON
  let objects: (JSONObject) -> JSONObject

  func decide(_ slot: JSONSlot, in _: JSONObject?, at _: Void) -> JSONRewrite<Void> {
    slot.value.isContainer ? .enter(()) : .replace(scalars(slot.value))
  }

  func whole(_ object: JSONObject) -> JSONObject { objects(object) }
}

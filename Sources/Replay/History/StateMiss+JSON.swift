import OrderedJSON

/// A miss by state as JSON: the member `state` of `MissJSON`.
enum StateMissJSON {
  static func object(_ miss: StateMiss) -> JSON {
    var object: JSONObject = [
      "reason": .string(miss.reason.rawValue),
      "state": .string(miss.state),
      "history": texts(miss.history),
      "recorded": .array(miss.recorded.prefix(limit).map(recorded)),
    ]
    object["between"] = miss.between.map(between)
    return .object(object)
  }

  private static let limit = StateMiss.listLimit

  /// Returns the last mutations, oldest first.
  private static func texts(_ history: [String]) -> JSON { .array(history.suffix(limit).map { .string($0) }) }

  private static func recorded(_ state: StateMiss.RecordedState) -> JSON {
    .object(["name": .string(state.name), "history": state.history.map(texts) ?? .null])
  }

  private static func between(_ between: StateMiss.Between) -> JSON {
    .object([
      "mutation": .string(between.mutation),
      "sentBySession": .bool(between.isSessions),
      "nearest": .string(between.nearest),
      "seenToChange": .bool(between.sawChange),
      "reasons": .array(between.reasons.map { .string($0.description) }),
      "rule": between.advice.map { .string($0) } ?? .null,
    ])
  }
}

import OrderedJSON
import Recordings

/// The outcome of a mutation, as far as its answer shows it.
enum MutationOutcome {
  /// Whether an answer tells of success, or the recorded one did not either.
  ///
  /// Many APIs refuse in the data: `{ "ok": false, "userErrors": [ … ], "ticket": null }`.
  static func isDone(_ answer: RecordedResponse, _ recorded: RecordedResponse) -> Bool {
    guard let before = data(recorded) else { return true }
    guard let now = data(answer) else { return false }
    return before.members.allSatisfy { member in
      guard let value = now[member.name] else { return false }
      return !isRefused(value, member.value, isRoot: true)
    }
  }

  /// The data of an answer without errors.
  private static func data(_ response: RecordedResponse) -> JSONObject? {
    guard let body = response.body.json, body["errors"] == nil else { return nil }
    return body["data"]?.objectValue
  }

  /// Whether a payload, or what stands at its root, refuses what it did not refuse when it was recorded.
  private static func isRefused(_ now: JSON, _ recorded: JSON, isRoot: Bool) -> Bool {
    switch (recorded, now) {
    case (.bool(true), .bool(false)), (.object, .null): return true
    case (.object(let recorded), .object(let now)) where isRoot:
      return recorded.members.contains { member in
        let value = now[member.name] ?? .null
        // `errors`, `userErrors`, `checkoutErrors`
        if member.name.hasSuffix("rrors"), !value.isNull, value.arrayValue?.isEmpty != true {
          return member.value.isNull || member.value.arrayValue?.isEmpty == true
        }
        return isRefused(value, member.value, isRoot: false)
      }
    default: return false
    }
  }
}

import OrderedJSON
import Recordings

/// The outcome of a mutation, judged by its answer.
enum MutationOutcome {
  /// Indicates whether the mutation succeeded, or had failed when it was recorded, too.
  ///
  /// Many APIs report failure in the data: `{ "ok": false, "userErrors": [ … ], "ticket": null }`.
  static func isDone(_ answer: RecordedResponse, _ recorded: RecordedResponse) -> Bool {
    guard let before = data(recorded) else { return true }
    guard let now = data(answer) else { return false }
    return before.members.allSatisfy { member in
      guard let value = now[member.name] else { return false }
      return !isRefused(value, member.value, isRoot: true)
    }
  }

  private static func data(_ response: RecordedResponse) -> JSONObject? {
    guard let body = response.body.json, body["errors"] == nil else { return nil }
    return body["data"]?.objectValue
  }

  /// Indicates whether a payload, or a member of it, reports a failure that the recorded one does not.
  private static func isRefused(_ now: JSON, _ recorded: JSON, isRoot: Bool) -> Bool {
    switch (recorded, now) {
    case (.bool(true), .bool(false)), (.object, .null): return true
    case (.object(let recorded), .object(let now)) where isRoot:
      return recorded.members.contains { member in
        let value = now[member.name] ?? .null
        // `errors`, `userErrors`, `checkoutErrors`.
        if member.name.hasSuffix("rrors"), !value.isNull, value.arrayValue?.isEmpty != true {
          return member.value.isNull || member.value.arrayValue?.isEmpty == true
        }
        return isRefused(value, member.value, isRoot: false)
      }
    default: return false
    }
  }
}

import GraphQLLanguage
import OrderedJSON

/// Version 1 of the recording format. `RecordingFormat.md` describes it for reviewers. A reader upgrades older versions step by
/// step (there are none yet) and refuses newer ones.
package enum RecordingFormat {
  /// The version that is written, and the newest that is read.
  package static let version = 1

  /// The members of a file, in writing order.
  static let members = ["format", "identity", "headers", "variables", "states", "responses"]

  /// The members that every file has. `headers` exists only if a rule includes some.
  static let requiredMembers = members.filter { $0 != "headers" }

  /// The forms of a body, of which each response has one.
  static let bodyMembers = ["body", "text", "base64", fileMember, eventsMember]

  /// Instead of a body: the path of its file in the endpoint's folder (`BodyFile`).
  static let fileMember = "file"

  /// Instead of a body: streamed results, and how they ended.
  package static let eventsMember = "events"
  package static let endMember = "end"

  /// The members of a response, in writing order.
  static let responseMembers = ["status", "headers"] + bodyMembers + [endMember]

  /// The members of an event, in writing order.
  static let eventMembers = ["after", "wait", "payload"]

  /// The members of an end, in writing order.
  static let endMembers = ["after", "wait", "how", "errors", "code", "reason"]

  /// The members of a state that is an object: its responses, the next state after a mutation, and whether a query's
  /// answer overlapped a mutation.
  static let responsesMember = "responses"
  static let nextMember = "next"
  static let overlappedMember = "overlapped"

  static let shortestID = 4

  package static let limit = FileReading.limit

  /// Indicates whether a text is a state name: `start`, or letters, digits, dots, dashes and underscores.
  static func isStateName(_ text: String) -> Bool {
    guard (1...100).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return first.isLetterOrDigit
      && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2E || $0 == 0x2D || $0 == 0x5F }
  }

  /// Indicates whether a text is a response id: 4 to 64 lowercase hexadecimal digits.
  static func isResponseID(_ text: String) -> Bool {
    (shortestID...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isLowerHexDigit)
  }
}

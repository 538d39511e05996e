import GraphQLLanguage
import OrderedJSON

/// The recording format, version 1: what a file of recordings looks like. `FORMAT.md` describes it for reviewers.
///
/// The number is the format's own. A reader takes older ones step by step (there are none yet) and refuses newer ones.
package enum RecordingFormat {
  /// The version that is written, and the newest that is read.
  package static let version = 1

  /// The members of a file, in the order in which they are written.
  static let members = ["format", "identity", "headers", "variables", "states", "responses"]

  /// Those that every file has: `headers` stand only where a rule counts some.
  static let requiredMembers = members.filter { $0 != "headers" }

  /// The ways to write a body, one of which each response has.
  static let bodyMembers = ["body", "text", "base64", eventsMember]

  /// Instead of a body: results that came one after the other, and how they ended.
  package static let eventsMember = "events"
  package static let endMember = "end"

  /// The members of a response, in the order in which they are written.
  static let responseMembers = ["status", "headers"] + bodyMembers + [endMember]

  /// The members of an event, in the order in which they are written.
  static let eventMembers = ["after", "wait", "payload"]

  /// The members of an end, in the order in which they are written.
  static let endMembers = ["after", "wait", "how", "errors", "code", "reason"]

  /// The members of a state that is an object: its responses, and where a mutation leads, or that a read's answer
  /// overlapped a mutation.
  static let responsesMember = "responses"
  static let nextMember = "next"
  static let overlappedMember = "overlapped"

  /// The fewest digits of a response's id.
  static let shortestID = 4

  /// A file may be so long, in bytes.
  package static let limit = FileReading.limit

  /// Whether a text can be the name of a state: `start`, or letters, digits, dots, dashes and underscores.
  static func isStateName(_ text: String) -> Bool {
    guard (1...100).contains(text.utf8.count), let first = text.utf8.first else { return false }
    let isWord = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return isWord(first) && text.utf8.allSatisfy { isWord($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x5F }
  }

  /// Whether a text can be a response's id: 4 to 64 hexadecimal digits, lower case.
  static func isResponseID(_ text: String) -> Bool {
    (shortestID...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

package import OrderedJSON

/// The texts in a mutation's answer that differ from run to run with its ids and the clock: dates with a time of day,
/// and texts that contain an issued id, such as `lamp-7`.
package struct IssuedTexts: Sendable {
  /// The texts by their paths: response keys and indices.
  private(set) var byPath: [String: String] = [:]

  package init() {}

  /// Finds the texts in an answer (`{"data": …}`) that issued these ids.
  package init(in answer: JSON?, issuing ids: [ObjectID]) {
    guard let data = answer?["data"] else { return }
    for case (.string(let text), let path) in data.walk(at: "", inside: { slot, path in path + slot.pathText }) {
      if Self.isMoment(text) || ids.contains(where: { Self.contains(text, $0) }) { byPath[path] = text }
    }
  }

  var heldBytes: Int { byPath.reduce(0) { $0 + 100 + $1.key.utf8.count + $1.value.utf8.count } }

  /// Indicates whether a text of this run and the recorded one at its place differ only by what a run determines.
  /// `ids` are the ids of this run with the recorded ones.
  static func isSame(_ text: String, asRecorded recorded: String, ids: [(id: ObjectID, recorded: ObjectID)]) -> Bool {
    if isMoment(text) { return isMoment(recorded) }
    return ids.contains { contains(text, $0.id) && replacing($0.id, with: $0.recorded, in: text) == recorded }
  }

  /// Indicates whether a text is a date with a time, which no other value has by chance.
  static func isMoment(_ text: String) -> Bool { (16...40).contains(text.utf8.count) && ISOMoment(text) != nil }

  /// The shortest text that is found by its id. A shorter one may be another value.
  private static let shortest = 6

  private static func contains(_ text: String, _ id: ObjectID) -> Bool {
    text.utf8.count >= shortest && text.utf8.count > id.text.utf8.count
      && replacing(id, with: nil, in: text) != text
  }

  /// Replaces an id where no letter or digit is next to it: in `lamp-7`, not in `lamp-70`.
  private static func replacing(_ id: ObjectID, with other: ObjectID?, in text: String) -> String {
    let id = Array(id.text.utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = position + id.count
      let isBounded =
        (position == 0 || !bytes[position - 1].isPartOfWord) && (end >= bytes.count || !bytes[end].isPartOfWord)
      if isBounded, bytes[position...].starts(with: id) {
        result += Array(other?.text.utf8 ?? "".utf8)
        position = end
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension JSONSlot {
  /// `.name` or `[index]`.
  var pathText: String { name.map { ".\($0)" } ?? "[\(index)]" }
}

extension UInt8 {
  /// True for ASCII letters and digits, and for bytes of other characters.
  fileprivate var isPartOfWord: Bool {
    self >= 0x80 || isLetterOrDigit
  }
}

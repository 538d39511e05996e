import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// Values that an API derives from an object's id, such as the reference `BK-000134` of booking 134.
///
/// Where a setup's new id is written as the recorded one, they still belong to the new one. A value tells itself by
/// differing from an earlier recording of the same request. Without one, each text that looks like a code may be one.
package struct DerivedValues {
  /// The rules, whose volatile places are left out.
  private let rules: EndpointRules?
  private let sent: [SentCodes]
  private let key: OperationKey
  private let isReplaced: Bool

  /// - Parameters:
  ///   - key: the key of the request.
  ///   - isReplaced: whether it names a replaced id.
  ///   - sent: the texts that the client and its setups sent.
  ///   - rules: the rules with the volatile places, which are left out.
  package init(of key: OperationKey, isReplaced: Bool, sent: [SentCodes], rules: EndpointRules?) {
    self.key = key
    // A mutation that names a setup's object may create another one.
    self.isReplaced = isReplaced && key.document.kind == .query
    self.sent = sent
    self.rules = rules
  }

  /// Finds the first value of an object with a replaced id that no earlier answer has. Without an earlier answer, it is
  /// the first text with a digit and without spaces that was not sent.
  ///
  /// - Parameters:
  ///   - answer: the answer of the API.
  ///   - written: the answer with the recorded ids.
  ///   - earlier: the recorded answers to the request; empty for a request that was never recorded.
  /// - Returns: the value with its name: `reference is "BK-000134"`; nil if there is none.
  package func first(
    in answer: RecordedResponse, writtenAs written: RecordedResponse, earlier: @autoclosure () -> [JSON]
  ) -> String? {
    guard let answer = answer.body.answer, let written = written.body.answer, isReplaced || answer != written else {
      return nil
    }
    let places = rules?.volatilePlaces(of: key.document.name, kind: key.document.kind) ?? .standard
    return first(
      in: places.removed(from: answer), places.removed(from: written),
      earlier: earlier().map { places.removed(from: $0) }
    )
  }

  /// An object without an id belongs to the one around it, or to the request.
  func first(in answer: JSON, _ written: JSON, earlier: [JSON]) -> String? {
    let isFirst = earlier.isEmpty
    var pending = [(name: "", old: answer, new: written, earlier: earlier, isReplaced: isReplaced)]
    while let (name, old, new, earlier, isReplaced) = pending.popLast() {
      switch (old, new) {
      case (.object(let old), .object(let new)):
        let own = new.members.first { ObjectID.isOwnName($0.name) }
        let isReplaced = own.map { old[$0.name] != $0.value } ?? isReplaced
        pending += new.members.reversed().map { member in
          (member.name, old[member.name] ?? .null, member.value, earlier.compactMap { $0[member.name] }, isReplaced)
        }
      case (.array(let old), .array(let new)) where new.contains { $0.objectValue != nil || $0.arrayValue != nil }:
        let lists = earlier.compactMap(\.arrayValue)
        let elements = Dictionary(grouping: lists.joined(), by: Self.ownID)
        for (index, element) in new.enumerated().reversed() where index < old.count {
          let same =
            Self.ownID(of: element).map { elements[$0] ?? [] }
            ?? lists.filter { $0.count == new.count }.map { $0[index] }
          pending.append((name, old[index], element, same, isReplaced))
        }
      default:
        if isReplaced, old == new,
          isFirst ? mayBeDerived(new, name: name) : Self.isDerived(new, name: name, earlier)
        {
          return "\(name) is \(new.brief(limit: 100))"
        }
      }
    }
    return nil
  }

  private static func ownID(of value: JSON) -> ObjectID? {
    value.objectValue?.members.first { ObjectID.isOwnName($0.name) }.flatMap { ObjectID($0.value) }
  }

  private static func isDerived(_ value: JSON, name: String, _ earlier: [JSON]) -> Bool {
    switch value {
    case .null, .bool, .object: return false
    case .string(let text): if IssuedTexts.isMoment(text) || isDate(text) { return false }
    // The counts and the times of an API that nobody resets.
    case .number(let number): if ObjectID.isOfPages(name) || isTime(number) { return false }
    case .array: break
    }
    return !ObjectID.isName(name) && !earlier.isEmpty && earlier.allSatisfy { $0 != .null && $0 != value }
  }

  private func mayBeDerived(_ value: JSON, name: String) -> Bool {
    guard case .string(let text) = value, SentCodes.isCode(text), !ObjectID.isName(name), !ObjectID.isOfPages(name)
    else { return false }
    return !IssuedTexts.isMoment(text) && !Self.isDate(text) && !Placeholder.isOne(text)
      && !sent.contains { $0.contains(text) }
  }

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && ISOMoment(text) != nil
  }

  /// Indicates whether a number is as large as the seconds or milliseconds since 1970 from 2001 on.
  private static func isTime(_ number: JSONNumber) -> Bool {
    let digits = number.text.prefix { $0 != "." }.utf8.count
    return digits == 10 || digits == 13
  }
}

/// The texts that look like codes among those that a client sent: a value that repeats one is not derived from an id.
package struct SentCodes: Sendable {
  private var texts: Set<String> = []
  /// The approximate size, in bytes.
  package private(set) var heldBytes = 0

  package init() {}

  /// Finds the codes in a request.
  ///
  /// - Parameters:
  ///   - variables: the variables as they were sent.
  ///   - query: the text of the document, whose string literals are found by their quotation marks.
  package init(_ variables: JSONObject, query: String) {
    for text in JSON.object(variables).scalars.compactMap(\.stringValue) { insert(text) }
    for part in query.split(separator: "\"") { insert(String(part)) }
  }

  package mutating func formUnion(_ other: SentCodes) { for text in other.texts { insert(text) } }

  func contains(_ text: String) -> Bool { texts.contains(text) }

  private mutating func insert(_ text: String) {
    if Self.isCode(text), texts.insert(text).inserted { heldBytes += 50 + text.utf8.count }
  }

  /// Indicates whether a text of 4 to 1,000 bytes has a digit and no space, and is no decimal number such as `12.50`.
  static func isCode(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (4...1_000).contains(bytes.count), bytes.contains(where: \.isDigit), !bytes.contains(where: { $0 <= 0x20 })
    else { return false }
    return !(bytes.contains(UInt8(ascii: ".")) && bytes.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit })
  }
}

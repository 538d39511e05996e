import OrderedJSON

/// Values that an API derives from an object's id, such as the reference `BK-000134` of booking 134.
///
/// Where a setup's new id is written as the recorded one, they still belong to the new one. A value tells itself by
/// differing from an earlier recording of the same request.
enum DerivedValues {
  /// Finds the first value of an object with a replaced id that no earlier answer has. An object without an id belongs to
  /// the one around it, or to the request.
  ///
  /// - Parameters:
  ///   - answer: the answer of the API.
  ///   - written: the answer with the recorded ids.
  ///   - earlier: the recorded answers to the request.
  ///   - isReplaced: whether the request names a replaced id.
  /// - Returns: the value with its name: `reference is "BK-000134"`; nil if there is none.
  static func first(in answer: JSON, _ written: JSON, earlier: [JSON], isReplaced: Bool) -> String? {
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
        let elements = Dictionary(grouping: lists.joined(), by: ownID)
        for (index, element) in new.enumerated().reversed() where index < old.count {
          let same =
            ownID(of: element).map { elements[$0] ?? [] }
            ?? lists.filter { $0.count == new.count }.map { $0[index] }
          pending.append((name, old[index], element, same, isReplaced))
        }
      default:
        if isReplaced, old == new, isDerived(new, name: name, earlier) { return "\(name) is \(new.brief(limit: 100))" }
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

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && text.split(separator: "-").map(\.utf8.count) == [4, 2, 2]
  }

  /// Indicates whether a number is as large as the seconds or milliseconds since 1970 from 2001 on.
  private static func isTime(_ number: JSONNumber) -> Bool {
    let digits = number.text.prefix { $0 != "." }.utf8.count
    return digits == 10 || digits == 13
  }
}

extension JSONObject {
  /// The value of the member with this name; nil if there is none. Names compare by their scalars.
  ///
  /// If the name is repeated, the last member counts, as in JavaScript. Setting a value replaces the first member's
  /// value and removes the others of that name, or appends a member. Setting nil removes all members of that name.
  package subscript(name: String) -> JSON? {
    get { members.last { $0.name.hasSameScalars(as: name) }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name.hasSameScalars(as: name) } }
      guard let index = members.firstIndex(where: { $0.name.hasSameScalars(as: name) }) else {
        return members.append(Member(name, newValue))
      }
      members[index].value = newValue
      guard let second = members[(index + 1)...].firstIndex(where: { $0.name.hasSameScalars(as: name) }) else { return }
      members = members[..<second] + members[second...].filter { !$0.name.hasSameScalars(as: name) }
    }
  }

  /// The number of members; repeated names count each time.
  package var count: Int { members.count }

  package var isEmpty: Bool { members.isEmpty }

  /// The names in order, including repeated ones.
  package var names: [String] { members.map(\.name) }

  /// The same members sorted by name (by Unicode scalars); members with the same name keep their order. Nested objects
  /// are unchanged: see `JSON.sortedMembers()`.
  package func sortedByName() -> JSONObject {
    JSONObject(MemberPairs.byName(members).map { members[$0] })
  }

  /// The value of one of the members that share a name, counted from 0.
  package func value(of name: String, occurrence: Int) -> JSON? {
    var left = occurrence
    for member in members where member.name.hasSameScalars(as: name) {
      if left == 0 { return member.value }
      left -= 1
    }
    return nil
  }
}

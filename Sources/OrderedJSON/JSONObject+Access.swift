extension JSONObject {
  /// The value of the member of this name, nil if there is none. Names are compared by their scalars.
  ///
  /// Where the name is repeated, the last one is read, as JavaScript does. Setting a value replaces it in its place
  /// (and takes away the others of that name), or appends a member; setting nil removes all of that name.
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

  /// How many members there are; repeated names count each time.
  package var count: Int { members.count }

  package var isEmpty: Bool { members.isEmpty }

  /// The names in order; repeated ones each time.
  package var names: [String] { members.map(\.name) }

  /// The same members sorted by name (by Unicode scalars); those of one name keep their order. What is inside them
  /// stays as it is: see `JSON.sortedMembers()`.
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

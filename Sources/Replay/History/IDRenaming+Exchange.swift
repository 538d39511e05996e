import GraphQLLanguage
import OrderedJSON
import Recordings

/// The ids in HTTP exchanges, whose kinds follow from the path: `7` in `/todos/7` is the id of a todo.
extension IDRenaming {
  /// Returns the variables of an exchange with the recorded ids.
  func rewritten(exchange variables: JSONObject) -> JSONObject {
    let path = ExchangePath(variables)
    let segments = path.segments
    var result = variables
    for (index, member) in variables.members.enumerated() {
      var changes = JSONSlots()
      if member.name == HTTPExchange.path {
        for (number, segment) in segments.enumerated() where ExchangePath.isID(segment) {
          let noun = segments[..<number].last { !ExchangePath.isID($0) }
          note(.string(segment), "id", in: noun, [number], &changes)
        }
      } else {
        note(in: member.value, of: path.collection, &changes)
      }
      result.members[index].value = changes.applied(to: member.value)
    }
    return result
  }

  /// Returns the answer to an exchange with the recorded ids.
  func rewritten(_ answer: JSON, toExchange variables: JSONObject) -> JSON {
    var changes = JSONSlots()
    note(in: answer, of: ExchangePath(variables).collection, &changes)
    return changes.isEmpty ? answer : changes.applied(to: answer)
  }

  private func note(in root: JSON, of holder: String?, _ changes: inout JSONSlots) {
    let values = ExchangePlace.walk(root, in: holder, from: [Int]()) { slot, slots in slots + [slot.index] }
    for (value, (place, slots)) in values where !value.isContainer {
      note(value, place.name, in: place.holder, slots, &changes)
    }
  }

  private func note(_ value: JSON, _ name: String, in holder: String?, _ slots: [Int], _ changes: inout JSONSlots) {
    let isID = ObjectID.isName(name)
    let kind = IDKind(field: isID ? name : "id", holder: holder, type: nil)
    // An id of another kind stays: nothing shows that a set-up issued it.
    guard !isID || ObjectID(value).map({ isIssued($0, kind) }) == true || (value.stringValue?.utf8.count ?? 0) >= 16
    else { return }
    if let new = try? renamed(value, isID: isID, kind, hints: NoSchema()) { changes.set(slots, to: new) }
  }
}

/// A place in the body of an exchange or in its variables.
struct ExchangePlace {
  /// The name of the innermost member; empty at the root.
  var name = ""
  /// The name of the member whose object has it, or that of the exchange's objects.
  var holder: String?

  /// Visits the values with their places, and with paths of a caller's own form.
  static func walk<Path>(
    _ root: JSON, in holder: String?, from path: Path, _ inside: @escaping (JSONSlot, Path) -> Path
  ) -> JSONWalk<(ExchangePlace, Path)> {
    root.walk(at: (ExchangePlace(holder: holder), path)) { slot, outer in
      var place = outer.0
      if let name = slot.name {
        if !place.name.isEmpty { place.holder = place.name }
        place.name = name
      }
      return (place, inside(slot, outer.1))
    }
  }
}

/// The path of an HTTP exchange as its objects.
struct ExchangePath {
  let segments: [String]

  init(_ variables: JSONObject) {
    segments = HTTPExchange.segments(of: variables) ?? []
  }

  /// The name of the objects that the request is about: `todos` for `/v1/todos/7`.
  var collection: String? { segments.last { !Self.isID($0) } }

  /// Indicates whether a segment may be an id: it has a digit, but is no version such as `v1`.
  static func isID(_ segment: String) -> Bool {
    let isVersion = segment.lowercased().hasPrefix("v") && segment.dropFirst().allSatisfy(\.isNumber)
    return segment.contains(where: \.isNumber) && !isVersion
  }

  /// The paths of the objects that a read depends on: its own, and those above it.
  var above: [String] { (0...segments.count).map { Self.text(segments.prefix($0)) } }

  /// The paths of the objects that a change affects: its own, and for each id in it, the object and its collection.
  var changed: [String] {
    let ids = segments.indices.filter { Self.isID(segments[$0]) }
    return [Self.text(segments[...])] + ids.flatMap { [Self.text(segments[...$0]), Self.text(segments[..<$0])] }
  }

  private static func text(_ segments: ArraySlice<String>) -> String { "/" + segments.joined(separator: "/") }
}

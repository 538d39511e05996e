package import OrderedJSON

/// The body of a recorded response, decoded (never compressed).
package enum RecordedBody: Sendable {
  /// JSON as a tree, with the original order of members and digits. No object has a repeated name.
  case json(JSON)
  /// Any other text in UTF-8.
  case text(String)
  case bytes([UInt8])
  /// The binary body of an HTTP exchange, which has a file of its own (`BodyFile`).
  case file([UInt8])
  /// Several streamed results instead of one body.
  case events(RecordedEvents)

  /// Takes a body from the upstream. It becomes a tree if it is JSON and starts like an object or an array or is
  /// declared as JSON. A tree with a repeated name in one object stays text, so that no byte is lost and a repeated
  /// name in a file is always a mistake.
  package init(_ bytes: [UInt8], contentType: String?) {
    let start = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    let looksLikeJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    if looksLikeJSON || contentType?.lowercased().contains("json") == true,
      let json = try? JSON.parse(bytes, limits: Self.limits), DuplicateName.first(in: json) == nil
    {
      self = .json(json)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      self = .text(text)
    } else {
      self = .bytes(bytes)
    }
  }

  /// In a file the tree is some levels deeper than in the body and must still parse. Deeper bodies stay text.
  private static let limits = JSONLimits(depth: JSONLimits.standard.depth - 8)

  /// The bytes to send: compact JSON, or the original bytes. Events are sent one by one; here they are a list.
  package var bytes: [UInt8] {
    switch self {
    case .json(let json): json.serialize()
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes), .file(let bytes): bytes
    case .events(let events): JSON.array(events.events.map(\.payload)).serialize()
    }
  }

  package var json: JSON? {
    if case .json(let json) = self { json } else { nil }
  }

  /// The place of the first repeated name in a JSON body that is stored as text; nil for any other body.
  package var repeatedName: JSONPath? {
    guard case .text(let text) = self, let json = try? JSON.parse(Array(text.utf8), limits: Self.limits) else {
      return nil
    }
    return DuplicateName.first(in: json).map { steps in
      JSONPath(
        steps.map { step in
          switch step {
          case .member(let name, _), .name(let name, _): .name(name)
          case .element(let index): .index(index)
          }
        })
    }
  }
}

extension RecordedBody: Hashable {
  /// Compares exactly, including order, digits and every byte of text.
  package static func == (left: RecordedBody, right: RecordedBody) -> Bool {
    switch (left, right) {
    case (.json(let left), .json(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.file(let left), .file(let right)): left == right
    case (.events(let left), .events(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .json(let json): hasher.combine(json)
    case .text(let text): hasher.combine(text)
    case .bytes(let bytes), .file(let bytes): hasher.combine(bytes)
    case .events(let events): hasher.combine(events)
    }
  }
}

/// Finds a repeated name in one object.
enum DuplicateName {
  /// The path of the first repetition; nil if the names of every object are unique.
  static func first(in root: JSON) -> [JSONLocator.Step]? {
    let containers = root.walk(at: [JSONLocator.Step]()) { slot, path in
      slot.value.isContainer ? path + [slot.name.map { .member($0) } ?? .element(slot.index)] : nil
    }
    for case (.object(let object), let path) in containers {
      if let name = repeated(object) { return path + [.member(name, occurrence: 1)] }
    }
    return nil
  }

  private static func repeated(_ object: JSONObject) -> String? {
    guard object.members.count > 1 else { return nil }
    if object.members.count <= 12 {
      for index in object.members.indices.dropFirst() {
        let name = object.members[index].name
        if object.members[..<index].contains(where: { $0.name.hasSameScalars(as: name) }) { return name }
      }
      return nil
    }
    var seen: Set<[UInt8]> = []
    for member in object.members where !seen.insert(Array(member.name.utf8)).inserted { return member.name }
    return nil
  }
}

package import OrderedJSON

/// The body of a recorded response, decoded (never compressed).
package enum RecordedBody: Sendable {
  /// A JSON text, as a tree: order of members and digits as they came. No object in it has a name twice.
  case json(JSON)
  /// Any other text in UTF-8.
  case text(String)
  /// Anything else.
  case bytes([UInt8])
  /// No single body: results that came one after the other.
  case events(RecordedEvents)

  /// Takes a body as it came from upstream.
  ///
  /// It becomes a tree if it starts like an object or an array, or is declared as JSON, and is JSON. A tree with a
  /// name twice in one object is kept as text, so that not a byte of it is lost and a repeated name in a file is
  /// always a mistake.
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

  /// In its file a tree stands some levels deeper than in its body, and must be read again; what is deeper is text.
  private static let limits = JSONLimits(depth: JSONLimits.standard.depth - 8)

  /// The bytes to send: JSON in its compact form, anything else as it came. Events are sent one by one; here they are
  /// a list.
  package var bytes: [UInt8] {
    switch self {
    case .json(let json): json.serialize()
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .events(let events): JSON.array(events.events.map(\.payload)).serialize()
    }
  }

  /// The tree, where the body is one.
  package var json: JSON? {
    if case .json(let json) = self { json } else { nil }
  }

  /// Where a body that was kept as text, and is JSON nevertheless, has a name for the second time in one object; nil for
  /// any other body.
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
  /// Exact: order, digits and every byte of text count.
  package static func == (left: RecordedBody, right: RecordedBody) -> Bool {
    switch (left, right) {
    case (.json(let left), .json(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.events(let left), .events(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .json(let json): hasher.combine(json)
    case .text(let text): hasher.combine(text)
    case .bytes(let bytes): hasher.combine(bytes)
    case .events(let events): hasher.combine(events)
    }
  }
}

/// Finds a name that stands twice in one object.
enum DuplicateName {
  /// The path of the second occurrence that is met first; nil if every name of every object is unique.
  static func first(in root: JSON) -> [JSONLocator.Step]? {
    // A stack of its own, because bodies may be as deep as the parser lets them.
    var open: [(value: JSON, path: [JSONLocator.Step])] = [(root, [])]
    while let (value, path) = open.popLast() {
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated() where element.isContainer {
          open.append((element, path + [.element(index)]))
        }
      case .object(let object):
        if let name = repeated(object) { return path + [.member(name, occurrence: 1)] }
        for member in object.members where member.value.isContainer {
          open.append((member.value, path + [.member(member.name)]))
        }
      default: break
      }
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

extension JSON {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}

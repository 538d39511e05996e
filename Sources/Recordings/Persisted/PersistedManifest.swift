import OrderedJSON

/// A manifest of persisted documents: Apollo's, the older `operationOutput.json` of Apollo's clients, or Relay's map.
package struct PersistedManifest {
  /// An id and its text.
  package struct Entry: Sendable {
    package let id: String
    package let text: String
    let steps: [JSONLocator.Step]
  }

  /// The value of `format` in Apollo's manifests.
  package static let format = "apollo-persisted-query-manifest"
  static let version = 1

  package let path: String
  private let bytes: [UInt8]
  package private(set) var entries: [Entry] = []

  /// `path` is the file's path, for errors.
  ///
  /// - Throws: if it has none of the forms, with the first place that does not fit.
  package init(_ bytes: [UInt8], path: String) throws(RecordingError) {
    self.path = path
    self.bytes = bytes
    let root: JSON
    do throws(JSONError) {
      root = try JSON.parse(bytes)
    } catch {
      throw RecordingError.notJSON(path, error, bytes: bytes)
    }
    guard case .object(let object) = root else {
      throw error([], "is \(RecordingError.kindName(root)): \(Self.forms)")
    }
    if let format = object["format"], object["operations"] != nil || format.stringValue == Self.format {
      entries = try apollo(object)
    } else {
      entries = try map(object)
    }
  }

  private static let forms =
    "expected Apollo's persisted query manifest, an operationOutput.json of Apollo ({\"id\": {\"name\": …, \"source\": …}}), "
    + "or Relay's map ({\"id\": \"query …\"})."

  private func apollo(_ object: JSONObject) throws(RecordingError) -> [Entry] {
    guard let format = object["format"], format.stringValue == Self.format else {
      throw error([.member("format")], "\"format\" is \(shown(object["format"])): expected \"\(Self.format)\".")
    }
    guard object["version"]?.intValue == Self.version else {
      throw error(
        [.member("version")], "\"version\" of the manifest is \(shown(object["version"])): expected \(Self.version).")
    }
    guard let operations = object["operations"]?.arrayValue else {
      throw error([.member("operations")], "\"operations\" is \(shown(object["operations"])): expected a list.")
    }
    var entries: [Entry] = []
    for (index, operation) in operations.enumerated() {
      let steps: [JSONLocator.Step] = [.member("operations"), .element(index)]
      guard case .object = operation else {
        throw error(steps, "an operation is \(RecordingError.kindName(operation)): expected an object.")
      }
      let id = try text(operation["id"], "\"id\"", steps, .member("id"))
      let body = try text(operation["body"], "\"body\"", steps, .member("body"))
      entries.append(Entry(id: id, text: body, steps: steps))
    }
    return entries
  }

  private func map(_ object: JSONObject) throws(RecordingError) -> [Entry] {
    var entries: [Entry] = []
    var counts: [String: Int] = [:]
    for member in object.members {
      let occurrence = counts[member.name, default: 0]
      counts[member.name] = occurrence + 1
      let steps: [JSONLocator.Step] = [.member(member.name, occurrence: occurrence)]
      let name: [JSONLocator.Step] = [.name(member.name, occurrence: occurrence)]
      let id = LoneSurrogates.decoded(member.name)
      switch member.value {
      case .string:
        entries.append(Entry(id: id, text: try text(member.value, "a document", steps), steps: name))
      case .object(let inner) where inner["source"] != nil:
        let source = try text(inner["source"], "\"source\"", steps, .member("source"))
        entries.append(Entry(id: id, text: source, steps: name))
      default:
        throw error(steps, "under \(shown(.string(member.name))) is \(shown(member.value)): \(Self.forms)")
      }
    }
    return entries
  }

  private func text(
    _ value: JSON?, _ what: String, _ steps: [JSONLocator.Step], _ last: JSONLocator.Step? = nil
  ) throws(RecordingError) -> String {
    let steps = steps + (last.map { [$0] } ?? [])
    guard let value else { throw error(steps, "\(what) is missing. Build the manifest again.") }
    guard case .string(let text) = value, !LoneSurrogates.occur(in: text), !text.isEmpty else {
      throw error(steps, "\(what) is \(shown(value)): expected a string.")
    }
    return LoneSurrogates.decoded(text)
  }

  private func shown(_ value: JSON?) -> String {
    switch value {
    case nil: "missing"
    case .array?, .object?: RecordingError.kindName(value ?? .null)
    case let value?: RecordingError.shown(value)
    }
  }

  package func place(of entry: Entry) -> RecordingError.Place { JSONLocator.place(of: entry.steps, in: bytes) }

  func error(_ steps: [JSONLocator.Step], _ message: String) -> RecordingError {
    RecordingError(.invalidConfiguration, path, JSONLocator.place(of: steps, in: bytes), message)
  }
}

package import OrderedJSON
package import Recordings
import Yams

/// The unchecked keys and values of a fault, the same for YAML, JSON and a header field.
package struct FaultTerm: Sendable {
  package var value: Value
  /// True for a string of JSON, or a quoted one of YAML. Other texts may be numbers and Booleans.
  package var isString = false
  /// The place in the file, if there is a file.
  package var place: RecordingError.Place?

  package indirect enum Value: Sendable {
    case text(String)
    case list([FaultTerm])
    case mapping([Member])
    /// A key without a value, or null.
    case nothing
  }

  package struct Member: Sendable {
    package var name: String
    /// The place of the name.
    package var place: RecordingError.Place?
    package var term: FaultTerm
  }

  package init(_ value: Value, at place: RecordingError.Place? = nil) {
    self.value = value
    self.place = place
  }

  /// The value as JSON. A text that is not a string may be a number or a Boolean.
  package var json: JSON {
    switch value {
    case .nothing: .null
    case .list(let items): .array(items.map(\.json))
    case .mapping(let members): .object(JSONObject(members.map { JSONObject.Member($0.name, $0.term.json) }))
    case .text(let text) where isString: .string(text)
    case .text("true"): .bool(true)
    case .text("false"): .bool(false)
    case .text(let text): JSONNumber(text: text).map { .number($0) } ?? .string(text)
    }
  }

  /// A single value, cut if it is long; anything else by its kind.
  var shown: String {
    switch value {
    case .text(let text): RecordingError.shown(.string(text))
    case .list: "a list"
    case .mapping: "a mapping"
    case .nothing: "empty"
    }
  }
}

extension FaultTerm {
  /// Converts a JSON value; numbers and Booleans become texts, as in YAML.
  package init(_ json: JSON) {
    switch json {
    case .null: self.init(.nothing)
    case .bool(let bool): self.init(.text(bool ? "true" : "false"))
    case .number(let number): self.init(.text(number.text))
    case .string(let text): self.init(.text(text))
    case .array(let items): self.init(.list(items.map { FaultTerm($0) }))
    case .object(let object):
      self.init(.mapping(object.members.map { Member(name: $0.name, place: nil, term: FaultTerm($0.value)) }))
    }
    if case .string = json { isString = true }
  }

  /// Converts a YAML node. An alias counts as empty, because faults need no aliases.
  init(_ node: Node) {
    let place = Self.place(node)
    switch node {
    case .sequence(let items): self.init(.list(items.map { FaultTerm($0) }), at: place)
    case .mapping(let mapping):
      let members = mapping.map { key, value in
        Member(name: key.scalar?.string ?? "", place: Self.place(key), term: FaultTerm(value))
      }
      self.init(.mapping(members), at: place)
    case .scalar(let scalar):
      let isNull = scalar.style == .plain && (scalar.string == "null" || scalar.string == "~")
      self.init(node.isEmptyScalar || isNull ? .nothing : .text(scalar.string), at: place)
      isString = scalar.style != .plain && scalar.style != .any
    case .alias: self.init(.nothing, at: place)
    }
  }

  private static func place(_ node: Node) -> RecordingError.Place? {
    node.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
  }
}

/// The reason why a fault is not valid: what was found and what was expected.
package struct FaultProblem: Error, Hashable, Sendable {
  package var message: String
  /// The place in the file, if there is a file.
  package var place: RecordingError.Place?

  package init(_ message: String, at place: RecordingError.Place? = nil) {
    self.message = message
    self.place = place
  }
}

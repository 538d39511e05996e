import GraphQLLanguage
import OrderedJSON

/// Checks the parts of a response around its data: its members and the shape of its errors (section 7.1).
struct ResponseEnvelope {
  private let object: JSONObject
  private let isSuccess: Bool
  private(set) var findings = ResponseFindings()
  /// The paths of errors and all their prefixes, below `data`.
  private(set) var failedPaths: Set<[GraphQLError.PathElement]> = []

  init(_ object: JSONObject, isSuccess: Bool) {
    self.object = object
    self.isSuccess = isSuccess
  }

  var hasErrors: Bool { object["errors"]?.arrayValue?.isEmpty == false }

  mutating func check() {
    if object["data"] == nil, object["errors"] == nil {
      // A gateway that rejects a request before GraphQL often has its own format.
      let isOwnShape = !isSuccess || object["error"] != nil
      let sentence = "The response has neither \"data\" nor \"errors\"\(isOwnShape ? ": it is not GraphQL's" : "")."
      findings.add(ResponseFinding(isOwnShape ? .note : .error, at: [], sentence))
      return
    }
    for member in object.members {
      switch member.name {
      case "data": break
      case "errors": checkErrors(member.value)
      case "extensions":
        if member.value.objectValue == nil { unexpected(member.value, "an object", at: ["extensions"]) }
      default: beside(member.name, at: [], among: "data, errors and extensions")
      }
    }
  }

  private mutating func checkErrors(_ value: JSON) {
    guard case .array(let errors) = value else { return unexpected(value, "a list of errors", at: ["errors"]) }
    if errors.isEmpty {
      findings.add(ResponseFinding(.note, at: ["errors"], "errors is empty: without errors it should be absent."))
    }
    for (index, error) in errors.enumerated() { checkError(error, at: ["errors", .index(index)]) }
  }

  private mutating func checkError(_ value: JSON, at path: JSONPath) {
    guard case .object(let error) = value else { return unexpected(value, "an object", at: path) }
    if error["message"] == nil {
      findings.add(ResponseFinding(.error, at: path, "\(path) has no \"message\": every error has one, a string."))
    }
    for member in error.members {
      let place = path.appending(.name(member.name))
      switch member.name {
      case "message":
        // Unlike elsewhere, null is an error here: a client would have no message to show.
        if member.value.stringValue == nil {
          findings.add(ResponseFinding(.error, at: place, "\(place) is \(member.value.brief()): expected a string."))
        }
      case "locations": checkLocations(member.value, at: place)
      case "path": checkPath(member.value, at: place)
      case "extensions":
        if member.value.objectValue == nil { unexpected(member.value, "an object", at: place) }
      default: beside(member.name, at: path, among: "message, locations, path and extensions")
      }
    }
  }

  private mutating func checkLocations(_ value: JSON, at path: JSONPath) {
    guard case .array(let locations) = value else {
      return unexpected(value, "a list of objects with line and column", at: path)
    }
    for (index, location) in locations.enumerated() {
      let place = path.appending(.index(index))
      guard case .object(let members) = location else {
        unexpected(location, "an object with line and column", at: place)
        continue
      }
      for name in ["line", "column"] {
        let inner = place.appending(.name(name))
        guard let found = members[name] else {
          findings.add(ResponseFinding(.error, at: place, "\(place) has no \"\(name)\": expected a number from 1."))
          continue
        }
        if let number = found.intValue {
          // Servers that do not know the place write 0.
          if number < 1 { note("\(inner) is \(number): lines and columns count from 1.", at: inner) }
        } else {
          unexpected(found, "a number from 1", at: inner)
        }
      }
    }
  }

  private mutating func checkPath(_ value: JSON, at path: JSONPath) {
    let steps: [JSON]
    if case .array(let elements) = value {
      steps = elements
    } else if case .array(let elements)? = value["elements"] {
      // Swift encodes a path type with synthesized `Codable` like this.
      note("\(path) is an object with \"elements\": expected the list itself.", at: path)
      steps = elements
    } else {
      return unexpected(value, "a list of names and indices", at: path)
    }
    var way: [GraphQLError.PathElement] = []
    for (index, step) in steps.enumerated() {
      if case .string(let name) = step {
        way.append(.key(name))
      } else if let number = step.intValue, number >= 0 {
        way.append(.index(number))
      } else {
        return unexpected(step, "a response key or an index from 0", at: path.appending(.index(index)))
      }
    }
    while true {
      failedPaths.insert(way)
      if way.popLast() == nil { break }
    }
  }

  /// Reports a value of the wrong type. Null is only a note, because some servers write it for absent values.
  private mutating func unexpected(_ value: JSON, _ expected: String, at path: JSONPath) {
    if value.isNull {
      note("\(path) is null: it should be absent instead.", at: path)
    } else {
      findings.add(ResponseFinding(.error, at: path, "\(path) is \(value.brief()): expected \(expected)."))
    }
  }

  private mutating func beside(_ name: String, at path: JSONPath, among names: String) {
    let place = path.appending(.name(name))
    findings.add(
      ResponseFinding(
        .note, at: place, isAboutName: true,
        "\(place) is not one of \(names): additional members belong in \"extensions\"."))
  }

  private mutating func note(_ message: String, at path: JSONPath) {
    findings.add(ResponseFinding(.note, at: path, message))
  }
}

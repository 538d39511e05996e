package import OrderedJSON

/// The places of a recording's parts in its file, for findings about their meaning. It reads the file, so it is used
/// only if there are findings.
package struct RecordingPlaces: Sendable {
  private let bytes: [UInt8]
  private let root: JSON
  private let request: [JSONLocator.Step]

  /// Reads a recording, a session or an answer of sessions. `request` is the place of the request in a session's file.
  ///
  /// - Throws: if the file can no longer be read or is no longer JSON.
  package init(path: String, request: [JSONLocator.Step] = []) throws(RecordingError) {
    self.request = request
    bytes = try FileReading.read(path).bytes
    do throws(JSONError) {
      root = try JSON.parse(bytes)
    } catch {
      throw RecordingError.notJSON(path, error, bytes: bytes)
    }
  }

  /// The place of a variable's value or of a part of it; of the deepest existing value on the path.
  package func place(inVariables path: JSONPath) -> RecordingError.Place {
    JSONLocator.place(of: request + [.member("variables")] + Self.steps(path), in: bytes)
  }

  /// The place of a value in a response; that of the response's body if the body is not JSON.
  ///
  /// `index` is the index of the response in the state. `event` is that of the answer in a response with events
  /// (`RecordedEvents.answers`), nil for all. `path` starts at the root of the body or payload. With `isName`, the
  /// place is that of the last member's name instead of its value.
  package func place(
    ofResponse index: Int, inState state: String, event: Int? = nil, _ path: JSONPath = [], isName: Bool = false
  ) -> RecordingError.Place {
    let id = id(ofResponse: index, inState: state)
    // A session's answer file contains only the response.
    guard id != nil || root["responses"] == nil else {
      return JSONLocator.place(of: [.member("states"), .member(state)], in: bytes)
    }
    let found = id.map { root["responses"]?[$0] } ?? root
    let body = found?.objectValue?.names.first { RecordingFormat.bodyMembers.contains($0) }
    var way: [JSONLocator.Step] = body.map { [.member($0)] } ?? []
    if let event, let count = found?[RecordingFormat.eventsMember]?.arrayValue?.count {
      way = event < count ? way + [.element(event), .member("payload")] : [.member(RecordingFormat.endMember)]
    }
    var steps = Self.steps(path)
    if isName, case .member(let name, let occurrence)? = steps.last {
      steps[steps.count - 1] = .name(name, occurrence: occurrence)
    }
    let response: [JSONLocator.Step] = id.map { [.member("responses"), .member($0)] } ?? []
    return JSONLocator.place(of: response + way + steps, in: bytes)
  }

  /// The place of the state that an event of a response waits for; that of the response if it has no such event.
  /// `event` is the index of the event, nil for the end.
  package func place(ofAfterInEvent event: Int?, ofResponse index: Int, inState state: String) -> RecordingError.Place {
    guard let id = id(ofResponse: index, inState: state) else {
      return JSONLocator.place(of: [.member("states"), .member(state)], in: bytes)
    }
    let way: [JSONLocator.Step] =
      if let event {
        [.member(RecordingFormat.eventsMember), .element(event)]
      } else {
        [.member(RecordingFormat.endMember)]
      }
    return JSONLocator.place(of: [.member("responses"), .member(id)] + way + [.member("after")], in: bytes)
  }

  private func id(ofResponse index: Int, inState state: String) -> String? {
    let listed = root["states"]?[state]
    return (listed?["responses"] ?? listed)?[index]?.stringValue
  }

  /// The same path for `JSONLocator`.
  package static func steps(_ path: JSONPath) -> [JSONLocator.Step] {
    path.steps.map { step in
      switch step {
      case .name(let name): .member(name)
      case .repeatedName(let name, let occurrence): .member(name, occurrence: occurrence)
      case .index(let index): .element(index)
      }
    }
  }
}

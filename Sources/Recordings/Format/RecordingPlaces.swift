package import OrderedJSON

/// Where in a recording's file its parts stand, for findings about their meaning. Reads the file; used only where
/// there is something to say.
package struct RecordingPlaces: Sendable {
  private let bytes: [UInt8]
  private let root: JSON
  private let request: [JSONLocator.Step]

  /// - Parameters:
  ///   - path: of the file: a recording, a session or an answer of sessions.
  ///   - request: where the request is in a session's file.
  /// - Throws: if the file cannot be read any more, or is no JSON any more.
  package init(path: String, request: [JSONLocator.Step] = []) throws(RecordingError) {
    self.request = request
    bytes = try FileReading.read(path).bytes
    do throws(JSONError) {
      root = try JSON.parse(bytes)
    } catch {
      throw RecordingError.notJSON(path, error, bytes: bytes)
    }
  }

  /// The place of a variable's value or of a part of one; of the deepest value on the way that is written in the file.
  package func place(inVariables path: JSONPath) -> RecordingError.Place {
    JSONLocator.place(of: request + [.member("variables")] + Self.steps(path), in: bytes)
  }

  /// The place of a value in a response.
  ///
  /// - Parameters:
  ///   - index: which of the responses in the state, from 0.
  ///   - state: the state's name.
  ///   - event: which of the response's answers, from 0, where it has events (`RecordedEvents.answers`); nil for all.
  ///   - path: the way from the root of the body, or of the payload, to the value.
  ///   - isName: to have the place of the last member's name rather than its value's.
  /// - Returns: the place; that of the response's body if the body is no tree.
  package func place(
    ofResponse index: Int, inState state: String, event: Int? = nil, _ path: JSONPath = [], isName: Bool = false
  ) -> RecordingError.Place {
    let id = id(ofResponse: index, inState: state)
    // The file of a session's answer is the response.
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

  /// The place of the state that an event of a response waits for.
  ///
  /// - Parameters:
  ///   - event: which of the response's events, from 0; nil for its end.
  ///   - index: which of the responses in the state, from 0.
  ///   - state: the state's name.
  /// - Returns: the place; that of the response if it has no such event.
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

  private static func steps(_ path: JSONPath) -> [JSONLocator.Step] {
    path.steps.map { step in
      switch step {
      case .name(let name): .member(name)
      case .repeatedName(let name, let occurrence): .member(name, occurrence: occurrence)
      case .index(let index): .element(index)
      }
    }
  }
}

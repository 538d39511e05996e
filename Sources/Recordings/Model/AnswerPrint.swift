import OrderedJSON

/// The parts of an answer that are compared, for answers that may have come over different transports.
///
/// A result over a WebSocket has no status and no headers of its own; a file has status 200 and no headers for it
/// (FORMAT.md). The same result over HTTP has the status and the headers of its response. The two are the same answer if
/// their bodies are. Two answers over HTTP are the same only if their statuses and headers are, too.
struct AnswerPrint: Sendable {
  private let head: Head
  private let body: ContentHash

  private enum Head: Sendable {
    /// A GraphQL response that came over a WebSocket.
    case none
    /// An HTTP response of which no header was kept.
    case bare(Int)
    case full(ContentHash)
  }

  /// - Parameters:
  ///   - response: the answer.
  ///   - places: what varies by itself.
  init(_ response: RecordedResponse, ignoring places: VolatilePlaces) {
    var bytes: [UInt8] = []
    response.append(bodyTo: &bytes, ignoring: places, RecordedResponse.compared)
    body = ContentHash(of: bytes)
    if response.hasNoHTTPHead {
      head = .none
    } else if response.headers.isEmpty {
      head = .bare(response.status)
    } else {
      var bytes = Array("\(response.status)\n".utf8)
      for header in response.headers {
        bytes.appendPart(header.name.utf8)
        bytes.appendPart(header.value.utf8)
      }
      head = .full(ContentHash(of: bytes))
    }
  }

  /// Whether two answers are the same, whichever transports they came over.
  func isSame(as other: AnswerPrint) -> Bool {
    guard body == other.body else { return false }
    return switch (head, other.head) {
    case (.none, .none), (.none, .full), (.full, .none): true
    case (.bare(let left), .bare(let right)): left == right
    case (.full(let left), .full(let right)): left == right
    case (.none, .bare), (.bare, .none), (.bare, .full), (.full, .bare): false
    }
  }
}

extension RecordedResponse {
  /// Whether this is a GraphQL response that came without the head of an HTTP response: over a WebSocket.
  package var hasNoHTTPHead: Bool {
    guard status == 200, headers.isEmpty, case .json(let json) = body else { return false }
    return json["data"] != nil || json["errors"] != nil
  }

  /// Whether two answers are the same, whichever transports they came over.
  package func isSameAnswer(as other: RecordedResponse, ignoring places: VolatilePlaces = .standard) -> Bool {
    AnswerPrint(self, ignoring: places).isSame(as: AnswerPrint(other, ignoring: places))
  }
}

extension JSON {
  /// A GraphQL response without the `locations` of its errors, those of parts included.
  var withoutErrorLocations: JSON {
    guard case .object(var object) = self else { return self }
    for (index, member) in object.members.enumerated() {
      switch (member.name, member.value) {
      case ("errors", .array(let errors)):
        object.members[index].value = .array(errors.map { $0.withoutMember("locations") })
      case ("incremental", .array(let parts)), ("completed", .array(let parts)):
        object.members[index].value = .array(parts.map(\.withoutErrorLocations))
      default: break
      }
    }
    return .object(object)
  }

  private func withoutMember(_ name: String) -> JSON {
    guard case .object(var object) = self else { return self }
    object.members.removeAll { $0.name == name }
    return .object(object)
  }
}

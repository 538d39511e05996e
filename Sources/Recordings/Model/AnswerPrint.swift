import OrderedJSON

/// The compared parts of an answer, for answers that may come from different transports.
///
/// A result over a WebSocket has no status or headers; its file has status 200 and no headers (RecordingFormat.md). It equals a
/// result over HTTP, whose status and headers are those of the response, if their bodies are equal. Two results over
/// HTTP are equal only if their statuses and headers are, too.
struct AnswerPrint: Sendable {
  private let head: Head
  private let body: ContentHash

  private enum Head: Sendable {
    /// A GraphQL response over a WebSocket.
    case none
    /// An HTTP response without any recorded header.
    case bare(Int)
    case full(ContentHash)
  }

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

  /// Indicates whether two answers are equal, regardless of their transports.
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
  /// True if this is a GraphQL response without the status and headers of HTTP, from a WebSocket.
  package var hasNoHTTPHead: Bool {
    guard status == 200, headers.isEmpty, case .json(let json) = body else { return false }
    return json["data"] != nil || json["errors"] != nil
  }

  package func isSameAnswer(as other: RecordedResponse, ignoring places: VolatilePlaces = .standard) -> Bool {
    AnswerPrint(self, ignoring: places).isSame(as: AnswerPrint(other, ignoring: places))
  }
}

extension JSON {
  /// A GraphQL response without the `locations` of its errors, including those of its parts.
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

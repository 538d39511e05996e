import OrderedJSON

extension RecordedResponse {
  /// The approximate memory of the response, in bytes.
  package var heldBytes: Int {
    headers.reduce(300 + body.heldBytes) { $0 + 32 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension RecordedBody {
  fileprivate var heldBytes: Int {
    switch self {
    case .json(let json): json.heldBytes
    case .text(let text): text.utf8.count
    case .bytes(let bytes), .file(let bytes): bytes.count
    case .events(let events): events.events.reduce(0) { $0 + 100 + $1.payload.heldBytes }
    }
  }
}

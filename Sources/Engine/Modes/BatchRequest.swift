import OrderedJSON
import Requests
import Transports

/// Several requests in one JSON array, as sent by Apollo Client, urql and gql.
struct BatchRequest: Sendable {
  /// Each item as its own request, with the header fields of the batch; or the reason why it is invalid.
  let items: Result<[ClientRequest], RequestProblem>

  /// Reads a batch; nil if the request is a single one, or cannot be read at all.
  init?(_ request: ClientRequest, limit: Int) {
    guard request.method == "POST", Self.isArray(request.body) else { return nil }
    if let mediaType = request.headers.mediaType,
      mediaType == "application/graphql" || mediaType == "multipart/form-data"
    {
      return nil
    }
    guard RequestMediaType.foreignCharset(request.headers) == nil,
      case .array(let list)? = request.reading.json ?? (try? JSON.parse(request.body))
    else { return nil }
    items = Result { () throws(RequestProblem) in try Self.items(list, of: request, limit: limit) }
  }

  private static func items(
    _ list: [JSON], of request: ClientRequest, limit: Int
  ) throws(RequestProblem) -> [ClientRequest] {
    guard !list.isEmpty else { throw .emptyBatch }
    guard list.count <= limit else { throw .batchTooLarge(list.count, limit: limit) }
    var item = request
    item.headers.remove("content-length")
    item.headers.remove("transfer-encoding")
    // An item that is sent alone gets an answer that must be joined with the others.
    item.headers.remove("accept-encoding")
    item.takesPieces = false
    var items: [ClientRequest] = []
    items.reserveCapacity(list.count)
    for (place, json) in list.enumerated() {
      guard case .object = json else { throw .batchItem(place + 1, found: json.kindDescription) }
      item.setBody(json)
      item.upload?.place = place
      items.append(item)
    }
    return items
  }

  /// True if the first byte besides white space opens an array.
  private static func isArray(_ body: [UInt8]) -> Bool {
    body.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "[")
  }
}

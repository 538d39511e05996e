/// An upload that was read: what the real endpoint would have to be sent, where it is asked after all.
struct ReadUpload: Hashable, Sendable {
  /// The request's own header fields, with the boundary.
  let headers: HeaderList
  /// The body, where all of it was kept.
  let body: [UInt8]?
}

extension ClientRequest {
  /// The request that an upload is, as a POST of JSON: `operations` with stand-ins for the files. `kept` is the body as it
  /// came; nil where it was not kept.
  func reading(_ operations: [UInt8], kept: [UInt8]?) -> ClientRequest {
    var request = self
    request.stream = nil
    request.body = operations
    request.upload = ReadUpload(headers: headers, body: kept)
    request.headers.remove("content-length")
    request.headers.remove("transfer-encoding")
    request.headers.set("content-type", "application/json")
    return request
  }
}

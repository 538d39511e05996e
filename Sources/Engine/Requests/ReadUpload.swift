import Transports

/// An upload that was read: what the real endpoint would have to be sent, where it is asked after all.
struct ReadUpload: Hashable, Sendable {
  /// The request's own header fields, with the boundary.
  let headers: HeaderList
  /// The body, where all of it was kept.
  let body: [UInt8]?
  /// Which item of the batch that it is the request is, from 0; nil for an upload of one request.
  var place: Int?
}

extension ClientRequest {
  /// The request that an upload is, as a POST of JSON: `operations` with stand-ins for the files. `kept` is the body as it
  /// came; nil where it was not kept.
  func reading(_ operations: [UInt8], kept: [UInt8]?) -> ClientRequest {
    var request = self
    request.stream = nil
    request.body = operations
    // Where it is recorded, a fault may be due for it when its exchange has begun.
    request.takesPieces = false
    request.upload = ReadUpload(headers: headers, body: kept)
    request.headers.remove("content-length")
    request.headers.remove("transfer-encoding")
    request.headers.set("content-type", "application/json")
    return request
  }

  /// What the real endpoint is sent in its place: the upload as it came, or what one item of it would be alone.
  var asSent: (headers: HeaderList, body: [UInt8]) {
    guard let upload, let whole = upload.body else { return (headers, body) }
    guard let place = upload.place else { return (upload.headers, whole) }
    let item = UploadItem(batch: whole, contentType: upload.headers[first: "content-type"] ?? "")
    // An item without files is plain JSON.
    guard let alone = item?.body(at: place) else { return (headers, body) }
    var form = headers
    form.set("content-type", upload.headers[first: "content-type"] ?? "")
    return (form, alone)
  }
}

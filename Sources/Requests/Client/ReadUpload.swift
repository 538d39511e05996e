package import Transports

/// The original upload of a request, to be sent if the request goes upstream.
package struct ReadUpload: Hashable, Sendable {
  /// The request's own header fields, with the boundary.
  let headers: HeaderList
  /// The body, if all of it was kept.
  package let body: [UInt8]?
  /// The request's index in a batch, from 0; nil for an upload of one request.
  package var place: Int?
}

extension ClientRequest {
  /// Returns the request in an upload as a POST of JSON: `operations` with placeholders for the files. `kept` is the
  /// original body; nil if it was not kept.
  package func reading(_ operations: [UInt8], kept: [UInt8]?) -> ClientRequest {
    var request = self
    request.stream = nil
    request.body = operations
    // A fault may apply to it when its exchange has begun.
    request.takesPieces = false
    request.upload = ReadUpload(headers: headers, body: kept)
    request.headers.remove("content-length")
    request.headers.remove("transfer-encoding")
    request.headers.set("content-type", "application/json")
    return request
  }

  /// The request to send upstream: the original upload, or one item of it as its own upload.
  package var asSent: (headers: HeaderList, body: [UInt8]) {
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

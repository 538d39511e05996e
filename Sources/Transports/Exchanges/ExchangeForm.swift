import OrderedJSON
import Recordings

/// Reads a multipart form (RFC 7578) that is in memory.
enum ExchangeForm {
  /// Returns the fields: a text, or a placeholder with the hash of a file; nil if the body is not such a form.
  static func parts(of body: [UInt8], contentType: String) -> JSONObject? {
    guard let boundary = HeaderParameters(contentType)["boundary"], !boundary.isEmpty else { return nil }
    var fields = FormFields()
    var parser = MultipartParser(boundary: boundary)
    var header: FormHeader?
    var bytes: [UInt8] = []
    do throws(UploadProblem) {
      try parser.feed(body) { event throws(UploadProblem) in
        switch event {
        case .part(let new):
          header = new
          bytes = []
        case .bytes(let more): bytes += more
        case .partEnd:
          if let header { fields.add(header.name ?? "", value(of: bytes, header)) }
        }
      }
      try parser.end()
    } catch {
      return nil
    }
    return fields.object
  }

  private static func value(of bytes: [UInt8], _ header: FormHeader) -> JSON {
    if header.fileName == nil, let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    var hasher = FileHasher()
    bytes.withUnsafeBytes { hasher.update($0) }
    return .string(hasher.file(named: header.fileName, mediaType: header.mediaType).standIn)
  }
}

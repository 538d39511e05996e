package import OrderedJSON

/// The reason that a multipart/form-data body is not a GraphQL upload, with its status and message.
package enum UploadProblem: Error, Hashable, Sendable {
  case noBoundary
  case badBoundary(String)
  /// The body does not contain the boundary.
  case noParts(boundary: String)
  case cutOff
  /// A boundary is followed by neither a line end nor two dashes.
  case badBoundaryLine
  case unnamedPart(number: Int)
  case noOperations
  case notOperationsFirst(String)
  case notMapSecond(String)
  case noMap
  case repeated(String)
  case notJSON(part: String, JSONError)
  case operationsKind(String)
  case mapKind(String)
  case entryKind(String, found: String)
  case noSuchPath(String, entry: String)
  case notInMap(String, known: [String])
  case filesMissing([String])
  case tooManyParts(limit: Int)
  case headerTooLarge(limit: Int)
  case fieldTooLarge(String, limit: Int)
  case tooLarge(limit: Int)
  /// No bytes arrived for this time.
  case tooSlow(seconds: Int)

  /// The HTTP status; 400 for violations of the multipart request specification.
  package var status: Int {
    switch self {
    case .tooLarge, .fieldTooLarge: 413
    case .tooSlow: 408
    default: 400
    }
  }

  package var code: ErrorCode {
    switch self {
    case .tooLarge, .fieldTooLarge: .bodyTooLarge
    case .headerTooLarge: .headersTooLarge
    case .tooSlow: .requestTimeout
    default: .badRequest
    }
  }

  package var message: String {
    switch self {
    case .noBoundary:
      "The Content-Type is multipart/form-data without a boundary. Send multipart/form-data; boundary=…, as HTTP libraries do by themselves."
    case .badBoundary(let boundary):
      "The boundary \"\(boundary.prefix(100))\" of the Content-Type is invalid: expected 1 to 70 characters, and no space at the end."
    case .noParts(let boundary):
      "The body has no part: it does not contain the boundary --\(boundary) of the Content-Type."
    case .cutOff: "The body ends before the final boundary of its Content-Type."
    case .badBoundaryLine:
      "A boundary is followed by neither a line break (CRLF) nor the two dashes of the final boundary."
    case .unnamedPart(let number):
      "Part \(number) of the body has no name: expected a header such as Content-Disposition: form-data; name=\"operations\"."
    case .noOperations:
      "The body has no part \"operations\": expected it first, then \"map\", then the files."
    case .notOperationsFirst(let name):
      "The first part of the body is \"\(name.prefix(100))\": expected \"operations\", then \"map\", then the files."
    case .notMapSecond(let name):
      "The second part of the body is \"\(name.prefix(100))\": expected \"map\", which lists where the files belong."
    case .noMap:
      "The body has no part \"map\", which lists where the files belong, as in {\"0\": [\"variables.file\"]}."
    case .repeated(let name): "Two parts of the body are called \"\(name.prefix(100))\". Give each part its own name."
    case .notJSON(let part, let error): "The part \"\(part)\" is not JSON: \(error)."
    case .operationsKind(let found):
      "The part \"operations\" is \(found): expected a GraphQL request as a JSON object, or an array of them."
    case .mapKind(let found):
      "The part \"map\" is \(found): expected an object such as {\"0\": [\"variables.file\"]}."
    case .entryKind(let entry, let found):
      "\"\(entry.prefix(100))\" in the part \"map\" is \(found): expected a list of paths such as [\"variables.file\"]."
    case .noSuchPath(let path, let entry):
      "\"\(entry.prefix(100))\" in the part \"map\" has the path \"\(path.prefix(200))\", which is not in \"operations\". Put null there for each file, as in {\"variables\": {\"file\": null}}."
    case .notInMap(let name, let known):
      "The part \"\(name.prefix(100))\" is not in \"map\", so it has no place\(known.isEmpty ? ", since \"map\" is empty" : "; there are: \(Self.list(known))")."
    case .filesMissing(let names):
      "\(names.count == 1 ? "The file" : "The files") \(Self.list(names)) of \"map\" \(names.count == 1 ? "is" : "are") not in the body."
    case .tooManyParts(let limit): "The body has more than \(limit) parts, which is the limit."
    case .headerTooLarge(let limit): "The header of a part is larger than the limit of \(limit) bytes."
    case .fieldTooLarge(let name, let limit): "The part \"\(name)\" is larger than the limit of \(limit) bytes."
    case .tooLarge(let limit):
      "The upload is larger than the limit of \(limit) bytes. Send a smaller one, or raise --max-upload-bytes."
    case .tooSlow(let seconds):
      "No data of the upload arrived for \(seconds) s. Send it faster. The connection closes now."
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return names.count > 8 ? "\(shown), …" : shown
  }
}

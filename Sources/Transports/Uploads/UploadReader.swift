package import OrderedJSON
import Recordings

/// Reads a GraphQL upload in chunks (GraphQL multipart request specification): `operations`, `map`, then the files. Of
/// the files it keeps only hashes, names and media types.
package struct UploadReader: Sendable {
  private var parser: MultipartParser
  private var current = Part.none
  private var operations: JSON?
  private var map: [UploadMap.Entry]?
  private var files: [String: UploadedFile] = [:]

  /// The part being read.
  private enum Part {
    case none
    case field(String, [UInt8])
    case file(String, FormHeader, FileHasher)
  }

  static let partLimit = 1_000
  /// The maximum sizes of `operations` and `map` in bytes.
  static let operationsLimit = 16 << 20
  static let mapLimit = 1 << 20

  package init(contentType: String) throws(UploadProblem) {
    guard let boundary = HeaderParameters(contentType)["boundary"] else { throw .noBoundary }
    guard (1...70).contains(boundary.utf8.count), boundary.last != " " else { throw .badBoundary(boundary) }
    parser = MultipartParser(boundary: boundary)
  }

  package mutating func feed(_ chunk: [UInt8]) throws(UploadProblem) {
    // Moved out during the call, so that the closure may change `self`.
    var parser = parser
    defer { self.parser = parser }
    try parser.feed(chunk) { event throws(UploadProblem) in
      switch event {
      case .part(let header): try begin(header)
      case .bytes(let bytes): try add(bytes)
      case .partEnd: try end()
      }
    }
  }

  /// True if everything needed has arrived.
  package var isWhole: Bool { parser.isWhole }

  /// Ends the body.
  /// - Returns: the request or requests, with placeholders for the files.
  package mutating func finish() throws(UploadProblem) -> JSON {
    try parser.end()
    guard let operations else { throw .noOperations }
    guard let map else { throw .noMap }
    let missing = map.map(\.name).filter { files[$0] == nil }
    guard missing.isEmpty else { throw .filesMissing(missing) }
    return UploadMap.fill(operations, map, files)
  }

  // MARK: Parts

  private mutating func begin(_ header: FormHeader) throws(UploadProblem) {
    guard header.number <= Self.partLimit else { throw .tooManyParts(limit: Self.partLimit) }
    guard let name = header.name else { throw .unnamedPart(number: header.number) }
    switch header.number {
    case 1:
      guard name == "operations" else { throw .notOperationsFirst(name) }
      current = .field(name, [])
    case 2:
      guard name == "map" else { throw .notMapSecond(name) }
      current = .field(name, [])
    default:
      guard name != "operations", name != "map", files[name] == nil else { throw .repeated(name) }
      let known = map?.map(\.name) ?? []
      guard known.contains(where: { $0.hasSameScalars(as: name) }) else { throw .notInMap(name, known: known) }
      current = .file(name, header, FileHasher())
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) throws(UploadProblem) {
    let part = current
    current = .none  // so that what was read is not copied
    switch part {
    case .none: break
    case .field(let name, var text):
      let limit = name == "map" ? Self.mapLimit : Self.operationsLimit
      guard text.count + bytes.count <= limit else { throw .fieldTooLarge(name, limit: limit) }
      text.append(contentsOf: bytes)
      current = .field(name, text)
    case .file(let name, let header, var hasher):
      hasher.update(bytes)
      current = .file(name, header, hasher)
    }
  }

  private mutating func end() throws(UploadProblem) {
    let part = current
    current = .none
    switch part {
    case .none: break
    case .file(let name, let header, let hasher):
      files[name] = hasher.file(named: header.fileName, mediaType: header.mediaType)
    case .field(let name, let text):
      let json: JSON
      do throws(JSONError) {
        json = try JSON.parse(text)
      } catch {
        throw .notJSON(part: name, error)
      }
      if name == "map" {
        map = try UploadMap.entries(json, for: operations ?? .null)
      } else {
        switch json {
        case .object, .array: operations = json
        default: throw .operationsKind(json.kindDescription)
        }
      }
    }
  }
}

import Foundation
import GraphQLLanguage
import OrderedJSON

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  /// All files below, dot files included, with their contents; sorted by path.
  func contents() throws -> [String] {
    try files().map { "\($0): \(try read($0))" }
  }

  /// The paths of all files below, dot files included, sorted.
  func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

/// An operation that a client sends: its document and the key's first part.
struct Sent: Sendable {
  let document: Document
  let canonical: CanonicalOperation
  let key: DocumentKey

  init(_ text: String, operationName: String? = nil, endpoint: String = "countries") throws {
    document = try parse(SourceText(text))
    canonical = try CanonicalOperation(of: document, operationName: operationName)
    key = DocumentKey(endpoint: endpoint, operation: canonical)
  }

  /// The key with variables written as JSON; nil for none.
  func key(_ variables: String? = nil, identity: Caller = .anonymous) throws -> OperationKey {
    key.key(variables: try variables.map(object), identity: identity)
  }
}

/// The object that a JSON text is.
func object(_ text: String) throws -> JSONObject {
  guard case .object(let object) = try JSON.parse(text: text) else { throw NotAnObject() }
  return object
}

struct NotAnObject: Error {}

/// A response with a JSON body.
func response(_ body: String, status: Int = 200, type: String = "application/json") -> RecordedResponse {
  RecordedResponse(
    status: status, headers: [(name: "Content-Type", value: type)], body: Array(body.utf8), keeping: ResponseHeaders())
}

let countryDetail = "query CountryDetail($code: ID!) { country(code: $code) { name } }"
let canada = #"{"data":{"country":{"name":"Canada"}}}"#
let japan = #"{"data":{"country":{"name":"Japan"}}}"#

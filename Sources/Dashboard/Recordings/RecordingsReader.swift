import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// The recordings of one endpoint as they are on disk now.
///
/// It has a store of its own. The engine's store would hold up requests while a page reads many files, and would drop
/// the recordings that requests need from its cache.
struct RecordingsReader {
  let endpoint: Endpoint
  /// Nil if the endpoint has no recordings folder in this run.
  let store: RecordingStore?
  private(set) var problems: [String] = []

  /// Opens the recordings of an endpoint.
  /// - Throws: 404 if this run does not serve it.
  init(_ name: String, of engine: Engine) throws(DashboardProblem) {
    self.init(try engine.endpoint(ofPage: name))
  }

  init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    guard let known = endpoint.knownStore else {
      store = nil
      return
    }
    do throws(RecordingError) {
      store = try RecordingStore(
        path: known.path, endpoint: known.endpoint, readingAllUpTo: 0, rules: known.rules)
    } catch {
      // The engine continues with what it read before, and so does the page.
      store = known
      problems.append(error.description)
    }
  }

  var name: String { endpoint.name }

  /// The endpoint's folder; nil without recordings.
  var folder: EndpointFolder? {
    guard let store, let slash = store.path.lastIndex(of: "/") else { return nil }
    return EndpointFolder(name: store.endpoint, below: String(store.path[..<slash]))
  }

  /// Returns a path below the recordings folder, as the API names files.
  func file(_ place: String) -> String { "\(name)/\(place)" }

  /// Returns the path to read from of a path in the endpoint's folder.
  func path(_ place: String) -> String { "\(store?.path ?? "")/\(place)" }

  mutating func note(_ problem: RecordingError) { note(problem.description) }

  mutating func note(_ problem: String) {
    guard problems.count < Self.problemLimit else { return }
    if !problems.contains(problem) { problems.append(problem) }
  }

  private static let problemLimit = 100

  /// Returns the operation of a folder; nil if there is none.
  func operation(_ folder: String) throws(RecordingError) -> RecordedOperationFolder? {
    guard let store, let found = try store.document(inFolder: folder) else { return nil }
    return RecordedOperationFolder(folder: folder, document: found.document, key: found.key)
  }

  /// Returns the ids of the answers of named sessions in an operation's folder, sorted.
  func answerIDs(inFolder folder: String) throws(RecordingError) -> [String] {
    let names = try FileReading.names(inFolder: path("\(folder)/\(SessionStore.answersFolderName)"))
    return names.filter { $0.hasSuffix(SessionFileName.ending) }.map {
      String($0.dropLast(SessionFileName.ending.count))
    }
  }
}

/// An operation with its folder.
struct RecordedOperationFolder {
  let folder: String
  let document: Document
  let key: DocumentKey

  var isExchange: Bool { document.operations.first.map(HTTPExchange.isOne) ?? false }

  /// Returns the name for people of a request, without its variables unless it is an HTTP exchange.
  func title(_ variables: JSONObject?) -> String {
    if isExchange || key.name != nil { return OperationTitle.text(key.kind, key.name, variables: variables) }
    let text = document.printed().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(text.hasPrefix(key.kind.rawValue) ? "" : "\(key.kind.rawValue) ")\(text.beginning(limit: 80))"
  }
}

extension JSON {
  /// Returns a string from a file, a name or a message, which is not from a JSON text.
  static func text(_ text: String) -> JSON { .string(LoneSurrogates.encoded(text)) }

  static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }
}

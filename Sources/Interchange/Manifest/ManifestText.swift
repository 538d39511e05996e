import GraphQLLanguage
import OrderedJSON
import Recordings

/// The `name` and `type` of operations in a manifest, by which servers and people know them.
struct ManifestText {
  private let words: [(name: String?, type: String?)]

  init(_ bytes: [UInt8]) {
    let root = try? JSON.parse(bytes)
    let entries = root?["operations"]?.arrayValue ?? root?.objectValue?.members.map(\.value) ?? []
    words = entries.map { ($0["name"]?.stringValue, $0["type"]?.stringValue) }
  }

  /// Returns a line for each that contradicts its operation's text.
  func findings(
    _ operations: [(kind: OperationKind, name: String?, place: RecordingError.Place?)], path: String
  ) -> [String] {
    zip(words, operations).flatMap { said, operation -> [String] in
      var problems: [String] = []
      if let name = said.name, name != operation.name ?? "" {
        problems.append("\"name\" is \(JSON.string(name).compactText), and the operation is \(Self.title(operation))")
      }
      if let type = said.type, type != operation.kind.rawValue {
        problems.append("\"type\" is \(JSON.string(type).compactText), and the operation is \(Self.title(operation))")
      }
      return problems.map {
        InterchangeError(path, operation.place, "\($0). Generate the manifest again with the client's build.")
          .description
      }
    }
  }

  private static func title(_ operation: (kind: OperationKind, name: String?, place: RecordingError.Place?)) -> String {
    "\(operation.kind.rawValue) \(operation.name ?? "(anonymous)")"
  }
}

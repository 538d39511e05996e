import Replay

/// Where there is no schema: the key fields that `endpoint.yaml` names, for objects that tell their type by
/// `__typename`.
struct NamedKeyFields: SchemaHints {
  private let keys: [String: [String]]

  /// By the type's name.
  init(_ keys: [String: [String]]) { self.keys = keys }

  func keyFields(of type: String?) -> [String] { type.flatMap { keys[$0] } ?? [] }
}

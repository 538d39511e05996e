/// The changes to one recording's file. They are decided under the index's lock and carried out without it, because
/// that waits for the disk (`GroupWriter`).
struct SavePlan: Sendable {
  var folder: FolderName
  var folderPath: String
  /// The bytes of `operation.graphql`, if it does not exist yet.
  var operation: [UInt8]?
  var file: String
  var bytes: [UInt8]
  /// The content of `bytes`.
  var recording: Recording
  var key: OperationKey

  var path: String { "\(folderPath)/\(file)" }
  /// The path in the endpoint's folder.
  var place: String { "\(folder.text)/\(file)" }
}

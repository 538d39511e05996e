/// The changes to the file of one recording, decided under the index's lock; carried out without it, since it waits for
/// the disk (`GroupWriter`).
struct SavePlan: Sendable {
  /// The name of the operation's folder.
  var folder: FolderName
  /// The folder's path.
  var folderPath: String
  /// The bytes of `operation.graphql`, where it is not there yet.
  var operation: [UInt8]?
  var file: String
  var bytes: [UInt8]
  /// What `bytes` hold.
  var recording: Recording
  var key: OperationKey

  var path: String { "\(folderPath)/\(file)" }
  /// Below the endpoint's folder.
  var place: String { "\(folder.text)/\(file)" }
}

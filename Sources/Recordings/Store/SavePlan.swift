/// What is to be written for one save, decided under the index's lock; carried out without it, since it waits for the
/// disk (`FolderWriter`).
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
  /// Names of temporary files of recorders that are gone.
  var leftovers: [String]

  var path: String { "\(folderPath)/\(file)" }
}

extension FolderWriter {
  /// Carries out a plan: the operation before its first recording, so that none is ever without.
  static func write(_ plan: SavePlan, below parent: String) throws(RecordingError) {
    for name in plan.leftovers { Files.remove("\(plan.folderPath)/\(name)") }
    if let operation = plan.operation {
      try attempt { () throws(FileFailure) in
        if try Files.makeFolder(plan.folderPath) { try Files.synchronize(folder: parent) }
      }
      try replace(OperationFile.name, in: plan.folderPath, by: operation)
    }
    try replace(plan.file, in: plan.folderPath, by: plan.bytes)
  }
}

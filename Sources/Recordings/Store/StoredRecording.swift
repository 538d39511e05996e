/// A recording and where it lies.
package struct StoredRecording: Sendable {
  package let recording: Recording
  package let key: OperationKey
  /// The operation's folder, e.g. `query.CountryDetail-1f3a9c2e`.
  package let folder: String
  /// The file in it, e.g. `code=CA-7be1d204.json`.
  package let file: String
  /// The file's path, below the path that the store was opened with.
  package let path: String
}

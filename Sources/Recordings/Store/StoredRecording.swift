/// A recording and its place on disk.
package struct StoredRecording: Sendable {
  package let recording: Recording
  package let key: OperationKey
  /// The operation's folder, such as `query.CountryDetail-1f3a9c2e`.
  package let folder: String
  /// The file in it, such as `code=CA-7be1d204.json`.
  package let file: String
  /// The file's path, starting with the path that the store was opened with.
  package let path: String
}

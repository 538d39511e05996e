package import Recordings

extension EndpointFolder {
  /// Reads the endpoint's configuration; all defaults if there is none.
  ///
  /// - Throws: if it cannot be used, or another folder's name differs in upper and lower case only. On macOS and Windows
  ///   the two would be one folder, whose recordings fit one of the two names.
  package func configuration() throws(RecordingError) -> EndpointConfiguration {
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for other in try FileReading.folders(inFolder: parent.isEmpty ? "/" : parent)
    where other != name && other.lowercased() == name.lowercased() {
      throw RecordingError.endpointCase(path, name: name, other: other)
    }
    return try EndpointConfiguration(path: configurationPath)
  }
}

package import Recordings

extension EndpointFolder {
  /// Reads the endpoint's configuration; all defaults if there is none.
  ///
  /// - Throws: if it is not valid, or if another folder's name differs only in case. On macOS and Windows both would be
  ///   one folder, whose recordings fit one of the two names.
  package func configuration() throws(RecordingError) -> EndpointConfiguration {
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for other in try FileReading.folders(inFolder: parent.isEmpty ? "/" : parent)
    where other != name && other.lowercased() == name.lowercased() {
      throw RecordingError.endpointCase(path, name: name, other: other)
    }
    return try EndpointConfiguration(path: configurationPath)
  }
}

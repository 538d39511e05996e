extension EndpointFolder {
  /// Sees to it that recordings can be written here, making nothing yet.
  ///
  /// - Throws: if the folder, or the nearest one above it that is there, may not be written to.
  package func requireWritable() throws(RecordingError) {
    try attempt { () throws(FileFailure) in
      var there = path
      while try Files.stamp(there) == nil {
        let parent = there.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        there = parent.isEmpty ? (there.hasPrefix("/") ? "/" : ".") : parent
      }
      try Files.requireWritable(there)
    }
  }
}

extension EndpointFolder {
  /// Checks that recordings can be written here, without creating anything.
  ///
  /// - Throws: if the folder, or the nearest existing one above it, is not writable.
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

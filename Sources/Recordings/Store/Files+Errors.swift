/// Runs a call of the file system and words its failure.
func attempt<Result>(_ body: () throws(FileFailure) -> Result) throws(RecordingError) -> Result {
  do throws(FileFailure) {
    return try body()
  } catch {
    throw RecordingError.system(error)
  }
}

extension Files {
  /// The stamp of what is at a path now, a symbolic link not followed; nil if nothing is there.
  static func currentStamp(_ path: String) throws(RecordingError) -> FileStamp? {
    try attempt { () throws(FileFailure) in try Files.stamp(path) }?.stamp
  }
}

extension FileStamp {
  /// Whether the last change lies in an earlier tick than `time`, so that the next one will show.
  func isBefore(_ time: FileTime) -> Bool {
    FileTime(seconds: seconds, nanoseconds: nanoseconds) < time
  }
}

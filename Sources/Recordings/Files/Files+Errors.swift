/// Runs a call of the file system and words its failure.
package func attempt<Result>(_ body: () throws(FileFailure) -> Result) throws(RecordingError) -> Result {
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
  ///
  /// Some file systems keep whole seconds (HFS+), two seconds (FAT) or hundredths (exFAT). A stamp that could be one of
  /// theirs counts as old only after such a tick is over.
  func isBefore(_ time: FileTime) -> Bool {
    if nanoseconds == 0 { return seconds + 2 <= time.seconds }
    let tick = nanoseconds.isMultiple(of: 10_000_000) ? 10_000_000 : 1
    return FileTime(seconds: seconds, nanoseconds: nanoseconds + tick - 1) < time
  }
}

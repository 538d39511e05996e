/// Runs a file operation and converts its failure to a message.
package func attempt<Result>(_ body: () throws(FileFailure) -> Result) throws(RecordingError) -> Result {
  do throws(FileFailure) {
    return try body()
  } catch {
    throw RecordingError.system(error)
  }
}

extension Result where Failure == FileFailure {
  /// Returns the value, or throws the failure as a message.
  func orRecordingError() throws(RecordingError) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }
}

extension Files {
  /// The stamp of the entry at a path, without following a symbolic link; nil if there is none.
  static func currentStamp(_ path: String) throws(RecordingError) -> FileStamp? {
    try attempt { () throws(FileFailure) in try Files.stamp(path) }?.stamp
  }
}

extension FileStamp {
  /// Indicates whether the last change was in an earlier tick than `time`, so that the next one will be visible.
  ///
  /// Some file systems store whole seconds (HFS+), two seconds (FAT) or hundredths (exFAT). A stamp that could be one
  /// of theirs counts as earlier only after such a tick has ended.
  func isBefore(_ time: FileTime) -> Bool {
    if nanoseconds == 0 { return seconds + 2 <= time.seconds }
    let tick = nanoseconds.isMultiple(of: 10_000_000) ? 10_000_000 : 1
    return FileTime(seconds: seconds, nanoseconds: nanoseconds + tick - 1) < time
  }
}

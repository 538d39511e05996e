import Synchronization

/// The number of answers that a recorder has given to clients and not written yet, in a file next to the recordings.
///
/// The file is written before an answer goes out and survives a recorder that is killed. The next recorder computes
/// from it how many answers are missing (`EndpointFolder.leftovers`). Its folder is ignored by Git. A power failure may
/// lose it.
package final class UnwrittenAnswers: Sendable {
  /// The folder inside the endpoint's that contains a file for each recorder.
  static let folderName = ".unwritten"

  private let path: String
  private let state = Mutex(State())
  /// Locked while the file is created.
  private let making = Mutex(())

  private struct State {
    var answered = 0
    var settled = 0
    var file: Held?
    /// True if the file could not be written; then there are no more attempts.
    var isBroken = false

    func write() throws(FileFailure) {
      try file?.file.write(CountsFile.line(answered) + CountsFile.line(settled))
    }
  }

  private struct Held {
    let file: LockedFile
    let path: String
  }

  /// - Parameter path: the endpoint's folder, which need not exist.
  package init(path: String) { self.path = path }

  /// The number of answers that were given and are neither written nor reported as not saved.
  package var count: Int { state.withLock { max(0, $0.answered - $0.settled) } }

  /// Counts answers that go out when this returns. It may wait for another recorder, and must not be called from
  /// several threads at once.
  ///
  /// - Throws: if the file cannot be written, the first time only. The answers count anyway.
  package func note(answered count: Int) throws(RecordingError) {
    state.withLock { $0.answered += count }
    do throws(RecordingError) {
      try prepare()
      try attempt { () throws(FileFailure) in try state.withLock { state throws(FileFailure) in try state.write() } }
    } catch {
      let isFirst = state.withLock { state in
        defer { (state.isBroken, state.file) = (true, nil) }
        return !state.isBroken
      }
      if isFirst { throw error }
    }
  }

  /// Registers answers that have been written or reported as not saved.
  package func note(settled count: Int) {
    if count == 0 { return }
    state.withLock { state in
      state.settled += count
      // If this fails, they count as unwritten.
      try? state.write()
    }
  }

  /// Creates the file unless it exists. Call this before the folder is locked for long.
  package func prepare() throws(RecordingError) {
    try making.withLock { _ throws(RecordingError) in
      guard state.withLock({ $0.file == nil && !$0.isBroken }) else { return }
      let created = try create()
      state.withLock { $0.file = created }
    }
  }

  /// Creates the file under the folder's lock, which the search for leftovers holds, too.
  private func create() throws(RecordingError) -> Held {
    let folder = "\(path)/\(Self.folderName)"
    try FolderWriter.makeFolders(path)
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      if try Files.currentStamp(folder) == nil {
        try FolderWriter.makeFolders(folder)
        try FolderWriter.replace(".gitignore", in: folder, by: Array("*\n".utf8), waits: false)
      }
      return try attempt { () throws(FileFailure) in
        while true {
          let path = "\(folder)/\(CountsFile.nextName())"
          if let file = try LockedFile.create(path) { return Held(file: file, path: path) }
        }
      }
    }
    switch result {
    case .success(let held): return held
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }

  /// Removes the file, because all answers are written or reported.
  package func remove() {
    guard let held = state.withLock({ state in state.file.take() }) else { return }
    Files.remove(held.path)
    // If another recorder has the lock, the folder stays.
    _ = Files.locked(folder: path, waits: false) { Self.removeFolder(below: path) }
  }

  /// Removes the folder unless another recorder has a file in it. The caller holds the endpoint's lock.
  static func removeFolder(below path: String) {
    let folder = "\(path)/\(folderName)"
    guard let names = try? CountsFile.names(inFolder: folder), names.isEmpty else { return }
    Files.remove("\(folder)/.gitignore")
    Files.removeEmptyFolder(folder)
  }
}

/// The file of one recorder: two numbers, one per line, with a fixed number of digits.
enum CountsFile {
  /// The bytes of a line.
  static let width = 20
  /// Distinguishes the recorders of this process.
  private static let counter = Atomic<Int>(0)

  static func nextName() -> String { "\(Files.process)-\(counter.add(1, ordering: .relaxed).newValue)" }

  /// Indicates whether another running process has the number in the name, the only evidence where there are no locks.
  static func isOfRunning(_ path: String) -> Bool {
    let process = path.split(separator: "/").last?.split(separator: "-").first.flatMap { Int32($0) }
    return process.map { $0 != Files.process && Files.isRunning($0) } ?? false
  }

  static func line(_ number: Int) -> [UInt8] {
    let digits = String(number)
    return Array((String(repeating: "0", count: max(0, width - 1 - digits.utf8.count)) + digits + "\n").utf8)
  }

  /// The number of unwritten answers; nil if the file does not have this form.
  static func unwritten(_ bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard bytes.count == 2 * width, lines.count == 3,
      let answered = Int(String(decoding: lines[0], as: UTF8.self)),
      let settled = Int(String(decoding: lines[1], as: UTF8.self))
    else { return nil }
    return max(0, answered - settled)
  }

  /// The names of the files in a folder, sorted; empty if the folder does not exist.
  static func names(inFolder folder: String) throws(RecordingError) -> [String] {
    try FileReading.names(inFolder: folder).filter { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { Int32($0) != nil }
    }
  }
}

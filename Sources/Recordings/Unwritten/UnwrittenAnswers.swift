import Synchronization

/// The number of answers that one recorder has given to clients and not written yet, in a file beside the recordings.
///
/// The file is written before an answer goes out and outlives a recorder that is killed: the next one tells from it how
/// many answers are missing (`EndpointFolder.leftovers`). It lies in a folder of its own, which Git ignores. A power
/// failure may lose it.
package final class UnwrittenAnswers: Sendable {
  /// The folder below the endpoint's that holds a file for each recorder.
  static let folderName = ".unwritten"

  /// The endpoint's folder.
  private let path: String
  private let state = Mutex(State())
  /// Is held while the file is made.
  private let making = Mutex(())

  private struct State {
    var answered = 0
    var settled = 0
    var file: Held?
    /// Whether the file could not be written: no more attempts are made.
    var isBroken = false

    func write() throws(FileFailure) {
      try file?.file.write(CountsFile.line(answered) + CountsFile.line(settled))
    }
  }

  private struct Held {
    let file: LockedFile
    let path: String
  }

  /// - Parameter path: the endpoint's folder, which need not be there.
  package init(path: String) { self.path = path }

  /// How many answers were given and are neither written nor reported as not saved.
  package var count: Int { state.withLock { max(0, $0.answered - $0.settled) } }

  /// Notes answers that go out when this returns. It may wait for another recorder, and must not be called from several
  /// threads at once.
  ///
  /// - Throws: if the file cannot be written, the first time. The answers count all the same.
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

  /// Notes answers that are in their files now, or of which the user was told that they are not saved.
  package func note(settled count: Int) {
    if count == 0 { return }
    state.withLock { state in
      state.settled += count
      // What is not noted counts as unwritten.
      try? state.write()
    }
  }

  /// Makes the file unless it is there. To be called before the folder's lock is taken for long.
  ///
  /// - Throws: if it cannot be made.
  package func prepare() throws(RecordingError) {
    try making.withLock { _ throws(RecordingError) in
      guard state.withLock({ $0.file == nil && !$0.isBroken }) else { return }
      let created = try create()
      state.withLock { $0.file = created }
    }
  }

  /// Makes the file, under the folder's lock: who looks for files that nobody holds has it as well.
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

  /// Removes the file: everything is written, or the user was told what is not.
  package func remove() {
    guard let held = state.withLock({ state in state.file.take() }) else { return }
    Files.remove(held.path)
    // Where another recorder has the lock, the folder is left to it.
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

/// The file of one recorder: two numbers, a line each, in digits of a fixed width.
enum CountsFile {
  /// The bytes of a line.
  static let width = 20
  /// Tells apart the recorders of this process.
  private static let counter = Atomic<Int>(0)

  static func nextName() -> String { "\(Files.process)-\(counter.add(1, ordering: .relaxed).newValue)" }

  /// Whether another process that runs has the number in the name: all that is known where there are no locks.
  static func isOfRunning(_ path: String) -> Bool {
    let process = path.split(separator: "/").last?.split(separator: "-").first.flatMap { Int32($0) }
    return process.map { $0 != Files.process && Files.isRunning($0) } ?? false
  }

  /// A number's line.
  static func line(_ number: Int) -> [UInt8] {
    let digits = String(number)
    return Array((String(repeating: "0", count: max(0, width - 1 - digits.utf8.count)) + digits + "\n").utf8)
  }

  /// How many answers are not written; nil for a file that is not one of these.
  static func unwritten(_ bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard bytes.count == 2 * width, lines.count == 3,
      let answered = Int(String(decoding: lines[0], as: UTF8.self)),
      let settled = Int(String(decoding: lines[1], as: UTF8.self))
    else { return nil }
    return max(0, answered - settled)
  }

  /// The names of the files in a folder, sorted; none where there is no such folder.
  static func names(inFolder folder: String) throws(RecordingError) -> [String] {
    try FileReading.names(inFolder: folder).filter { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { Int32($0) != nil }
    }
  }
}

import Foundation

/// Lets one process at a time record shared set-ups.
///
/// Under `swift test --parallel` each test of XCTest is a process. One that begins a set-up after another process has
/// recorded it keeps the recorded ids. The lock is advisory (`flock`) on the folder of recordings, and ends with the process.
actor SetUpLock {
  static let process = SetUpLock()

  private var held: [String: (descriptor: Int32, users: Int)] = [:]

  /// After this time the set-up runs without the lock. The program reports the recording that it does not replace.
  private static let longestWait = Duration.seconds(60)

  /// Runs a set-up while no other process records one in the same folder.
  nonisolated func holding<Value: Sendable>(
    _ folder: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let isHeld = await acquire(folder)
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    if isHeld { await release(folder) }
    return try result.get()
  }

  private func acquire(_ folder: String) async -> Bool {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let end = ContinuousClock.now + Self.longestWait
    while !Task.isCancelled, ContinuousClock.now < end {
      // Another set-up of this process may have got it meanwhile.
      if let (descriptor, users) = held[folder] {
        held[folder] = (descriptor, users + 1)
        return true
      }
      let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        held[folder] = (descriptor, 1)
        return true
      }
      let isBusy = errno == EWOULDBLOCK
      close(descriptor)
      guard isBusy else { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  private func release(_ folder: String) {
    guard let (descriptor, users) = held[folder] else { return }
    if users > 1 {
      held[folder] = (descriptor, users - 1)
    } else {
      held[folder] = nil
      close(descriptor)
    }
  }
}

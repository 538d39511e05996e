import Recordings

extension SessionLibrary {
  /// A part of the library.
  enum Part: Sendable {
    /// The requests of all sessions.
    case requests
    /// These, and what the recorded mutations may change (`facts`).
    case changes
  }

  /// Mutations by their answers, and by their keys: different mutations may share an answer, such as `true`.
  typealias Mutations = [Answer: [ContentHash: ResolvedRequest]]

  /// The library being read: all requests that need it wait for the same reading.
  struct Reading: Sendable {
    let generation: UInt64
    private let requests: Task<Void, any Error>
    private let changes: Task<Void, any Error>

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - generation: what is read.
    ///   - requests: reads the sessions' files; returns their mutations.
    ///   - changes: reads the answers of these mutations.
    init(
      generation: UInt64, requests: @escaping @Sendable () throws -> Mutations,
      changes: @escaping @Sendable (Mutations) throws -> Void
    ) {
      self.generation = generation
      let (mutations, found) = AsyncStream.makeStream(of: Mutations.self)
      self.requests = Task.detached {
        defer { found.finish() }
        found.yield(try requests())
      }
      self.changes = Task.detached { [requests = self.requests] in
        try await requests.value
        for await each in mutations { try changes(each) }
      }
    }

    /// Waits until a part is there.
    func finish(_ part: Part) async throws {
      switch part {
      case .requests: try await requests.value
      case .changes: try await changes.value
      }
    }
  }
}

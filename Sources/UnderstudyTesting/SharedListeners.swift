/// The listeners that the tests of this process share: one for each setup, opened by the first test that asks for it.
///
/// They stay open until the process ends.
actor SharedListeners {
  static let process = SharedListeners()

  private var listeners: [Setup: Shared] = [:]

  private struct Shared {
    let opening: Task<Result<Listener, UnderstudyError>, Never>
    var names: Set<String> = []
  }

  /// Returns a listener, and the name of a session of the test's own on it.
  ///
  /// - Parameters:
  ///   - setup: the settings of the listener.
  ///   - name: of the test.
  /// - Returns: both; the name has to be given back.
  /// - Throws: `UnderstudyError` if the listener cannot be opened. The next test tries again.
  func lease(
    _ setup: Setup, for name: String
  ) async throws(UnderstudyError) -> (listener: Listener, name: String) {
    var shared = listeners[setup] ?? Shared(opening: Task { await Self.open(setup) })
    // A test in a suite that has the trait as well: the inner one is a session of its own.
    var own = name
    var count = 1
    while !shared.names.insert(own).inserted {
      count += 1
      own = "\(name) (\(count))"
    }
    listeners[setup] = shared
    switch await shared.opening.value {
    case .success(let listener): return (listener, own)
    case .failure(let error):
      if listeners[setup]?.opening == shared.opening { listeners[setup] = nil }
      throw error
    }
  }

  /// Gives a name back.
  func release(_ name: String, of setup: Setup) { listeners[setup]?.names.remove(name) }

  private static func open(_ setup: Setup) async -> Result<Listener, UnderstudyError> {
    do throws(UnderstudyError) { return .success(try await Listener(setup)) } catch { return .failure(error) }
  }
}

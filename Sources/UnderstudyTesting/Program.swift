import Foundation
import Synchronization

/// The program that answers this process: the running one that `UNDERSTUDY_URL` names, or one that it starts.
///
/// The program holds a pipe to this process, and ends when that closes: however this process ends, it does not outlive it.
actor Program {
  static let process = Program(environment: ProcessInfo.processInfo.environment)

  /// The version of the control API that this library uses.
  static let protocolVersion = 1
  /// The longest time that the program may take to start.
  private static let longestStart = Duration.seconds(30)
  /// The variable with the URL of a running program.
  static let variable = "UNDERSTUDY_URL"

  private let environment: [String: String]
  private var control: ControlClient?
  #if os(macOS) || os(Linux)
    private var started: (process: Process, input: Pipe, output: Pipe)?
  #endif

  init(environment: [String: String]) { self.environment = environment }

  /// The control API of its main port. The first caller starts the program.
  ///
  /// - Throws: `UnderstudyError` if there is none. The next caller tries again.
  func main() throws(UnderstudyError) -> ControlClient {
    if let control { return control }
    let url = environment[Self.variable] ?? ""
    let found = url.isEmpty ? try start() : try ControlClient(url)
    let status: Understudy.JSONValue
    do {
      status = try found.send("GET", "status")
    } catch {
      throw url.isEmpty
        ? error : UnderstudyError("\(error)\n\(Self.variable) is \(url). Start the program, or unset it.")
    }
    let version = status["protocol"]?.int
    guard version == Self.protocolVersion else {
      throw UnderstudyError(
        "UnderstudyTesting uses protocol \(Self.protocolVersion), and the program at \(found.origin) has \(version.map { "\($0)" } ?? "none"): install the same version of both."
      )
    }
    if !url.isEmpty { OpenListeners.closeAtExit() }
    control = found
    return found
  }

  #if os(macOS) || os(Linux)
    private func start() throws(UnderstudyError) -> ControlClient {
      let path = try ProgramFile(environment: environment).path()
      let (process, input, output) = (Process(), Pipe(), Pipe())
      process.executableURL = URL(filePath: path)
      process.arguments = ["listen"]
      process.standardInput = input
      process.standardOutput = output
      // The processes that tests start would keep it open after this one has ended.
      for handle in [input.fileHandleForWriting, output.fileHandleForReading] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      do { try process.run() } catch {
        throw UnderstudyError("\(path) cannot be started: \(error). Check the file and its permissions.")
      }
      started = (process, input, output)
      var line: [UInt8] = []
      let end = ContinuousClock.now + Self.longestStart
      while line.last != UInt8(ascii: "\n") {
        guard Self.isReadable(output.fileHandleForReading.fileDescriptor, until: end) else {
          process.terminate()
          throw UnderstudyError(
            "\(path) did not print its URL within \(Self.longestStart.components.seconds) s. To check that it is understudy, run \(path) --version"
          )
        }
        let piece = output.fileHandleForReading.availableData
        guard !piece.isEmpty else {
          throw UnderstudyError(
            "\(path) ended before it listened. If it is older than this library, install the same version of both.")
        }
        line += piece
      }
      return try ControlClient(String(decoding: line.dropLast(), as: UTF8.self))
    }
    /// Waits until there is something to read, or the other side is closed. Returns false at the time `end`.
    private static func isReadable(_ descriptor: Int32, until end: ContinuousClock.Instant) -> Bool {
      while ContinuousClock.now < end {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&place, 1, 100) > 0 { return true }
      }
      return false
    }
  #else
    /// No process can be started here. On a simulator the Mac's ports are this device's.
    private func start() throws(UnderstudyError) -> ControlClient {
      let usual = try ControlClient("http://127.0.0.1:4000")
      do throws(UnderstudyError) {
        _ = try usual.send("GET", "status")
      } catch {
        throw UnderstudyError(
          """
          There is no understudy for this simulator: \(error)
          There are three ways to get it:
            - Start it on the Mac: understudy replay
            - Let the scheme start it, with a pre-action: understudy init xcuitest
            - Let it run the tests: understudy exec -- xcodebuild test …
          """)
      }
      return usual
    }
  #endif
}

/// The listeners that this process opened at a program that others use, too. They are closed when it ends.
enum OpenListeners {
  private static let state = Mutex<(main: ControlClient?, numbers: Set<Int>, isRegistered: Bool)>((nil, [], false))

  static func closeAtExit() {
    let isFirst = state.withLock { state in
      defer { state.isRegistered = true }
      return !state.isRegistered
    }
    if isFirst { atexit { OpenListeners.closeAll() } }
  }

  static func note(_ number: Int, of main: ControlClient) {
    state.withLock { state in
      guard state.isRegistered else { return }
      state.main = main
      state.numbers.insert(number)
    }
  }

  static func forget(_ number: Int) { state.withLock { _ = $0.numbers.remove(number) } }

  private static func closeAll() {
    let (main, numbers) = state.withLock { ($0.main, $0.numbers) }
    for number in numbers.sorted() { _ = try? main?.send("DELETE", "listeners/\(number)") }
  }
}

import OrderedJSON
import Output
import Recordings
import Synchronization

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes to the standard streams.
///
/// A command that prints its result waits for its reader. A server must not wait, so from `startServing` on, an
/// `OutputWriter` queues all lines.
enum Terminal {
  static func out(_ line: String) { write(line + "\n", to: .output) }
  static func out(_ json: JSON) { out(json.compactText) }

  // MARK: While a server runs

  /// A line that may be dropped if there is no reader, because it is one of many.
  enum Event {
    /// Goes to standard output.
    case json(JSON)
    /// Goes to standard error.
    case text(String)
  }

  private static let queue = Mutex(Queue())

  private struct Queue {
    var writer: OutputWriter?
    /// The number of texts printed so far.
    var count = 0
  }

  /// Queues lines from now on, so that printing never waits for a reader.
  ///
  /// - Parameter log: the log on standard error, if it has JSON lines.
  static func startServing(log: JSONLog?) {
    queue.withLock { queue in
      queue.writer =
        queue.writer
        ?? OutputWriter(output: STDOUT_FILENO, error: STDERR_FILENO) { notice($0, $1, log) }
    }
  }

  /// Prints a JSON line of the log on standard error.
  static func log(_ json: JSON, isRequired: Bool) {
    write(json.compactText + "\n", to: .error, isRequired: isRequired)
  }

  /// Prints lines of the log, which may be dropped if nobody reads.
  ///
  /// - Parameters:
  ///   - mark: the result of an earlier call.
  ///   - text: makes the text, control sequences included. Its argument is true if nothing was printed since `mark`.
  /// - Returns: a mark of the output so far.
  static func log(since mark: Int?, _ text: (Bool) -> String) -> Int {
    queue.withLock { queue in
      queue.writer?.print(text(queue.count == mark), to: .error)
      queue.count += 1
      return queue.count
    }
  }

  /// Prints an event.
  static func write(_ event: Event) {
    switch event {
    case .json(let json): write(json.compactText + "\n", to: .output, isRequired: false)
    case .text(let text): write(harmless(text) + "\n", to: .error, isRequired: false)
    }
  }

  /// Waits until all queued lines are written, before the program ends.
  ///
  /// - Parameter seconds: the time after which a reader that reads nothing is given up.
  static func finish(givingUpAfter seconds: Double = 2) {
    queue.withLock { $0.writer }?.flush(givingUpAfter: seconds)
  }

  /// Returns the line that replaces dropped lines, in their form.
  private static func notice(_ stream: OutputWriter.Stream, _ lines: Int, _ log: JSONLog?) -> String {
    switch stream {
    case .output: JSON.object(["event": "dropped", "lines": .int(lines)]).compactText
    case .error:
      log?.line(.warning, "dropped", ["lines": .int(lines)]).compactText
        ?? "understudy: \(lines == 1 ? "1 line was" : "\(lines) lines were") dropped here, since nothing read standard error."
    }
  }

  /// Opens closed standard streams on `/dev/null`, so that no socket gets their number, and lines with it. Writing to
  /// them still fails.
  static func occupyClosedStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The system assigns the lowest free number, so this is the descriptor.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Makes a write to a closed pipe fail instead of ending this process: `understudy replay | head -1` continues to
  /// serve. Commands that `exec` starts get the system's default back.
  static func ignoreSIGPIPE() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Waits until standard input closes. Ignores what is read.
  static func waitForEndOfInput() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count == 0 || (count < 0 && errno != EINTR) { return }
    }
  }

  /// True if standard input is a terminal, where a user can press Ctrl-C.
  static var hasUser: Bool { isatty(STDIN_FILENO) == 1 }

  /// Returns the reason why a file cannot be written; nil if it probably can.
  ///
  /// Writes nothing. Checks the file, or else the nearest existing folder above it.
  static func obstacle(toWriting file: String) -> String? {
    var status = stat()
    if stat(file, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
      return access(file, W_OK) == 0 ? nil : String(cString: strerror(errno))
    }
    var folder = file
    while let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      if stat(folder, &status) == 0 || folder == "/" { break }
    }
    if folder == file || stat(folder, &status) != 0 { folder = folder.hasPrefix("/") ? "/" : "." }
    guard stat(folder, &status) == 0 else { return "\(folder): \(String(cString: strerror(errno)))" }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(folder) is not a folder" }
    return access(folder, W_OK | X_OK) == 0 ? nil : "\(folder): \(String(cString: strerror(errno)))"
  }

  /// The time in milliseconds since 1970.
  static var unixMilliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Returns an environment variable; nil if it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Prints a line on standard error. Messages quote files and servers, so control characters are escaped as `\u{1b}`.
  static func err(_ line: String) { write(harmless(line) + "\n", to: .error) }

  /// Escapes control characters. Line ends and tabs stay: excerpts contain tabs.
  static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" }) else {
      return text
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { RecordingError.printable(String($0)) }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// True if standard output is a terminal with colors, and NO_COLOR is not set (no-color.org).
  static var isColored: Bool { isColored(STDOUT_FILENO) }

  /// True if standard error is one.
  static var isErrorColored: Bool { isColored(STDERR_FILENO) }

  private static func isColored(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && variable("NO_COLOR").map(\.isEmpty) ?? true && variable("TERM") != "dumb"
  }

  /// True if standard error is a terminal in which a line can be replaced.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" }

  /// The width of standard error's terminal in columns; 80 if unknown.
  static var errorWidth: Int { width(STDERR_FILENO) ?? 80 }

  /// The width of standard output's terminal in columns; nil if it is not a terminal.
  static var width: Int? { width(STDOUT_FILENO) }

  private static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Writes a part of a line to standard error, with control characters.
  static func raw(_ text: String) {
    if !text.isEmpty { write(text, to: .error) }
  }

  /// True if a user can answer a question.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks a question. Returns true only for y or yes.
  static func confirms(_ question: String) -> Bool {
    out("\(question) [y/N]")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// The system's message if lines for standard output were lost; nil if none were.
  static var lostOutput: String? {
    let code = queue.withLock { $0.writer }?.failure(of: .output) ?? lostOutputCode.withLock { $0 }
    return code.map { String(cString: strerror($0)) }
  }

  private static let lostOutputCode = Mutex<Int32?>(nil)

  private static func write(_ text: String, to stream: OutputWriter.Stream, isRequired: Bool = true) {
    let isQueued = queue.withLock { queue in
      queue.count += 1
      queue.writer?.print(text, to: stream, isRequired: isRequired)
      return queue.writer != nil
    }
    if isQueued { return }
    write(bytes: Array(text.utf8), to: stream)
  }

  private static func write(bytes: [UInt8], to stream: OutputWriter.Stream) {
    let descriptor = Descriptor(stream == .output ? STDOUT_FILENO : STDERR_FILENO)
    var rest = bytes[...]
    while !rest.isEmpty {
      switch descriptor.write(rest) {
      case .wrote(let count): rest = rest.dropFirst(count)
      case .busy: _ = Descriptor.wait([descriptor], milliseconds: -1)
      // The reader stopped reading on purpose, so this is not an error.
      case .closed: return
      case .failed(let code):
        if stream == .output { lostOutputCode.withLock { $0 = $0 ?? code } }
        return
      }
    }
  }
}

/// The reason why the program could not do its work. It exits with code 2.
struct WorkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

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

/// Whole lines to the standard streams.
///
/// A command that prints its result waits for its reader. A server must not: from `startServing` on, one `OutputWriter` has
/// all lines.
enum Terminal {
  static func out(_ line: String) { write(line + "\n", to: .output) }
  static func out(_ json: JSON) { out(json.compactText) }

  // MARK: While a server runs

  /// A line that may be dropped if nobody reads: one of many, on what happens.
  enum Event {
    /// For standard output.
    case json(JSON)
    /// For standard error.
    case text(String)
  }

  private static let queue = Mutex(Queue())

  private struct Queue {
    var writer: OutputWriter?
    /// The number of texts printed so far.
    var count = 0
  }

  /// Lines are queued from now on, and nobody who prints waits for a reader.
  static func startServing() {
    queue.withLock { queue in
      queue.writer = queue.writer ?? OutputWriter(output: STDOUT_FILENO, error: STDERR_FILENO, notice: notice)
    }
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

  /// Prints what happens.
  static func tell(_ event: Event) {
    switch event {
    case .json(let json): write(json.compactText + "\n", to: .output, isRequired: false)
    case .text(let text): write(harmless(text) + "\n", to: .error, isRequired: false)
    }
  }

  /// Waits until what was printed is written: the program ends.
  ///
  /// - Parameter seconds: how long a reader may read nothing before it is given up.
  static func finish(givingUpAfter seconds: Double = 2) {
    queue.withLock { $0.writer }?.flush(givingUpAfter: seconds)
  }

  /// The line in the place of lines that were dropped. Standard output has JSON alone after the first line.
  private static func notice(_ stream: OutputWriter.Stream, _ lines: Int) -> String {
    switch stream {
    case .output: JSON.object(["event": "dropped", "lines": .int(lines)]).compactText
    case .error:
      "understudy: \(lines == 1 ? "1 line was" : "\(lines) lines were") dropped here: nobody was reading standard error."
    }
  }

  /// Gives the standard streams that are closed a place, so that no socket gets their number and the lines with it.
  /// Writing to them still fails.
  static func occupyClosedStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given out, so this is the descriptor.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Lets a write to a closed pipe fail rather than end this process: `understudy replay | head -1` goes on serving.
  /// Commands that `exec` starts get the system's default back.
  static func ignoreSIGPIPE() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Waits until standard input closes, and drops what comes before.
  static func waitForEndOfInput() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count == 0 || (count < 0 && errno != EINTR) { return }
    }
  }

  /// Whether somebody sits at a terminal, who ends things by Ctrl-C.
  static var hasUser: Bool { isatty(STDIN_FILENO) == 1 }

  /// Why a file cannot be written, as far as that can be told without writing it: its folder, or the nearest one above
  /// it that there is; nil where it can.
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
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(folder) is no folder" }
    return access(folder, W_OK | X_OK) == 0 ? nil : "\(folder): \(String(cString: strerror(errno)))"
  }

  /// An environment variable; nil where it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Messages quote files and servers: what a terminal would obey is written as `\u{1b}`.
  static func err(_ line: String) { write(harmless(line) + "\n", to: .error) }

  /// Lines without control characters but the tab, which stands in excerpts.
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

  /// Whether standard error is a terminal on which a line can be written over.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" }

  /// The columns of the terminal of standard error; 80 where it does not say.
  static var errorWidth: Int { width(STDERR_FILENO) ?? 80 }

  /// The columns of the terminal of standard output; nil where there is none.
  static var width: Int? { width(STDOUT_FILENO) }

  private static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// A part of a line to standard error, with what a terminal obeys.
  static func raw(_ text: String) {
    if !text.isEmpty { write(text, to: .error) }
  }

  /// Whether somebody is there to be asked.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks; anything but y or yes is a no.
  static func confirms(_ question: String) -> Bool {
    out("\(question) [y/N]")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// Why lines of standard output are lost, in the system's words; nil if none are.
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
      // A reader that went away has what it wanted; the work goes on.
      case .closed: return
      case .failed(let code):
        if stream == .output { lostOutputCode.withLock { $0 = $0 ?? code } }
        return
      }
    }
  }
}

/// The program could not do its work: exit code 2, and why on standard error.
struct WorkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

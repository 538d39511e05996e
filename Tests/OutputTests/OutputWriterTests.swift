import Output
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Closes a descriptor.
private func end(_ descriptor: Int32) { _ = close(descriptor) }

@Suite("A writer that never makes anybody wait")
struct OutputWriterTests {
  /// The two ends of a pipe.
  private struct Pipe: Sendable {
    let reading: Int32
    let writing: Int32

    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
    }

    func close() {
      closeReading()
      closeWriting()
    }

    func closeReading() { end(reading) }
    func closeWriting() { end(writing) }

    /// The text that is read until it ends with `end`, or nobody writes any more.
    func text(until end: String? = nil) -> String {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(reading, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
        if let end, bytes.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func writer(_ output: Pipe, _ error: Pipe, lines: Int = 100) -> OutputWriter {
    _ = signal(SIGPIPE, SIG_IGN)
    return OutputWriter(output: output.writing, error: error.writing, lines: lines, bytes: 1 << 20) { _, count in
      "\(count) dropped"
    }
  }

  @Test("With one pipe for both streams, lines keep the order in which they came")
  func order() async {
    let pipe = Pipe()
    let writer = writer(pipe, pipe, lines: 10_000)
    let reader = Task.detached { pipe.text(until: "line 2999\n") }
    for number in 0..<3_000 { writer.print("line \(number)\n", to: number % 3 == 0 ? .output : .error) }
    #expect(await reader.value == (0..<3_000).map { "line \($0)\n" }.joined())
    #expect(writer.flush(givingUpAfter: 10))
    pipe.close()
  }

  @Test("Where nobody reads, printing goes on, and a line says later how many are missing")
  func nobodyReads() async throws {
    let (output, error) = (Pipe(), Pipe())
    let writer = writer(output, error)
    let long = String(repeating: "x", count: 2_000)
    for number in 0..<1_000 { writer.print("\(number) \(long)\n", to: .error) }
    #expect(!writer.flush(givingUpAfter: 0.3))
    writer.print("the end\n", to: .error, isRequired: true)
    let lines = await Task.detached { error.text(until: "the end\n") }.value.split(separator: "\n")
    let gap = try #require(lines.firstIndex { $0.hasSuffix(" dropped") })
    let dropped = try #require(Int(lines[gap].prefix { $0 != " " }))
    #expect(gap + dropped == 1_000)
    #expect(lines[..<gap].enumerated().allSatisfy { $1.hasPrefix("\($0) ") })
    #expect(lines[(gap + 1)...] == ["the end"])
    output.close()
    error.close()
  }

  @Test("A stream that nobody reads does not hold up the other one")
  func otherStream() async {
    let (output, error) = (Pipe(), Pipe())
    let writer = writer(output, error)
    for _ in 0..<200 { writer.print(String(repeating: "x", count: 2_000) + "\n", to: .error) }
    writer.print("here\n", to: .output)
    #expect(await Task.detached { output.text(until: "here\n") }.value == "here\n")
    error.closeReading()
    #expect(writer.flush(givingUpAfter: 10))
    output.close()
    error.closeWriting()
  }

  @Test("A reader that goes away is no failure; a descriptor that cannot be written is")
  func broken() {
    let (output, error) = (Pipe(), Pipe())
    output.closeReading()
    let writer = writer(output, error)
    for _ in 0..<10 { writer.print("line\n", to: .output) }
    #expect(writer.flush(givingUpAfter: 10))
    #expect(writer.failure(of: .output) == nil)
    let readOnly = open("/dev/null", O_RDONLY)
    let unwritable = OutputWriter(output: readOnly, error: readOnly) { _, _ in "" }
    unwritable.print("line\n", to: .error)
    #expect(unwritable.flush(givingUpAfter: 10))
    #expect(unwritable.failure(of: .error) == EBADF)
    end(readOnly)
    output.closeWriting()
    error.close()
  }
}

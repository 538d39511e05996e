import Testing

@testable import Output

@Suite("A queue of lines with a bound")
struct LineQueueTests {
  private func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

  /// Everything in the queue, as text; `-3` for three dropped lines.
  private func contents(_ queue: inout LineQueue) -> [String] {
    var contents: [String] = []
    while let entry = queue.popFirst() {
      switch entry.content {
      case .text(let bytes, _): contents.append(String(decoding: bytes.dropLast(), as: UTF8.self))
      case .dropped(let lines): contents.append("-\(lines)")
      }
    }
    return contents
  }

  @Test("Lines past the bound are dropped, and counted in their place")
  func lines() {
    var queue = LineQueue(bound: .init(lines: 4, bytes: 1_000))
    for number in 0..<10 { queue.append(line(number), number: number, isRequired: false) }
    #expect(contents(&queue) == ["line 0", "line 1", "line 2", "line 3", "-6"])
    #expect(queue.isEmpty && queue.lines == 0 && queue.bytes == 0)
  }

  @Test("A text of several lines counts as that many")
  func severalLines() {
    var queue = LineQueue(bound: .init(lines: 4, bytes: 1_000))
    for number in 0..<3 { queue.append(Array("a\nb\nc\n".utf8), number: number, isRequired: false) }
    #expect(contents(&queue) == ["a\nb\nc", "-6"])
  }

  @Test("The bytes that are held stay within the bound")
  func bytes() {
    var queue = LineQueue(bound: .init(lines: 100_000, bytes: 10_000))
    for number in 0..<20_000 {
      queue.append(line(number), number: number, isRequired: false)
      #expect(queue.bytes <= 10_000)
    }
    let all = contents(&queue)
    #expect(all.count > 500)
    #expect(all.last == "-\(20_000 - all.count + 1)")
  }

  @Test("What was dropped is one gap until the queue is half empty")
  func oneGap() {
    var queue = LineQueue(bound: .init(lines: 4, bytes: 1_000))
    for number in 0..<5 { queue.append(line(number), number: number, isRequired: false) }
    _ = queue.popFirst()
    queue.append(line(5), number: 5, isRequired: false)
    _ = queue.popFirst()
    queue.append(line(6), number: 6, isRequired: false)
    #expect(contents(&queue) == ["line 2", "line 3", "-2", "line 6"])
  }

  @Test("Required lines are kept, behind the gap that they follow")
  func required() {
    var queue = LineQueue(bound: .init(lines: 2, bytes: 1_000))
    for number in 0..<4 { queue.append(line(number), number: number, isRequired: false) }
    queue.append(line(4), number: 4, isRequired: true)
    queue.append(line(5), number: 5, isRequired: false)
    #expect(contents(&queue) == ["line 0", "line 1", "-2", "line 4", "-1"])
  }

  @Test("A queue that is filled and emptied for long keeps the order")
  func long() {
    var queue = LineQueue(bound: .init(lines: 5_000, bytes: 1_000_000))
    var taken: [Int] = []
    for number in 0..<30_000 {
      queue.append(line(number), number: number, isRequired: false)
      if number > 3_000, let entry = queue.popFirst() { taken.append(entry.number) }
    }
    while let entry = queue.popFirst() { taken.append(entry.number) }
    #expect(taken == Array(0..<30_000))
  }
}

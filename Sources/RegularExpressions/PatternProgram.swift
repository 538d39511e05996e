/// A pattern compiled to an automaton without captures, and its search.
struct PatternProgram: Sendable {
  private enum Instruction: Sendable {
    case scalar(ScalarSet)
    case assertion(PatternAssertion)
    /// Continues at both instructions.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  private var instructions: [Instruction] = []

  init(_ pattern: PatternNode) throws(RegularExpressionError) {
    try add(pattern)
    try emit(.match)
  }

  // MARK: Compiling

  private mutating func emit(_ instruction: Instruction) throws(RegularExpressionError) {
    guard instructions.count < RegularExpression.sizeLimit else {
      throw RegularExpressionError(
        "it is too large: its repetitions, written out, have more than \(RegularExpression.sizeLimit) parts")
    }
    instructions.append(instruction)
  }

  private mutating func add(_ node: PatternNode) throws(RegularExpressionError) {
    switch node {
    case .empty: break
    case .scalar(let set): try emit(.scalar(set))
    case .assertion(let assertion): try emit(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .alternatives(let nodes):
      var ends: [Int] = []
      for node in nodes.dropLast() {
        let split = instructions.count
        try emit(.split(split + 1, 0))
        try add(node)
        ends.append(instructions.count)
        try emit(.jump(0))
        instructions[split] = .split(split + 1, instructions.count)
      }
      if let last = nodes.last { try add(last) }
      for end in ends { instructions[end] = .jump(instructions.count) }
    case .repetition(let node, let least, let most):
      for _ in 0..<least {
        let count = instructions.count
        try add(node)
        // A part that compiles to nothing is not repeated a thousand times.
        if instructions.count == count { break }
      }
      guard let most else { return try addLoop(node) }
      var splits: [Int] = []
      for _ in least..<max(least, most) {
        splits.append(instructions.count)
        try emit(.split(instructions.count + 1, 0))
        try add(node)
      }
      for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    }
  }

  private mutating func addLoop(_ node: PatternNode) throws(RegularExpressionError) {
    let split = instructions.count
    try emit(.split(split + 1, 0))
    try add(node)
    try emit(.jump(split))
    instructions[split] = .split(split + 1, instructions.count)
  }

  // MARK: Searching

  /// Indicates whether the pattern matches, starting at any place in the text.
  func isFound(in text: String.UnicodeScalarView) -> Bool {
    var threads = Threads(count: instructions.count)
    var next = Threads(count: instructions.count)
    var before: Unicode.Scalar?
    var place = text.startIndex
    while true {
      let after = place < text.endIndex ? text[place] : nil
      let following = after == nil ? place : text.index(after: place)
      let isLast = following == text.endIndex
      // A match may begin at each place.
      if follow(0, into: &threads, before: before, after: after, isLast: isLast) { return true }
      guard let after else { return false }
      let second = following < text.endIndex ? text[following] : nil
      let secondIsLast = second != nil && text.index(after: following) == text.endIndex
      next.removeAll()
      for thread in threads.waiting {
        guard case .scalar(let set) = instructions[thread], set.contains(after) else { continue }
        if follow(thread + 1, into: &next, before: after, after: second, isLast: secondIsLast) { return true }
      }
      swap(&threads, &next)
      before = after
      place = following
    }
  }

  /// Adds the instructions that are reachable without a scalar. Returns true if the match is one of them.
  private func follow(
    _ start: Int, into threads: inout Threads, before: Unicode.Scalar?, after: Unicode.Scalar?, isLast: Bool
  ) -> Bool {
    threads.stack.append(start)
    while let place = threads.stack.popLast() {
      guard threads.visit(place) else { continue }
      switch instructions[place] {
      case .match:
        threads.stack.removeAll()
        return true
      case .scalar: threads.waiting.append(place)
      case .jump(let target): threads.stack.append(target)
      case .split(let first, let second):
        threads.stack.append(second)
        threads.stack.append(first)
      case .assertion(let assertion):
        if assertion.holds(before: before, after: after, isLast: isLast) { threads.stack.append(place + 1) }
      }
    }
    return false
  }

  /// The instructions that wait for the next scalar, each once.
  private struct Threads {
    var waiting: [Int] = []
    /// The instructions that `follow` has yet to visit; empty between its calls.
    var stack: [Int] = []
    /// The round in which each instruction was last reached.
    private var visited: [Int]
    private var round = 1

    init(count: Int) { visited = Array(repeating: 0, count: count) }

    /// Returns true if the instruction is reached for the first time in this round.
    mutating func visit(_ place: Int) -> Bool {
      guard visited[place] != round else { return false }
      visited[place] = round
      return true
    }

    mutating func removeAll() {
      waiting.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A development tool, no product: answers JSON lines on stdin with JSON lines on stdout.
@main
struct GraphQLOracle {
  static func main() {
    var oracle = Oracle()
    while let line = readLine() {
      if line.isEmpty { continue }
      print(oracle.answer(line))
      // Who asks may wait for one answer before the next question.
      fflush(nil)
    }
  }
}

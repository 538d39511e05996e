extension Fault {
  /// The fault in the words of the header, with the drawn latency in milliseconds, or the range if it is nil.
  package func text(latency drawn: Int? = nil) -> String {
    var words: [String] = []
    if let latency {
      let range =
        latency.lowerBound == latency.upperBound
        ? "\(latency.lowerBound)" : "\(latency.lowerBound)-\(latency.upperBound)"
      words.append("latency=\(drawn.map { "\($0)" } ?? range)ms")
    }
    if let status { words.append("status=\(status.code)") }
    if let error { words.append("error=\(error.place)") }
    if resets { words.append("reset") }
    if let truncatesAfter { words.append("truncate=\(truncatesAfter)") }
    if let bytesPerSecond { words.append("slow=\(bytesPerSecond)") }
    if let cutsAfter { words.append("cut=\(cutsAfter)") }
    return words.joined(separator: ", ")
  }
}

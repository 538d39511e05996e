extension Understudy {
  /// A fault to inject into an answer.
  ///
  /// You can combine faults. A status or a reset replaces the answer, so you can combine it only with a latency.
  public struct Fault: Sendable {
    let words: [(name: String, value: JSONValue)]

    /// Delays the answer, in whole milliseconds (fractions are cut off), by at most 10 minutes.
    public static func latency(_ duration: Duration) -> Fault { latency(duration...duration) }

    /// Delays the answer by a duration in the range. Each run uses the same durations.
    public static func latency(_ range: ClosedRange<Duration>) -> Fault {
      let (least, most) = (range.lowerBound.milliseconds, range.upperBound.milliseconds)
      return Fault(words: [("latency", .string(least == most ? "\(least)ms" : "\(least)-\(most)ms"))])
    }

    /// Returns an HTTP status instead of an answer. The operation is not executed and changes nothing.
    ///
    /// - Parameters:
    ///   - code: 200 to 599.
    ///   - body: the body; by default a GraphQL error that says that it is a fault.
    ///   - retryAfter: the value of `Retry-After`, in seconds; by default there is none.
    /// - Returns: the fault.
    public static func status(_ code: Int, body: String? = nil, retryAfter: Int? = nil) -> Fault {
      var words: [(String, JSONValue)] = [("status", .int(code))]
      if let body { words.append(("body", .string(body))) }
      if let retryAfter { words.append(("retryAfter", .int(retryAfter))) }
      return Fault(words: words)
    }

    /// Adds a GraphQL error to the answer, with nulls as the schema requires.
    ///
    /// - Parameters:
    ///   - path: a path below `data`, such as `launch.site` or `launches.0.site`. Without an index, each item of a list
    ///     gets an error. If the operation does not select the path, the fault is not injected.
    ///   - message: the error's message; by default one that says that it is a fault.
    ///   - code: the value of `extensions.code`; by default there is none.
    /// - Returns: the fault.
    public static func error(at path: String, message: String? = nil, code: String? = nil) -> Fault {
      var words: [(String, JSONValue)] = [("error", .string(path))]
      if let message { words.append(("message", .string(message))) }
      if let code { words.append(("code", .string(code))) }
      return Fault(words: words)
    }

    /// Resets the connection instead of answering. The operation is not executed and changes nothing.
    public static var reset: Fault { Fault(words: [("reset", .bool(true))]) }

    /// Ends the connection after this number of bytes of the body, 0 or more.
    public static func truncated(after bytes: Int) -> Fault { Fault(words: [("truncate", .int(bytes))]) }

    /// Sends the body at this rate, in bytes a second, 1 or more.
    public static func slow(bytesPerSecond: Int) -> Fault { Fault(words: [("slow", .int(bytesPerSecond))]) }

    /// Ends the connection after this number of events of a subscription, 0 or more.
    public static func cut(after events: Int) -> Fault { Fault(words: [("cut", .int(events))]) }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

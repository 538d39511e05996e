extension Understudy {
  /// Something that goes wrong with an answer on its way to the client.
  ///
  /// Several can come together, as far as they make sense together: what comes in the place of an answer (a status, a
  /// reset) leaves nothing else to be done to it.
  public struct Fault: Sendable {
    let words: [(name: String, value: JSONValue)]

    /// The answer waits.
    public static func latency(_ duration: Duration) -> Fault { latency(duration...duration) }

    /// The answer waits, between the first and the last duration: the same requests always as long.
    public static func latency(_ range: ClosedRange<Duration>) -> Fault {
      let (least, most) = (range.lowerBound.milliseconds, range.upperBound.milliseconds)
      return Fault(words: [("latency", .string(least == most ? "\(least)ms" : "\(least)-\(most)ms"))])
    }

    /// An HTTP status in the place of an answer. Nothing is asked, and nothing changed.
    ///
    /// - Parameters:
    ///   - code: 200 to 599.
    ///   - body: the body; by default GraphQL errors that say that it is a fault.
    ///   - retryAfter: the value of `Retry-After`, in seconds; by default there is none.
    /// - Returns: the fault.
    public static func status(_ code: Int, body: String? = nil, retryAfter: Int? = nil) -> Fault {
      var words: [(String, JSONValue)] = [("status", .int(code))]
      if let body { words.append(("body", .string(body))) }
      if let retryAfter { words.append(("retryAfter", .int(retryAfter))) }
      return Fault(words: words)
    }

    /// A GraphQL error in the answer, with nulls as the schema has them.
    ///
    /// - Parameters:
    ///   - path: from `data` on, such as `launch.site` or `launches.0.site`; where a list has no index the error is at
    ///     each of its items.
    ///   - message: the error's message; by default one that says that it is a fault.
    ///   - code: the value of `extensions.code`; by default there is none.
    /// - Returns: the fault.
    public static func error(at path: String, message: String? = nil, code: String? = nil) -> Fault {
      var words: [(String, JSONValue)] = [("error", .string(path))]
      if let message { words.append(("message", .string(message))) }
      if let code { words.append(("code", .string(code))) }
      return Fault(words: words)
    }

    /// The connection is reset in the place of an answer. Nothing is asked, and nothing changed.
    public static var reset: Fault { Fault(words: [("reset", .bool(true))]) }

    /// The body is cut after so many bytes, and the connection breaks.
    public static func truncated(after bytes: Int) -> Fault { Fault(words: [("truncate", .int(bytes))]) }

    /// The body comes slowly.
    public static func slow(bytesPerSecond: Int) -> Fault { Fault(words: [("slow", .int(bytesPerSecond))]) }

    /// The events of a subscription break off after so many, and the connection breaks.
    public static func cut(after events: Int) -> Fault { Fault(words: [("cut", .int(events))]) }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

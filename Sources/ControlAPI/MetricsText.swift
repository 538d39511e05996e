/// Metrics in the text form of Prometheus (exposition format 0.0.4).
package struct MetricsText: Sendable {
  package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  package private(set) var text = ""

  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  package typealias Label = (name: String, value: String)

  package init() {}

  /// Begins a metric. Its samples must follow before those of the next one.
  package mutating func begin(_ name: String, _ kind: Kind, help: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  package mutating func add(_ name: String, _ labels: [Label], _ value: String) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(value)\n"
  }

  package mutating func add(_ name: String, _ labels: [Label], _ value: some BinaryInteger) {
    add(name, labels, "\(value)")
  }

  /// Adds a histogram of times.
  ///
  /// - Parameters:
  ///   - name: the metric's name.
  ///   - labels: the labels of all samples.
  ///   - bounds: the upper bounds of the buckets, in nanoseconds.
  ///   - counts: the number of times in each bucket, and of longer ones at the end.
  ///   - nanoseconds: the sum of all times.
  package mutating func add(
    _ name: String, _ labels: [Label], bounds: [UInt64], counts: [UInt64], nanoseconds: UInt64
  ) {
    var sum: UInt64 = 0
    for (bound, count) in zip(bounds.map(Self.seconds) + ["+Inf"], counts) {
      sum += count
      add("\(name)_bucket", labels + [("le", bound)], sum)
    }
    add("\(name)_sum", labels, Self.seconds(nanoseconds))
    add("\(name)_count", labels, sum)
  }

  /// Nanoseconds as a decimal number of seconds: `0.0005`, `10.0`. All digits are written, without an exponent.
  package static func seconds(_ nanoseconds: UInt64) -> String {
    let digits = String(nanoseconds % 1_000_000_000)
    let fraction = String(repeating: "0", count: 9 - digits.count) + digits
    let end = fraction.lastIndex { $0 != "0" } ?? fraction.startIndex
    return "\(nanoseconds / 1_000_000_000).\(fraction[...end])"
  }

  /// A label's value needs its quotes escaped, a help text does not.
  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\n": escaped += #"\n"#
      case "\"" where quotes: escaped += #"\""#
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

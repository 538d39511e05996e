package import OrderedJSON

extension EndpointRules {
  /// The places to name in `volatile:`, where two answers to one key in one state differ only in a few values that
  /// look as if they varied by themselves; sorted.
  ///
  /// - Parameters:
  ///   - old: the body of the one answer.
  ///   - new: the body of the other.
  ///   - places: what is left out already.
  /// - Returns: at most three paths such as `data.requestId`; empty if anything else differs, or nothing.
  package static func suggestVolatile(
    old: JSON, new: JSON, ignoring places: VolatilePlaces = .standard
  ) -> [String] {
    let differences = JSON.differences(
      from: places.removed(from: old), to: places.removed(from: new), limit: VolatileLooks.differenceLimit + 1)
    guard differences.count <= VolatileLooks.differenceLimit else { return [] }
    var paths: [String] = []
    for difference in differences {
      guard case .changed(let before, let after) = difference.kind, let names = VolatileLooks.names(difference.path),
        let name = names.last, VolatileLooks.isName(name) || VolatileLooks.vary(before, after, in: name)
      else { return [] }
      let path = names.joined(separator: ".")
      if !paths.contains(path) { paths.append(path) }
    }
    return paths.count <= VolatileLooks.pathLimit ? paths.sorted { $0.precedesByScalars($1) } : []
  }
}

/// What looks as if it varied by itself.
enum VolatileLooks {
  /// More places than these are no accident of an upstream.
  static let pathLimit = 3
  /// A value that varies may stand in each element of a list.
  static let differenceLimit = 1_000

  /// The names of fields, in small letters without underscores.
  private static let fieldNames: Set<String> = [
    "cachedat", "correlationid", "currentdate", "currentdatetime", "currenttime", "datetimenow", "duration",
    "durationms", "elapsed", "elapsedms", "elapsedtime", "executiontime", "fetchedat", "generatedat", "hostname",
    "latency", "nonce", "now", "processingtime", "queriedat", "random", "requestid", "requesttime", "requestuuid",
    "respondedat", "responsetime", "seed", "serverdate", "serverdatetime", "servertime", "servertimestamp", "spanid",
    "systemtime", "timestamp", "took", "tookms", "traceid", "transactionid", "uptime",
  ]

  static func isName(_ name: String) -> Bool {
    let letters = name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return fieldNames.contains(String(decoding: letters, as: UTF8.self).lowercased())
  }

  /// The names of a path as a rule writes it, without indices; nil where it cannot be written.
  static func names(_ path: JSONPath) -> [String]? {
    var names: [String] = []
    for step in path.steps {
      switch step {
      case .name(let name):
        guard !name.isEmpty, name != "*", !name.contains("."), !name.contains("[") else { return nil }
        names.append(name)
      case .index: continue
      case .repeatedName: return nil
      }
    }
    guard let root = names.first, ["data", "errors", "extensions"].contains(root), names.count > 1 else { return nil }
    return names
  }

  /// Whether both values are times, or UUIDs that are no object's id: a new id is another object.
  static func vary(_ before: JSON, _ after: JSON, in field: String) -> Bool {
    switch (before, after) {
    case (.string(let before), .string(let after)):
      isTime(before) && isTime(after)
        || isUUID(before) && isUUID(after) && !field.lowercased().hasSuffix("id")
    case (.number(let before), .number(let after)): isEpoch(before) && isEpoch(after)
    default: false
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    return bytes.indices.allSatisfy { [8, 13, 18, 23].contains($0) ? bytes[$0] == 0x2D : bytes[$0].isHexDigit }
  }

  /// `2026-03-01T12:00:00…`: a date alone is no clock.
  private static func isTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (19...40).contains(bytes.count) else { return false }
    for (byte, shape) in zip(bytes, "0000-00-00T00:00:00".utf8) {
      let isRight =
        switch shape {
        case UInt8(ascii: "0"): byte.isDigit
        case UInt8(ascii: "T"): byte == shape || byte == 0x20
        default: byte == shape
        }
      if !isRight { return false }
    }
    return true
  }

  /// Seconds or milliseconds since 1970, of this century's first half.
  private static func isEpoch(_ number: JSONNumber) -> Bool {
    let digits = number.text.utf8.prefix { $0.isDigit }
    return (digits.count == 10 || digits.count == 13) && (digits.first == 0x31 || digits.first == 0x32)
  }
}

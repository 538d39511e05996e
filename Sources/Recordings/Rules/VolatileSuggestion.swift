package import OrderedJSON

extension EndpointRules {
  /// Suggests at most three paths for `volatile:`, such as `data.requestId`, sorted, if the bodies of two answers to
  /// one key in one state differ only in a few values that look volatile. `places` are the places that are already
  /// ignored.
  package static func suggestVolatile(
    old: JSON, new: JSON, ignoring places: VolatilePlaces = .standard
  ) -> [String] {
    let differences = JSON.differences(
      from: places.removed(from: old), to: places.removed(from: new), limit: VolatileLooks.differenceLimit + 1)
    guard differences.count <= VolatileLooks.differenceLimit else { return [] }
    var paths: [String] = []
    for difference in differences {
      guard looksVolatile(difference), let names = VolatileLooks.names(difference.path) else { return [] }
      let path = names.joined(separator: ".")
      if !paths.contains(path) { paths.append(path) }
    }
    return paths.count <= VolatileLooks.pathLimit ? paths.sorted { $0.precedesByScalars($1) } : []
  }

  /// Indicates whether a difference of two answers is one of values that look volatile, such as times.
  package static func looksVolatile(_ difference: JSONDifference) -> Bool {
    guard case .changed(let before, let after) = difference.kind,
      let name = VolatileLooks.names(difference.path)?.last
    else { return false }
    return VolatileLooks.isName(name) || VolatileLooks.vary(before, after, in: name)
  }

  /// Indicates whether a difference of two answers is one of times: in texts, or in numbers whose field is one of a time.
  package static func isTime(_ difference: JSONDifference) -> Bool {
    guard case .changed(let before, let after) = difference.kind,
      let name = VolatileLooks.names(difference.path)?.last
    else { return false }
    switch (before, after) {
    case (.string, .string): return VolatileLooks.vary(before, after, in: "id")
    case (.number, .number):
      let isNamed = SecretName.words(of: name).contains { VolatileLooks.timeWords.contains($0) }
      return isNamed && VolatileLooks.vary(before, after, in: name)
    default: return false
    }
  }
}

/// The criteria for values that look volatile.
enum VolatileLooks {
  /// More different places are unlikely to be volatile.
  static let pathLimit = 3
  /// A volatile value may be in each element of a list.
  static let differenceLimit = 1_000

  /// Field names in lowercase without underscores.
  private static let fieldNames: Set<String> = [
    "cachedat", "correlationid", "currentdate", "currentdatetime", "currenttime", "datetimenow", "duration",
    "durationms", "elapsed", "elapsedms", "elapsedtime", "executiontime", "fetchedat", "generatedat", "hostname",
    "latency", "nonce", "now", "processingtime", "queriedat", "random", "requestid", "requesttime", "requestuuid",
    "respondedat", "responsetime", "seed", "serverdate", "serverdatetime", "servertime", "servertimestamp", "spanid",
    "systemtime", "timestamp", "took", "tookms", "traceid", "transactionid", "uptime",
  ]

  /// The words in names of fields with a time.
  static let timeWords: Set<String> = [
    "at", "time", "date", "timestamp", "created", "updated", "modified", "expires", "expiry", "until", "since", "iat",
    "exp", "now",
  ]

  static func isName(_ name: String) -> Bool {
    let letters = name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return fieldNames.contains(String(decoding: letters, as: UTF8.self).lowercased())
  }

  /// The names of a path as in a rule, without indices; nil if a rule cannot express it.
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

  /// Indicates whether both values are times, or UUIDs that are not ids, because a new id is another object.
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

  /// Matches `2026-03-01T12:00:00…`. A date alone is not a clock.
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

  /// Matches seconds or milliseconds since 1970 with 10 or 13 digits, the first of them 1 or 2.
  private static func isEpoch(_ number: JSONNumber) -> Bool {
    let digits = number.text.utf8.prefix { $0.isDigit }
    return (digits.count == 10 || digits.count == 13) && (digits.first == 0x31 || digits.first == 0x32)
  }
}

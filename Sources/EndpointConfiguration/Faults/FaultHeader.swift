import OrderedJSON
import Recordings

/// The header field that requests a fault for one request.
///
///     Understudy-Fault = word *( "," word )
///     word             = name [ "=" value ]
///     value            = text without comma, quote and space / quoted-string
///
/// The words are the fault keys of `endpoint.yaml`. Spaces around them are ignored, and a word without a value is true:
/// `latency=200ms, status=503, body="Not now, please"`, or `reset`.
package enum FaultHeader {
  package static let name = "Understudy-Fault"

  /// Parses the field's value. Join several fields with commas.
  package static func fault(_ text: String) throws(FaultProblem) -> FaultRule {
    let rule = try FaultReader(words: FaultReader.Word.faults).rule(try term(text), "the header")
    return rule
  }

  static func term(_ text: String) throws(FaultProblem) -> FaultTerm {
    var rest = Substring(text).unicodeScalars
    var members: [FaultTerm.Member] = []
    func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }
    while true {
      skipSpaces()
      let name = String(Substring(rest.prefix { $0 != "=" && $0 != "," && $0 != "\"" && $0 != " " && $0 != "\t" }))
      rest = rest.dropFirst(name.unicodeScalars.count)
      skipSpaces()
      guard !name.isEmpty else {
        throw FaultProblem(
          "A key is missing in \(shown(text)): expected keys and values such as latency=200ms, status=503.")
      }
      var value = "true"
      if rest.first == "=" {
        rest = rest.dropFirst()
        skipSpaces()
        value = try self.value(&rest, of: name)
        skipSpaces()
      }
      members.append(.init(name: name, place: nil, term: FaultTerm(.text(value))))
      guard let next = rest.popFirst() else { break }
      guard next == "," else {
        throw FaultProblem(
          "\"\(name)\" is followed by \"\(next)\": separate keys with commas, and quote values with spaces or commas."
        )
      }
    }
    return FaultTerm(.mapping(members))
  }

  private static func value(
    _ rest: inout Substring.UnicodeScalarView, of name: String
  ) throws(FaultProblem) -> String {
    guard rest.first == "\"" else {
      let text = rest.prefix { $0 != "," && $0 != "\"" && $0 != " " && $0 != "\t" }
      rest = rest.dropFirst(text.count)
      return String(Substring(text))
    }
    rest = rest.dropFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(text) }
      if scalar == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(scalar) }
    }
    throw FaultProblem("The value of \"\(name)\" has no closing quote: add it.")
  }

  private static func shown(_ text: String) -> String { RecordingError.shown(.string(text)) }
}

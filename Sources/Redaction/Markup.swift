import OrderedJSON
import Recordings

/// Finds the secrets in XML and HTML: `<token>…</token>`, `<input name="csrf_token" value="…">`,
/// `<meta name="csrf-token" content="…">`.
enum Markup {
  /// Longer tags are not read.
  private static let longest = 2_000

  /// Returns the secret of the tag that begins at a place: its text, or its attribute.
  static func secret(at start: Int, in bytes: [UInt8]) -> Assignments.Found? {
    let limit = min(bytes.count, start + longest)
    guard start + 1 < limit, bytes[start + 1].isLetterOrDigit else { return nil }
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let tag = bytes[(start + 1)..<end]
    // Without the prefix of a namespace.
    let element = tag.prefix { $0.isBase64URL || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    let name = (element.split(separator: UInt8(ascii: ":")).last ?? element)
    let text = (end + 1)..<(bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count)
    let isClosed = bytes[text.upperBound...].starts(with: Array("</".utf8) + element)
    if isClosed, isSecret(text, name.text, bytes) { return Assignments.Found(name: name.text, value: text) }
    let attributes = attributes(of: element.endIndex..<end, bytes)
    guard let value = attributes["value"] ?? attributes["content"] else { return nil }
    for key in ["name", "id", "property", "key"] {
      guard let range = attributes[key] else { continue }
      if isSecret(value, bytes[range].text, bytes) { return Assignments.Found(name: bytes[range].text, value: value) }
    }
    return nil
  }

  private static func isSecret(_ value: Range<Int>, _ name: String, _ bytes: [UInt8]) -> Bool {
    let value = bytes[value]
    // Not one of several lines, and no placeholder of a template.
    guard let first = value.first, !"${[*".utf8.contains(first), value.count <= longest,
      !value.contains(where: { $0 < 0x20 })
    else { return false }
    return SecretName.makesSecret(Array(value), named: name)
  }

  /// The values of attributes in quotation marks, by their names in lower case.
  private static func attributes(of range: Range<Int>, _ bytes: [UInt8]) -> [String: Range<Int>] {
    var found: [String: Range<Int>] = [:]
    var index = range.lowerBound
    while let sign = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "=")) {
      var start = sign
      while start > index, bytes[start - 1].isBase64URL { start -= 1 }
      index = sign + 1
      guard index < range.upperBound, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"),
        let end = bytes[(index + 1)..<range.upperBound].firstIndex(of: bytes[index])
      else { continue }
      let name = bytes[start..<sign].text.lowercased()
      if found[name] == nil { found[name] = (index + 1)..<end }
      index = end + 1
    }
    return found
  }
}

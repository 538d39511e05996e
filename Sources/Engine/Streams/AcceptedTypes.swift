/// One media range of an `Accept` header field (RFC 9110, section 12.5.1).
struct AcceptedType: Hashable, Sendable {
  /// In small letters, e.g. `multipart/mixed`.
  let type: String
  /// In order, names in small letters, quotation marks taken off, without the weight.
  let parameters: [Parameter]
  /// The weight in thousandths: 1000 unless `q` says otherwise.
  let weight: Int

  struct Parameter: Hashable, Sendable {
    let name: String
    let value: String
  }

  subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

  /// What a client accepts, in its order, without what it refuses (`q=0`).
  static func list(_ headers: HeaderList) -> [AcceptedType] {
    headers[all: "accept"].flatMap { split($0, at: UInt8(ascii: ",")) }.compactMap(AcceptedType.init)
      .filter { $0.weight > 0 }
  }

  private init?(_ text: Substring) {
    let parts = Self.split(text, at: UInt8(ascii: ";")).map { $0.trimmingSpaces() }
    guard let type = parts.first, !type.isEmpty else { return nil }
    self.type = type.lowercased()
    var parameters: [Parameter] = []
    var weight = 1000
    for part in parts.dropFirst() {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = part[..<sign].trimmingSpaces().lowercased()
      var value = part[part.index(after: sign)...].trimmingSpaces()
      if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = String(value.dropFirst().dropLast()) }
      if name == "q" {
        weight = Double(value).map { Int((min(max($0, 0), 1) * 1000).rounded()) } ?? 1000
      } else {
        parameters.append(Parameter(name: name, value: value))
      }
    }
    self.parameters = parameters
    self.weight = weight
  }

  /// The parts between separators that stand outside of quotation marks.
  private static func split(_ text: some StringProtocol, at separator: UInt8) -> [Substring] {
    let text = Substring(text)
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == separator, !isQuoted {
        parts.append(text[start..<index])
        start = text.utf8.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }
}

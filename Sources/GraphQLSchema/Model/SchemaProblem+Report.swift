import GraphQLLanguage

extension SchemaProblem {
  /// Formats the problem: `file:line:column: sentence`, or else `file`, and each place with lines and a caret.
  package func report(in file: String) -> String {
    guard let first = places.first else {
      return message.hasPrefix("\(file):") ? message : "\(file): \(message)"
    }
    var lines = [description] + Self.rows(of: first)
    for place in places.dropFirst() {
      lines.append("\(place.file):\(place.location.line):\(place.location.column)")
      lines += Self.rows(of: place)
    }
    return lines.joined(separator: "\n")
  }

  /// The excerpt without its heading; for a line in many pieces, only those near the place.
  private static func rows(of place: SourcePlace) -> [String] {
    let rows = place.excerpt.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
    guard rows.count > 6, let caret = rows.lastIndex(where: { $0.hasSuffix("^") }) else { return rows }
    return Array(rows[max(caret - 1, 0)...min(caret + 1, rows.count - 1)])
  }
}

import EndpointConfiguration
import OrderedJSON
package import Recordings

/// The edits of `endpoint.yaml` that rename an operation.
///
/// The text is edited only if each place contains the bare name and the result parses to the same rules for the new
/// name. Everything else, such as comments, is kept. Otherwise the places are reported.
package struct ConfigurationRenaming: Sendable {
  /// The places that mention the operation.
  package private(set) var places: [RecordingError.Place] = []
  /// The rules before the edits.
  private(set) var rules = EndpointRules()
  /// The new text; nil if nothing is mentioned or the file must be edited by hand.
  private(set) var bytes: [UInt8]?
  /// True if places must be edited by hand.
  package var isByHand: Bool { !places.isEmpty && bytes == nil }
  /// True if the name is also a mutation's field, so that the meaning of the rules is unclear.
  package let isAmbiguous: Bool

  /// - Throws: if the file cannot be read or is invalid.
  init(_ old: String, to new: String, in folder: EndpointFolder, isAmbiguous: Bool) throws(RecordingError) {
    self.isAmbiguous = isAmbiguous
    let path = folder.configurationPath
    guard let text = try FileReading.bytes(ifPresent: path) else { return }
    let configuration = try EndpointConfiguration(yaml: text, path: path)
    let mentions = configuration.mentions
    rules = configuration.rules
    places = mentions.filter { $0.subject.isOperation(old) }.compactMap(\.place)
    guard !places.isEmpty, !isAmbiguous else { return }
    guard let edited = Self.edited(text, old, new, places),
      let after = try? EndpointConfiguration(yaml: edited, path: path).mentions,
      after.map(\.subject) == mentions.map({ $0.subject.renamed(old, to: new) })
    else { return }
    bytes = edited
  }

  /// Returns the text with the new name at each place; nil if a place does not contain the old one.
  private static func edited(
    _ text: [UInt8], _ old: String, _ new: String, _ places: [RecordingError.Place]
  ) -> [UInt8]? {
    guard let whole = String(validating: text, as: UTF8.self) else { return nil }
    var lines = whole.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    // Backward, so that edits do not move places before them on a line.
    for place in places.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
      guard lines.indices.contains(place.line - 1), place.column >= 1 else { return nil }
      let line = lines[place.line - 1]
      let forms = ["\"\(old)\"", "'\(old)'", old]
      guard
        let found = forms.first(where: { line.dropFirst(place.column - 1).starts(with: Array($0.unicodeScalars)) })
      else { return nil }
      let start = place.column - 1
      let end = start + found.unicodeScalars.count
      // A prefix of a longer name.
      if found == old, end < line.count,
        line[end].properties.isAlphabetic || "_0123456789".unicodeScalars.contains(line[end])
      {
        return nil
      }
      let quote = found == old ? "" : String(found.prefix(1))
      lines[place.line - 1].replaceSubrange(start..<end, with: Array("\(quote)\(new)\(quote)".unicodeScalars))
    }
    var scalars = String.UnicodeScalarView()
    for (number, line) in lines.enumerated() {
      if number > 0 { scalars.append("\n") }
      scalars.append(contentsOf: line)
    }
    return Array(String(scalars).utf8)
  }
}

extension RuleMention.Subject {
  /// True for an operation or mutation of this name.
  fileprivate func isOperation(_ name: String) -> Bool {
    switch self {
    case .operation(let mentioned), .mutation(let mentioned): mentioned.hasSameScalars(as: name)
    case .type, .field, .data, .variable: false
    }
  }

  fileprivate func renamed(_ old: String, to new: String) -> RuleMention.Subject {
    switch self {
    case .operation(let name) where name.hasSameScalars(as: old): .operation(new)
    case .mutation(let name) where name.hasSameScalars(as: old): .mutation(new)
    case .data(let path, let operation?) where operation.hasSameScalars(as: old): .data(path: path, operation: new)
    case .variable(let name, let operation?) where operation.hasSameScalars(as: old): .variable(name, operation: new)
    default: self
    }
  }
}

import EndpointConfiguration
import OrderedJSON
package import Recordings

/// What another name of an operation makes of `endpoint.yaml`: the places that mention it.
///
/// The text is edited only where each place has the bare name and what is read afterwards says the same of the new name;
/// everything else in it, comments too, stays as it is. Where that is not certain, the places are told.
package struct ConfigurationRenaming: Sendable {
  /// The places that mention the operation.
  package private(set) var places: [RecordingError.Place] = []
  /// The new text; nil where nothing is mentioned, or where somebody has to edit it by hand.
  private(set) var bytes: [UInt8]?
  /// Whether places have to be edited by hand.
  package var isByHand: Bool { !places.isEmpty && bytes == nil }
  /// Whether the name is a mutation's field as well, so that nobody can tell what the rules mean.
  package let isAmbiguous: Bool

  /// - Throws: if the file cannot be read or is not right.
  init(_ old: String, to new: String, in folder: EndpointFolder, isAmbiguous: Bool) throws(RecordingError) {
    self.isAmbiguous = isAmbiguous
    let path = folder.configurationPath
    guard try FileReading.exists(path) else { return }
    let text = try FileReading.bytes(of: path)
    let mentions = try EndpointConfiguration(yaml: text, path: path).mentions
    places = mentions.filter { $0.subject.isOperation(old) }.compactMap(\.place)
    guard !places.isEmpty, !isAmbiguous else { return }
    guard let edited = Self.edited(text, old, new, places),
      let after = try? EndpointConfiguration(yaml: edited, path: path).mentions,
      after.map(\.subject) == mentions.map({ $0.subject.renamed(old, to: new) })
    else { return }
    bytes = edited
  }

  /// The text with another name at each place; nil where a place has something else.
  private static func edited(
    _ text: [UInt8], _ old: String, _ new: String, _ places: [RecordingError.Place]
  ) -> [UInt8]? {
    guard let whole = String(validating: text, as: UTF8.self) else { return nil }
    var lines = whole.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    // From the end, so that a place before another on its line is not moved.
    for place in places.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
      guard lines.indices.contains(place.line - 1), place.column >= 1 else { return nil }
      let line = lines[place.line - 1]
      let spellings = ["\"\(old)\"", "'\(old)'", old]
      guard
        let found = spellings.first(where: { line.dropFirst(place.column - 1).starts(with: Array($0.unicodeScalars)) })
      else { return nil }
      let start = place.column - 1
      let end = start + found.unicodeScalars.count
      // A longer name starts the same way.
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
  /// Whether it is an operation of this name, or a mutation called so.
  fileprivate func isOperation(_ name: String) -> Bool {
    switch self {
    case .operation(let mentioned), .mutation(let mentioned): mentioned.hasSameScalars(as: name)
    case .type, .field: false
    }
  }

  fileprivate func renamed(_ old: String, to new: String) -> RuleMention.Subject {
    switch self {
    case .operation(let name) where name.hasSameScalars(as: old): .operation(new)
    case .mutation(let name) where name.hasSameScalars(as: old): .mutation(new)
    default: self
    }
  }
}

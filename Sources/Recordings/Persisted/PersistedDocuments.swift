import OrderedJSON

/// The documents that clients call by an id instead of sending them: those of manifests that `endpoint.yaml` names, and
/// those that were learned while recording.
///
/// Texts are kept as they came, byte by byte, for an id is their hash.
package struct PersistedDocuments: Sendable {
  /// A document, and where it was found.
  struct Entry: Hashable, Sendable {
    let text: String
    /// The file that it stands in; nil for one that was learned.
    let place: String?

    static func == (left: Entry, right: Entry) -> Bool { left.text.hasSameScalars(as: right.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// By the bytes of the id: Swift's strings take some that differ for one.
  private(set) var entries: [[UInt8]: Entry] = [:]
  /// The ids that were learned, to be written.
  private(set) var learned: Set<[UInt8]> = []
  /// What was odd about the manifests, a line each.
  package private(set) var warnings: [String] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// The text that an id stands for; nil where it is not known.
  package subscript(id: String) -> String? { entries[Array(id.utf8)]?.text }

  /// All ids, sorted.
  package var ids: [String] {
    entries.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The id of a text: its SHA-256 in 64 hexadecimal digits, lower case.
  package static func id(of text: String) -> String { ContentHash(of: Array(text.utf8)).hex }

  /// Takes up a text that a client has sent.
  ///
  /// - Parameters:
  ///   - text: as it was sent.
  ///   - isSaved: whether it may be written (`Redactor.leavesUnchanged(document:)`); it is known in this run anyway.
  /// - Returns: its id.
  @discardableResult
  package mutating func learn(_ text: String, isSaved: Bool) -> String {
    let id = Self.id(of: text)
    let key = Array(id.utf8)
    // What a manifest says under a hash that is another text's is the manifest's mistake.
    if entries[key]?.text.hasSameScalars(as: text) != true { entries[key] = Entry(text: text, place: nil) }
    if isSaved, entries[key]?.place == nil { learned.insert(key) }
    return id
  }

  /// Takes up an entry of a manifest.
  ///
  /// - Returns: where the id stands with another text; nil where it does not, and the entry is in.
  mutating func add(_ id: String, _ entry: Entry) -> String? {
    let key = Array(id.utf8)
    if let known = entries[key] { return known == entry ? nil : known.place ?? "what was learned" }
    entries[key] = entry
    return nil
  }

  /// Puts a text under an id, whatever stands there.
  mutating func replace(_ key: [UInt8], by entry: Entry?) { entries[key] = entry }

  /// All that was learned is written.
  mutating func noteSaved() { learned = [] }

  mutating func warn(_ text: String) { warnings.append(text) }

  /// Whether a text looks like an id that is a SHA-256.
  static func isHash(_ id: String) -> Bool { id.utf8.count == 64 && id.utf8.allSatisfy(\.isHexDigit) }
}

import OrderedJSON

/// The documents that clients call by an id instead of sending them: those in the manifests that `endpoint.yaml` names,
/// and those learned while recording. Texts are kept byte by byte, because an id is their hash.
package struct PersistedDocuments: Sendable {
  /// A document and its source.
  struct Entry: Hashable, Sendable {
    let text: String
    /// The file that contains it; nil for a learned one.
    let place: String?

    static func == (left: Entry, right: Entry) -> Bool { left.text.hasSameScalars(as: right.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// By the bytes of the id, because Swift strings with different bytes may be equal.
  private(set) var entries: [[UInt8]: Entry] = [:]
  /// The ids of learned documents that are not written yet.
  private(set) var learned: Set<[UInt8]> = []
  /// Oddities of the manifests, one line each.
  package private(set) var warnings: [String] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// The text of an id; nil if it is unknown.
  package subscript(id: String) -> String? { entries[Array(id.utf8)]?.text }

  package var ids: [String] {
    entries.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The id of a text: its SHA-256 in 64 hexadecimal digits, in lowercase.
  package static func id(of text: String) -> String { ContentHash(of: Array(text.utf8)).hex }

  /// Adds a text that a client has sent and returns its id. `isSaved` is true if it may be written
  /// (`Redactor.leavesUnchanged(document:)`); in this run it is known in any case.
  @discardableResult
  package mutating func learn(_ text: String, isSaved: Bool) -> String {
    let id = Self.id(of: text)
    let key = Array(id.utf8)
    // If a manifest has another text under this hash, the manifest is wrong.
    if entries[key]?.text.hasSameScalars(as: text) != true { entries[key] = Entry(text: text, place: nil) }
    if isSaved, entries[key]?.place == nil { learned.insert(key) }
    return id
  }

  /// Adds an entry of a manifest.
  ///
  /// - Returns: the place of another text with the same id; nil if there is none and the entry was added.
  mutating func add(_ id: String, _ entry: Entry) -> String? {
    let key = Array(id.utf8)
    if let known = entries[key] { return known == entry ? nil : known.place ?? "what was learned" }
    entries[key] = entry
    return nil
  }

  mutating func replace(_ key: [UInt8], by entry: Entry?) { entries[key] = entry }

  mutating func noteSaved() { learned = [] }

  mutating func warn(_ text: String) { warnings.append(text) }

  /// Indicates whether an id looks like a SHA-256.
  static func isHash(_ id: String) -> Bool { id.utf8.count == 64 && id.utf8.allSatisfy(\.isHexDigit) }
}

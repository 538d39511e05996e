/// The tables of word files: words, patterns of names, and patterns of sentences.
///
/// A file has sections. `# …` is a comment. Each section begins with its kind and name:
///
/// - `[words area]`: entries, separated by commas and line ends. Forms of one entry are separated by slashes.
/// - `[names issue]`: patterns of the names of a subject, one a line.
/// - `[prose work]`: sentences, one a line. One that cannot be the first sentence of a text begins with `+ `.
///
/// `{area}` in a pattern stands for an entry of the table `area`, `{Area}` for the same with a capital letter, `{area2}`
/// for its second form. `{thing}` is an entry of the subject's table of things, `{name}` the name of the object.
struct WordFile: Sendable {
  private(set) var words: [String: [String]] = [:]
  private(set) var names: [String: [String]] = [:]
  private(set) var prose: [String: [String]] = [:]
  /// The lines that are not in this format. A test checks that there are none.
  private(set) var problems: [String] = []

  init(_ texts: [String]) {
    for text in texts { read(text) }
  }

  private mutating func read(_ text: String) {
    var section: (kind: Substring, name: String)?
    // By bytes: splitting by characters took most of the time until the first answer.
    for bytes in text.utf8.split(separator: Self.lineEnd) where bytes.first != Self.hash {
      let line = Substring(bytes)
      if bytes.first == Self.bracket {
        let parts = line.dropFirst().dropLast().split(separator: " ")
        guard line.last == "]", parts.count == 2, ["words", "names", "prose"].contains(parts[0]) else {
          problems.append(String(line))
          continue
        }
        let name = String(parts[1])
        section = (parts[0], name)
        if known(parts[0], name) { problems.append("\(line) is there twice") }
        continue
      }
      switch section?.kind {
      case "words":
        let entries = bytes.split(separator: Self.comma).map { String(Substring($0.drop { $0 == Self.space })) }
        words[section?.name ?? "", default: []] += entries
      case "names": names[section?.name ?? "", default: []].append(String(line))
      case "prose": prose[section?.name ?? "", default: []].append(String(line))
      default: problems.append("outside of a section: \(line)")
      }
    }
  }

  private static let lineEnd = UInt8(ascii: "\n")
  private static let hash = UInt8(ascii: "#")
  private static let bracket = UInt8(ascii: "[")
  private static let comma = UInt8(ascii: ",")
  private static let space = UInt8(ascii: " ")

  private func known(_ kind: Substring, _ name: String) -> Bool {
    switch kind {
    case "words": words[name] != nil
    case "names": names[name] != nil
    default: prose[name] != nil
    }
  }
}

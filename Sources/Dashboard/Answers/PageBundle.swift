/// The scripts of the page in one text, for a page that is a file: browsers load no modules from files.
///
/// Modules import each other on one line, by names that are unique among all modules.
enum PageBundle {
  /// Returns a module and all modules that it imports, each after those that it imports itself.
  static func script(_ entry: String, files: [PageFile] = PageFile.all) -> String {
    var texts: [String] = []
    var seen: Set<String> = []
    add(entry, files, &seen, &texts)
    return texts.joined(separator: "\n")
  }

  private static func add(_ name: String, _ files: [PageFile], _ seen: inout Set<String>, _ texts: inout [String]) {
    guard seen.insert(name).inserted, let file = files.first(where: { $0.name == name }) else { return }
    var lines: [Substring] = []
    for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if let imported = imported(by: line) {
        add(imported, files, &seen, &texts)
      } else {
        lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
      }
    }
    texts.append(lines.joined(separator: "\n"))
  }

  /// Returns `dom.js` for `import { h } from "./dom.js";`.
  private static func imported(by line: Substring) -> String? {
    guard line.hasPrefix("import "), let end = line.lastIndex(of: "\""), let slash = line[..<end].lastIndex(of: "/")
    else {
      return nil
    }
    return String(line[line.index(after: slash)..<end])
  }

  /// The style sheets, the common one first.
  static func style(files: [PageFile] = PageFile.all) -> String {
    let sheets = files.filter { $0.name.hasSuffix(".css") }
    return (sheets.filter { $0.name == "style.css" } + sheets.filter { $0.name != "style.css" })
      .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  }
}

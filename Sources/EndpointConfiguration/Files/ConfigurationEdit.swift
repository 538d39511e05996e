import Recordings

/// Edits of an `endpoint.yaml` that add lines and preserve everything else: comments, order, spacing.
enum ConfigurationEdit {
  /// Edits the file of a folder, which must exist, or creates the file. No other process can write it meanwhile.
  /// `edited` returns the new text for the file's text (empty if there is no file), or nil if it cannot edit it safely.
  ///
  /// - Returns: false if the file has to be edited by hand.
  /// - Throws: `RecordingError` if the file cannot be read or written, or is not valid.
  static func edit(
    inFolder folder: String, _ edited: (_ bytes: [UInt8], _ path: String) throws(RecordingError) -> [UInt8]?
  ) throws(RecordingError) -> Bool {
    try FileWriting.change(EndpointFolder.configurationFileName, inFolder: folder) { old throws(RecordingError) in
      let new = try edited(old ?? [], "\(folder)/\(EndpointFolder.configurationFileName)")
      // A missing file that needs no line is not created.
      return (new != nil, new == old ?? [] ? nil : new)
    }
  }

  /// Inserts lines, without line ends, into a text, with the text's own line ends, before the line at the index
  /// `place`; nil for the end. The result ends with a line end.
  static func inserting(_ new: [String], into text: String, at place: Int? = nil) -> String {
    let usesCRLF = text.contains("\r\n")
    var lines = lines(of: text)
    lines.insert(contentsOf: new, at: place ?? end(of: lines))
    if lines.last != "" { lines.append("") }
    return lines.joined(separator: usesCRLF ? "\r\n" : "\n")
  }

  /// The lines of a text; the last one is empty if the text ends with a line end.
  static func lines(of text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The index at which new lines become the last ones.
  static func end(of lines: [String]) -> Int { lines.last == "" ? lines.count - 1 : lines.count }
}

/// A recording that a later rule gives another name or other content, possibly merged from several files.
package struct RecordingRewrite: Hashable, Sendable {
  /// The operation's folder, which contains all these files.
  package let folder: String
  package let file: String
  package let recording: Recording
  /// Other files of the folder that it replaces, sorted.
  package let replaced: [String]

  package init(folder: String, file: String, recording: Recording, replaced: [String] = []) {
    self.folder = folder
    self.file = file
    self.recording = recording
    self.replaced = replaced
  }
}

extension OperationKey {
  /// An unused name for this key's file, with as many digits as needed.
  package func freeFileName(taken: Set<String>) -> String {
    for digits in NameScheme.standard.digits {
      let name = FileName.text(self, digits: digits)
      if !taken.contains(name) { return name }
    }
    return FileName.text(self, digits: 64)
  }
}

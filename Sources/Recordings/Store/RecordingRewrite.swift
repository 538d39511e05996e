/// A recording that is to have another name or other content: what a rule that came later makes of a file, or of
/// several.
package struct RecordingRewrite: Hashable, Sendable {
  /// The operation's folder, in which all of it happens.
  package let folder: String
  /// The file to write.
  package let file: String
  package let recording: Recording
  /// Other files of the folder of which it takes the place, sorted.
  package let replaced: [String]

  package init(folder: String, file: String, recording: Recording, replaced: [String] = []) {
    self.folder = folder
    self.file = file
    self.recording = recording
    self.replaced = replaced
  }
}

extension OperationKey {
  /// A name for this key's file that differs from those that are taken, with as many digits as that needs.
  package func freeFileName(taken: Set<String>) -> String {
    for digits in NameScheme.standard.digits {
      let name = FileName.text(self, digits: digits)
      if !taken.contains(name) { return name }
    }
    return FileName.text(self, digits: 64)
  }
}

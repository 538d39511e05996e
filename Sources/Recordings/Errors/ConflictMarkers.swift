/// The lines that Git puts into a file whose two versions it cannot merge.
package enum ConflictMarkers {
  /// The message about a file with conflict markers, without its name.
  package static let sentence =
    "has Git conflict markers. Resolve the merge conflict: keep one version, and delete the markers."

  private static let markers = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }

  /// Returns the line of the first marker, from 1; nil if there is none. Only for files that cannot be read: a block
  /// string of a readable one may contain such a line.
  package static func line(in bytes: [UInt8]) -> Int? {
    var line = 1
    var start = 0
    while start < bytes.count {
      if markers.contains(where: { bytes[start...].starts(with: $0) }) { return line }
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
      line += 1
    }
    return nil
  }
}

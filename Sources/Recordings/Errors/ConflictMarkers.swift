/// The lines that Git puts into a file whose two versions it cannot merge.
package enum ConflictMarkers {
  /// What a file with them is told about.
  package static let sentence =
    "has Git conflict markers: resolve the merge conflict, so that one version is left and no marker."

  private static let markers = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }

  /// The line of the first marker, from 1; nil if there is none. To be asked of a file that cannot be read otherwise: a
  /// text inside of it may begin like one.
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

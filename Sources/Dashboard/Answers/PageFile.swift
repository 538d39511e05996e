import DashboardResources

/// A file of the page, embedded in the program.
struct PageFile: Sendable {
  let name: String
  let bytes: [UInt8]

  /// All files, sorted by name.
  static let all: [PageFile] = (0..<dashboard_file_count()).map { index in
    let file = dashboard_file_at(index)
    return PageFile(
      name: String(cString: file.name), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
  }

  static func named(_ name: String) -> PageFile? { all.first { $0.name == name } }
}

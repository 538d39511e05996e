import Foundation

/// A folder that is gone when the test is over.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  package func move(_ name: String, to new: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(new)")
  }

  /// All files below, dot files included, with their contents; sorted by path.
  package func contents() throws -> [String] {
    try files().map { "\($0): \(try read($0))" }
  }

  /// The paths of all files below, dot files included, sorted.
  package func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

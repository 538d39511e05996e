import Foundation

/// A folder of its own for one test, gone when the test is.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// The paths of all files below the folder, sorted.
  var files: [String] { contents().keys.sorted() }

  /// Every file below the folder with its text, by its path.
  func contents(below folder: String = "") -> [String: String] {
    var files: [String: String] = [:]
    let root = folder.isEmpty ? path : "\(path)/\(folder)"
    for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      if let data = FileManager.default.contents(atPath: "\(root)/\(name)") {
        files[name] = String(decoding: data, as: UTF8.self)
      }
    }
    return files
  }
}

/// The path of a file in `Fixtures`.
func fixture(_ name: String) -> String { Bundle.module.bundlePath + "/Fixtures/" + name }

/// The folder of the repository.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

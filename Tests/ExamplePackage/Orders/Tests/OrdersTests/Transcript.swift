import Foundation

/// What each case saw while it recorded, and the order in which cases started: files in the folder `ORDERS_SEEN`.
enum Transcript {
  private static func file(_ name: String) throws -> URL {
    guard let folder = ProcessInfo.processInfo.environment["ORDERS_SEEN"] else { throw CocoaError(.fileNoSuchFile) }
    return URL(filePath: folder).appending(path: name)
  }

  static func write(_ text: String, of item: String) throws {
    try Data(text.utf8).write(to: file("\(item).txt"))
  }

  static func read(of item: String) throws -> String {
    String(decoding: try Data(contentsOf: file("\(item).txt")), as: UTF8.self)
  }

  /// Appends the item to `order.txt`, if there is such a file.
  static func noteStart(of item: String) throws {
    guard let handle = try? FileHandle(forWritingTo: file("order.txt")) else { return }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\(item)\n".utf8))
    try handle.close()
  }
}

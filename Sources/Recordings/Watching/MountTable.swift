/// The mounted file systems, from the lines of Linux's `/proc/self/mounts`.
struct MountTable {
  private let mounts: [(path: String, type: String)]

  /// Reads lines of a device, a path and a type.
  init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3)
      return words.count > 2 ? (Self.unescaped(words[1]), String(words[2])) : nil
    }
  }

  /// The type of the file system of an absolute path without symbolic links.
  func type(of path: String) -> String? {
    func isIn(_ mount: String) -> Bool {
      path == mount || path.hasPrefix(mount.hasSuffix("/") ? mount : mount + "/")
    }
    // Of several at one path, the last one is visible.
    return mounts.reversed().filter { isIn($0.path) }.max { $0.path.utf8.count < $1.path.utf8.count }?.type
  }

  /// A path whose spaces, tabs, line ends and backslashes are octal numbers.
  private static func unescaped(_ path: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let number = UInt8(String(Substring(rest.prefix(3))), radix: 8) {
        bytes.append(number)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

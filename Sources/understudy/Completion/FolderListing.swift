#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The visible entries of a folder, for completions.
enum FolderListing {
  /// Returns the entries, sorted by name; none if the folder cannot be read. Hidden entries are skipped.
  static func entries(_ path: String) -> [(name: String, isFolder: Bool)] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { continue }
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      // Follows links: a link to a folder is a folder too.
      let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      entries.append((name, isFolder))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

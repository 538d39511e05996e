#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder's entries for a shell that asks; hidden ones are left out.
enum FolderListing {
  /// The entries, sorted; none where the folder cannot be read.
  static func entries(_ path: String) -> [(name: String, isFolder: Bool)] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { continue }
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      // Links are followed: a folder by another name is one as well.
      let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      entries.append((name, isFolder))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

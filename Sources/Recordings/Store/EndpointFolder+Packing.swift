extension EndpointFolder {
  /// The file that `pack` wrote.
  package struct Packed: Equatable, Sendable {
    package let path: String
    package let files: Int
    /// The bytes of the packed file.
    package let size: Int
  }

  /// Writes this folder as one file, `NAME.pack`, in another folder, which is made if it is missing. An existing file is
  /// replaced at once. The same recordings give the same bytes.
  ///
  /// No other process changes this folder meanwhile, and the contents are in memory one at a time.
  ///
  /// - Throws: if a file cannot be read or written, if a change to this folder was interrupted, or if `folder` has this
  ///   folder in it.
  package func pack(into folder: String) throws(RecordingError) -> Packed {
    let target = "\(Self.path(of: name, below: folder))\(PackedFolder.suffix)"
    try RecordingsFolder.requireNoEndpoint(folder)
    try FolderWriter.makeFolders(folder)
    let beside = Self.path(of: name, below: folder)
    if try Files.currentStamp(beside) == Files.currentStamp(path) {
      throw RecordingError.packedTwice(target, folder: path)
    }
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      if try Files.currentStamp("\(path)/\(RewriteJournal.file)") != nil {
        throw RecordingError.unfinishedRewriting(path)
      }
      var writer = PackedFolderWriter()
      try writer.find(in: path)
      return Packed(
        path: target, files: writer.places.count, size: try writer.write(from: path, to: target, in: folder))
    }
    return try result.orRecordingError()
  }
}

/// Writes the format of `PackedFolder`.
private struct PackedFolderWriter {
  /// The paths of all files, below the folder.
  private(set) var places: [String] = []
  private var table: [UInt8] = []

  /// Finds the files, sorted by the bytes of their paths. Hidden files are not recordings.
  mutating func find(in root: String) throws(RecordingError) {
    var folders = [""]
    while let folder = folders.popLast() {
      var link: String?
      _ = try attempt { () throws(FileFailure) in
        try Files.list(folder.isEmpty ? root : "\(root)/\(folder)") { entry, kind, _ in
          guard entry.first != UInt8(ascii: ".") else { return }
          let name = String(decoding: entry, as: UTF8.self)
          let place = folder.isEmpty ? name : "\(folder)/\(name)"
          switch kind {
          case .folder: folders.append(place)
          case .file: places.append(place)
          case .symbolicLink, .other: link = min(place, link ?? place)
          }
        }
      }
      if let link { throw RecordingError.symbolicLink("\(root)/\(link)") }
    }
    places.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Writes the file, and returns its size in bytes.
  mutating func write(from root: String, to target: String, in folder: String) throws(RecordingError) -> Int {
    let temporary = "\(folder)/\(TemporaryName.next())"
    Files.remove(temporary)
    let file = try attempt { () throws(FileFailure) in try Files.NewFile(temporary) }
    var size = 0
    func add(_ bytes: [UInt8]) throws(RecordingError) {
      try attempt { () throws(FileFailure) in try file.append(bytes) }
      size += bytes.count
    }
    try add(PackedFolder.header)
    var pathStart = 0
    for place in places {
      let content = try FileReading.bytes(of: "\(root)/\(place)")
      table += Self.bytes([pathStart, size, content.count])
      table += Self.bytes([PackedFolder.hash(path: place.utf8, content: content)])
      pathStart += place.utf8.count
      try add(content)
    }
    let pathsStart = size
    let paths = places.flatMap(\.utf8)
    try add(paths)
    let entriesStart = size
    try add(table)
    let numbers = Self.bytes([places.count, pathsStart, entriesStart])
    let hash = PackedFolder.hash(footer: numbers, paths: paths, entries: table)
    try add(numbers + Self.bytes([hash]))
    try attempt { () throws(FileFailure) in
      try file.finish(waits: true)
      do throws(FileFailure) {
        try Files.rename(temporary, to: target)
      } catch {
        Files.remove(temporary)
        throw error
      }
      try Files.synchronize(folder: folder)
    }
    return size
  }

  private static func bytes(_ numbers: [some FixedWidthInteger]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: UInt64(number).littleEndian) { Array($0) } }
  }
}

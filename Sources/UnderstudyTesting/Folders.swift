import Foundation

/// Finds the folders of a test: the nearest ones above the test's file, since a test's working directory is not its
/// package on every platform.
struct Folders {
  let file: String
  /// Returns true if there is a folder.
  var isFolder: (String) -> Bool = Folders.isFolder
  /// Returns true if there is a file.
  var isFile: (String) -> Bool = Folders.isFile

  /// The folder of recordings: the named one, or the nearest `recordings`.
  ///
  /// - Parameters:
  ///   - named: an absolute path, or one below the folder of the test's file.
  ///   - mode: without recordings yet, a mode that writes starts a folder beside the package's manifest.
  /// - Returns: its path. A named folder, or one to write to, need not exist.
  /// - Throws: `UnderstudyError` if there is none.
  func recordings(_ named: String?, mode: Understudy.Mode) throws(UnderstudyError) -> String {
    if let named { return absolute(named) }
    if let found = nearest("recordings") { return found }
    let root = parents.first { isFile($0 + "/Package.swift") }
    if mode.writes, let root { return root + "/recordings" }
    if mode == .fake { return (root ?? parents.first ?? "") + "/recordings" }
    throw UnderstudyError(
      """
      There is no folder "recordings" beside \(file) or above it.
      To record one, run \(Understudy.Mode.variable)=record swift test, with upstream: "https://…" in the test. Or use the program: understudy record --upstream https://api.example.com/graphql
      If the folder is elsewhere, name it in the test: recordings: "path", absolute or relative to the test's file.
      """)
  }

  /// The folder of schemas: the named one, the one beside the recordings, or the nearest `schemas`. Only mode fake needs it.
  func schemas(_ named: String?, recordings: String, mode: Understudy.Mode) throws(UnderstudyError) -> String {
    if let named { return absolute(named) }
    let beside = recordings.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/schemas"
    if isFolder(beside) { return beside }
    if let found = nearest("schemas") { return found }
    guard mode == .fake else { return beside }
    throw UnderstudyError(
      """
      There is no folder "schemas" beside \(file) or above it. Mode fake generates data from a schema.
      Add schemas/<endpoint>.graphqls, for example with: understudy schema fetch https://api.example.com/graphql --output schemas/<endpoint>.graphqls
      If the folder is elsewhere, name it in the test: schemas: "path", absolute or relative to the test's file.
      """)
  }

  /// The folders above the test's file, the nearest first.
  private var parents: [String] {
    var parts = file.split(separator: "/").dropLast()
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append(parts.map { "/" + $0 }.joined())
      parts = parts.dropLast()
    }
    return folders
  }

  private func nearest(_ name: String) -> String? { parents.lazy.map { "\($0)/\(name)" }.first(where: isFolder) }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/")
      ? path : URL(filePath: "\(parents.first ?? "")/\(path)").standardizedFileURL.path(percentEncoded: false)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func isFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

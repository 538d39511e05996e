import EndpointConfiguration
import Foundation
import Recordings

/// Finds the folders of a test: the nearest ones above the test's file, since a test's working directory is not its
/// package on every platform.
struct Folders {
  let file: String
  /// Whether there is a folder.
  var isFolder: (String) -> Bool = Folders.isFolder
  /// Whether there is a file.
  var isFile: (String) -> Bool = Folders.isFile

  /// The recordings: the folder that was named, or the nearest `recordings`.
  ///
  /// - Parameters:
  ///   - named: an absolute path, or one below the folder of the test's file.
  ///   - mode: one that writes may do so beside the package's manifest where there are no recordings yet; fakes need none.
  /// - Returns: its path; it need not be there where it was named, or may be made.
  /// - Throws: where there is none, with the folders that were looked in.
  func recordings(_ named: String?, mode: Understudy.Mode) throws(UnderstudyError) -> String {
    if let named { return absolute(named) }
    if let found = nearest("recordings") { return found }
    let root = parents.first { isFile($0 + "/Package.swift") }
    if mode.writes, let root { return root + "/recordings" }
    if mode == .fake { return (root ?? parents.first ?? "") + "/recordings" }
    throw UnderstudyError(
      """
      There is no folder "recordings": not beside \(file), and in no folder above it.
      Make one by recording: \(Understudy.Mode.variable)=record swift test, with upstream: "https://…" in the test; or by the program, for example: understudy record --upstream \(UpstreamURL.example)
      If there is one elsewhere, or the test runs where its sources are not, name it: recordings: "path", absolute or from the test's file.
      """)
  }

  /// The schemas: the folder that was named, the one beside the recordings, or the nearest `schemas`. Only fakes need it.
  func schemas(_ named: String?, recordings: String, mode: Understudy.Mode) throws(UnderstudyError) -> String {
    if let named { return absolute(named) }
    let beside = recordings.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/schemas"
    if isFolder(beside) { return beside }
    if let found = nearest("schemas") { return found }
    guard mode == .fake else { return beside }
    throw UnderstudyError(
      """
      There is no folder "schemas": not beside \(file), and in no folder above it. Fakes are made from a schema.
      Put it there as schemas/<endpoint>.graphqls: for example: understudy schema fetch \(UpstreamURL.example) --output schemas/<endpoint>.graphqls
      If there is one elsewhere, or the test runs where its sources are not, name it: schemas: "path", absolute or from the test's file.
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

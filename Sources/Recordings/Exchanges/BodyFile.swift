import OrderedJSON

/// The files of binary bodies: `files/1f3a9c2e5b7d8a60.png` in an endpoint's folder, named by their hash.
///
/// Several recordings with the same image share its file.
package enum BodyFile {
  package static let folderName = "files"

  /// The endings by media type, so that other programs open the files.
  private static let endings = [
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
    "image/x-icon": "ico", "image/vnd.microsoft.icon": "ico", "image/heic": "heic", "font/woff": "woff",
    "font/woff2": "woff2", "font/ttf": "ttf", "font/otf": "otf", "audio/mpeg": "mp3", "audio/ogg": "ogg",
    "audio/wav": "wav", "video/mp4": "mp4", "video/webm": "webm", "application/pdf": "pdf", "application/zip": "zip",
  ]

  /// The path of a body's file in the endpoint's folder. Its ending follows from the response's headers.
  package static func place(of bytes: [UInt8], _ response: RecordedResponse) -> String {
    let type = response.header("content-type").map { $0.prefix { $0 != ";" }.lowercased() } ?? ""
    return "\(folderName)/\(ContentHash(of: bytes).hex(digits: 16)).\(endings[type] ?? "bin")"
  }

  /// Indicates whether a text is the path of a body's file.
  static func isPlace(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == folderName, let dot = parts[1].firstIndex(of: ".") else { return false }
    let (digits, ending) = (parts[1][..<dot], parts[1][dot...].dropFirst())
    return digits.utf8.count == 16 && digits.utf8.allSatisfy(\.isHexDigit) && !ending.isEmpty
      && ending.utf8.allSatisfy(\.isLetterOrDigit)
  }

  /// Writes the file of a binary body, unless it exists.
  package static func write(_ response: RecordedResponse, inFolder endpoint: String) throws(RecordingError) {
    guard case .file(let bytes) = response.body else { return }
    let place = place(of: bytes, response)
    if try Files.currentStamp("\(endpoint)/\(place)") != nil { return }
    try FolderWriter.makeFolders("\(endpoint)/\(folderName)")
    let name = String(place.dropFirst(folderName.utf8.count + 1))
    let result = try Files.locked(folder: endpoint) { () throws(RecordingError) in
      try FolderWriter.replace(name, in: "\(endpoint)/\(folderName)", by: bytes)
    }
    try result.orRecordingError()
  }

  /// Reads the file of a body. `recording` is the path of the file that names it, which is one level deeper if it is an
  /// answer of a session.
  ///
  /// - Throws: if the file is missing, or has changed.
  static func bytes(_ place: String, of recording: String, isOfSession: Bool) throws(RecordingError) -> [UInt8] {
    let parts = recording.split(separator: "/", omittingEmptySubsequences: false)
    let path = (parts.dropLast(isOfSession ? 3 : 2) + [Substring(place)]).joined(separator: "/")
    guard let bytes = try FileReading.bytes(ifPresent: path) else {
      throw RecordingError(
        .invalidRecording, path, nil,
        "is missing, and \(recording) needs it. Restore it from version control, or record the request again.")
    }
    guard place.hasPrefix("\(folderName)/\(ContentHash(of: bytes).hex(digits: 16)).") else {
      throw RecordingError(
        .invalidRecording, path, nil,
        "has other bytes than those that were recorded. Restore it from version control, or record the request again.")
    }
    return bytes
  }
}

import Recordings

extension SchemaText {
  /// The schema that a person means: an endpoint's below the folder of schemas, or a file; without a name the only one
  /// that there is.
  package init(meaning name: String?, schemas folder: String) throws {
    let files = try SchemaFiles(folder: folder)
    if let name {
      try self.init(path: files.path(of: name) ?? name)
      return
    }
    guard let only = files.names.first, files.names.count == 1, let path = files.path(of: only) else {
      let known =
        files.names.isEmpty
        ? files.noneFound
        : "There are several schemas in \(folder)/: \(files.names.joined(separator: ", ")). "
      throw ConfigurationError("\(known)Name a file or an endpoint, or - for standard input.")
    }
    try self.init(path: path)
  }
}
